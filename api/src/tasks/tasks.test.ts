import type { Citizen } from '@nation/core/citizens'
import { aCitizen, anUpload, aTask, respondToTask } from '@nation/core/testing'
import { governmentRoles } from '@nation/domain/permissions'
import { describe, expect, it } from 'vitest'
import { useTestApi, type Answer } from '../testing'

const api = useTestApi()

type View = Awaited<ReturnType<typeof aTask>>

const send = async (who: Citizen | null, method: string, path: string, body?: object): Promise<Answer> =>
  api.send(method, path, { ...(who && { token: await api.tokenOf(who) }), ...(body && { body }) })
const path = '/api/government-tasks?action='
const act = (who: Citizen | null, action: string, body: object) => send(who, 'POST', `${path}${action}`, body)
const outcome = ({ status, body }: Answer) => (typeof body.code === 'string' ? `${status} ${body.code}` : `${status}`)
const president = () => aCitizen(api.nation.database, { role: 'government', governmentRole: 'president' })
const given = { title: 'Light the harbour steps', description: 'Ask three workshops.' }

/** Everybody of whom the requirements speak, each one fact away from a citizen. */
const people: Record<string, Partial<Citizen>> = {
  citizen: {},
  candidate: { role: 'candidate' },
  moderator: { role: 'moderator' },
  ...Object.fromEntries(governmentRoles.map((role) => [role, { role: 'government', governmentRole: role }])),
  admin: { isAdmin: true },
  superAdmin: { isSuperAdmin: true },
}
const everybody = () => true
const admins = (who: string) => ['admin', 'superAdmin'].includes(who)
const governing = (who: string) => admins(who) || (governmentRoles as readonly string[]).includes(who)
const creators = (who: string) =>
  admins(who) || ['president', 'primeMinister', 'secretary', 'creativityMinister'].includes(who)

interface Cell {
  readonly name: string
  readonly send: (who: Citizen, task: View) => Promise<Answer>
  /** Whether it is about a task of their own: the one fact in which the twins differ. */
  readonly own?: boolean
  readonly may: (who: string) => boolean
  readonly refusal?: string
}

const taskId = ({ id }: View) => ({ taskId: id })
const twins = (name: string, action: string, body: (task: View) => object, refusal: string): Cell[] =>
  [false, true].map((own) => ({
    name: `${name}${own ? ', of their own' : ''}`,
    send: (who, task) => act(who, action, body(task)),
    own,
    may: own ? everybody : admins,
    refusal,
  }))

const cells: Cell[] = [
  { name: 'see tasks', send: (who) => send(who, 'GET', `${path}get-tasks`), may: governing, refusal: '403 forbidden' },
  {
    name: 'see responses',
    send: (who, { id }) => send(who, 'GET', `${path}get-responses&taskId=${id}`),
    may: governing,
    refusal: '403 forbidden',
  },
  {
    name: 'filter by person',
    send: (who, task) => send(who, 'GET', `${path}get-tasks&personId=${task.createdBy}`),
    may: admins,
    refusal: '403 forbidden',
  },
  {
    name: 'create a task',
    send: (who) => act(who, 'create-task', given),
    may: creators,
    refusal: '403 task_create_forbidden',
  },
  {
    name: 'respond',
    send: (who, task) => act(who, 'submit-response', { ...taskId(task), answer: 'Done' }),
    may: everybody,
  },
  ...twins(
    'edit a task',
    'update-task',
    (task) => ({ ...taskId(task), priority: 'high' }),
    '403 task_change_forbidden',
  ),
  ...twins(
    'complete a task',
    'update-status',
    (task) => ({ ...taskId(task), status: 'completed' }),
    '403 task_change_forbidden',
  ),
  ...twins('delete a task', 'delete-task', taskId, '403 task_delete_forbidden'),
]

describe('Who may', () => {
  it.each(cells.map((cell) => [cell.name, cell] as const))('%s', async (_, cell) => {
    const [found, wanted]: [Record<string, string>, Record<string, string>] = [{}, {}]
    const mara = await president()
    for (const [who, facts] of Object.entries(people)) {
      const citizen = await aCitizen(api.nation.database, facts)
      const task = await aTask(api.nation.runtime, mara)
      // Its author may have lost the office since: their own tasks stay their own.
      if (cell.own)
        await api.nation.database.query('UPDATE tasks SET created_by = ? WHERE uid = ?', [citizen.id, task.id])
      found[who] = outcome(await cell.send(citizen, task))
      wanted[who] = cell.may(who) ? '200' : (cell.refusal ?? 'never')
    }
    expect(found).toEqual(wanted)
  })

  it('need a sign-in; the panel’s sign-in administers, and answers no task', async () => {
    const task = await aTask(api.nation.runtime, await president())
    const changes: [string, object, string][] = [
      ['submit-response', { ...taskId(task), answer: 'Done' }, '403 panel_administers'],
      ['create-task', given, '200'],
      ['update-task', { ...taskId(task), priority: 'high' }, '200'],
      ['update-status', { ...taskId(task), status: 'completed' }, '200'],
      ['delete-task', taskId(task), '200'],
    ]
    const token = await api.panelTokenOf(await aCitizen(api.nation.database, { isAdmin: true }))
    for (const [action, body, panels] of changes) {
      expect(outcome(await act(null, action, body))).toBe('401 unauthenticated')
      expect(outcome(await api.send('POST', `${path}${action}`, { token, body })), action).toBe(panels)
    }
    expect(outcome(await send(null, 'GET', `${path}get-tasks`))).toBe('401 unauthenticated')
    expect(outcome(await api.send('GET', `${path}get-tasks`, { token }))).toBe('200')
  })
})

describe('The calls of the specification', () => {
  it('take its fields, believe nothing that a client says of itself, and answer in its words', async () => {
    const mara = await president()
    const ruth = await aCitizen(api.nation.database, { role: 'government', governmentRole: 'raidMinister' })
    const created = await act(mara, 'create-task', {
      ...{
        ...given,
        priority: 'urgent',
        assignedTo: 'raidMinister',
        assignedToRole: 'Raid Corps',
        dueDate: '2026-01-08',
      },
      ...{ createdBy: mara.uid, createdByName: 'The King', createdByRole: 'king', isAdmin: true, isSuperAdmin: true },
    })
    expect(created.body).toMatchObject({
      message: 'Task created successfully!',
      task: {
        ...{ ...given, priority: 'urgent', assignedTo: 'raidMinister', dueDate: Date.UTC(2026, 0, 9) },
        ...{ createdBy: mara.uid, createdByName: mara.username, createdByRole: 'president' },
      },
    })
    const id = String(created.body.taskId)
    const image = await anUpload(api.nation.database, ruth)
    const responded = await act(ruth, 'submit-response', {
      ...{ taskId: id, answer: 'Done.', images: [image] },
      ...{ submittedBy: ruth.uid, submittedByName: 'Somebody', submittedByRole: 'king' },
    })
    expect(responded.body.message).toBe('Response submitted successfully!')
    const { body } = await send(mara, 'GET', `${path}get-tasks`)
    const submitted = { submittedBy: ruth.uid, submittedByName: ruth.username, submittedByRole: 'raidMinister' }
    expect(body.tasks).toMatchObject([{ id, responses: [{ answer: 'Done.', images: [image], ...submitted }] }])
    const deleted = await act(mara, 'delete-task', { taskId: id, userId: mara.uid, userRole: 'king' })
    expect(deleted.body.message).toBe('Task deleted successfully!')
    expect((await send(mara, 'GET', '/api/government-tasks/get-tasks')).body.tasks).toEqual([])
  })

  it('refuse a caller in the name of another citizen', async () => {
    const [mara, ruth] = [await president(), await aCitizen(api.nation.database)]
    const task = await aTask(api.nation.runtime, mara)
    const tries: [string, object][] = [
      ['create-task', { ...given, createdBy: ruth.uid }],
      ['submit-response', { ...taskId(task), answer: 'Done', submittedBy: ruth.uid }],
      ['delete-task', { ...taskId(task), userId: ruth.uid }],
    ]
    for (const [action, body] of tries) expect(outcome(await act(mara, action, body))).toBe('403 not_yourself')
  })

  it('do once what is sent twice under one key', async () => {
    const mara = await president()
    const sent = { token: await api.tokenOf(mara), body: given, headers: { 'idempotency-key': 'one-task' } }
    const [first, second] = [
      await api.send('POST', `${path}create-task`, sent),
      await api.send('POST', `${path}create-task`, sent),
    ]
    expect(second.body.taskId).toBe(first.body.taskId)
    expect(await api.nation.database.query('SELECT COUNT(*) AS n FROM tasks')).toEqual([{ n: '1' }])
  })
})

describe('What is refused', () => {
  const unchanged = async () =>
    JSON.stringify([
      await api.nation.database.query('SELECT * FROM tasks ORDER BY id'),
      await api.nation.database.query('SELECT * FROM task_responses ORDER BY id'),
      await api.nation.database.query('SELECT kind FROM journal ORDER BY id'),
    ])
  const long = (length: number) => 'a'.repeat(length)

  it('has the right status and a sentence, and changes nothing', async () => {
    const [mara, ben] = [await president(), await aCitizen(api.nation.database)]
    const [task, done, gone] = [
      await aTask(api.nation.runtime, mara),
      await aTask(api.nation.runtime, mara),
      await aTask(api.nation.runtime, mara),
    ]
    await act(mara, 'update-status', { ...taskId(done), status: 'completed' })
    await act(mara, 'delete-task', taskId(gone))
    const theirs = await anUpload(api.nation.database, mara)
    const own = await Promise.all([1, 2, 3, 4, 5].map(() => anUpload(api.nation.database, ben)))
    const now = api.nation.clock.now().getTime()
    const [open, answer] = [taskId(task), 'Done']
    const unknown = { taskId: '01890a5d-ac96-774b-8000-000000000000' }
    const tries: [Citizen, string, object, string, string][] = [
      [mara, 'create-task', { ...given, assignedTo: 'harbourMinister' }, '400 task_office_unknown', 'There is no such office.'],
      [mara, 'create-task', { ...given, dueDate: now - 1 }, '400 task_due_invalid', 'Please choose a due date in the future, within a year.'],
      [mara, 'create-task', { ...given, dueDate: '2026-01-05' }, '400 task_due_invalid', 'Please choose a due date in the future, within a year.'],
      [mara, 'create-task', { ...given, dueDate: 'tomorrow' }, '400 task_due_invalid', 'Please choose a due date in the future, within a year.'],
      [mara, 'create-task', { description: 'x' }, '400 task_fields_missing', 'Please fill in title and description'],
      [mara, 'create-task', { ...given, title: '  ' }, '400 task_fields_missing', 'Please fill in title and description'],
      [mara, 'create-task', { ...given, description: long(10_001) }, '400 invalid_input', 'Some fields are missing or not valid.'],
      [mara, 'create-task', { ...given, priority: 'whenever' }, '400 invalid_input', 'Some fields are missing or not valid.'],
      [ben, 'create-task', given, '403 task_create_forbidden', 'You do not have permission to create tasks'],
      [ben, 'submit-response', open, '400 task_response_missing', 'Please enter a response'],
      [ben, 'submit-response', { ...open, answer: ' ' }, '400 task_response_missing', 'Please enter a response'],
      [ben, 'submit-response', { ...open, answer: long(10_001) }, '400 invalid_input', 'Some fields are missing or not valid.'],
      [ben, 'submit-response', { ...open, answer, images: own }, '400 invalid_input', 'Some fields are missing or not valid.'],
      [ben, 'submit-response', { ...open, answer, images: ['https://elsewhere.example/a.png'] }, '400 invalid_input', 'Some fields are missing or not valid.'],
      [ben, 'submit-response', { ...open, answer, images: [theirs] }, '403 picture_not_yours', 'This picture is not one of your own uploads.'],
      [ben, 'submit-response', { ...taskId(done), answer }, '409 task_completed', 'This task is completed. It accepts responses and changes only after it is reopened.'],
      [ben, 'submit-response', { ...taskId(gone), answer }, '409 task_deleted', 'This task was deleted.'],
      [ben, 'submit-response', { ...unknown, answer }, '404 task_not_found', 'There is no such task.'],
      [mara, 'update-task', { ...open, dueDate: now }, '400 task_due_invalid', 'Please choose a due date in the future, within a year.'],
      [mara, 'update-task', { ...open, title: ' ' }, '400 task_fields_missing', 'Please fill in title and description'],
      [mara, 'update-task', { ...open, assignedTo: 'nobody' }, '400 task_office_unknown', 'There is no such office.'],
      [mara, 'update-task', { ...open, title: 'x', updatedAt: 1 }, '409 task_changed', 'This task was changed in the meantime. Please read it again.'],
      [mara, 'update-task', { ...taskId(done), title: 'x' }, '409 task_completed', 'This task is completed. It accepts responses and changes only after it is reopened.'],
      [mara, 'update-status', { ...taskId(gone), status: 'open' }, '409 task_deleted', 'This task was deleted.'],
      [mara, 'update-status', { ...open, status: 'overdue' }, '400 invalid_input', 'Some fields are missing or not valid.'],
      [mara, 'delete-task', unknown, '404 task_not_found', 'There is no such task.'],
    ] // oxfmt-ignore
    const before = await unchanged()
    for (const [who, action, body, refusal, sentence] of tries) {
      const answered = await act(who, action, body)
      expect([outcome(answered), answered.body.error], JSON.stringify(body).slice(0, 200)).toEqual([refusal, sentence])
    }
    expect(await unchanged()).toBe(before)
    expect(outcome(await act(ben, 'submit-response', { ...open, answer: long(10_000), images: own.slice(1) }))).toBe(
      '200',
    )
  })

  it('is a cursor of another filter, of another list, and none at all', async () => {
    const mara = await president()
    for (let n = 0; n < 3; n++) await aTask(api.nation.runtime, mara)
    const read = (query: string) => send(mara, 'GET', `${path}get-tasks&limit=1${query}`)
    const cursor = `&cursor=${String((await read('&status=open')).body.nextCursor)}`
    expect(outcome(await read(`&status=open${cursor}`))).toBe('200')
    for (const query of [cursor, `&status=completed${cursor}`, `&mine=true&status=open${cursor}`, '&cursor=WzFd']) {
      const { status, body } = await read(query)
      expect([status, body.details]).toEqual([
        400,
        [{ path: 'cursor', code: 'cursor', message: 'This is not a cursor of this list.' }],
      ])
    }
    expect(outcome(await read('&overdue=perhaps'))).toBe('400 invalid_input')
    expect(outcome(await read('&assignedTo=nobody'))).toBe('400 invalid_input')
    expect(outcome(await send(mara, 'GET', `${path}get-tasks&limit=51`))).toBe('400 invalid_input')
  })
})

describe('Texts that look like markup', () => {
  it('are answered as texts', async () => {
    const mara = await president()
    const title = '"}],"x":<script>alert(1)</script>'
    await act(mara, 'create-task', { ...given, title })
    const [task] = (await send(mara, 'GET', `${path}get-tasks`)).body.tasks as View[]
    await respondToTask(api.nation.runtime, mara, task?.id ?? '', { answer: title })
    const [again] = (await send(mara, 'GET', `${path}get-tasks`)).body.tasks as View[]
    expect([again?.title, again?.responses[0]?.answer]).toEqual([title, title])
  })
})

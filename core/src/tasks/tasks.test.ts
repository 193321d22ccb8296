import { taskAssignees, taskPriorities, taskStatuses } from '@nation/domain/tasks'
import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens'
import { removeOrphans } from '../media'
import { read, type CitizenContext } from '../platform'
import { aCitizen, anOfficial, anUpload, as, copyOfData, signedIn, untilKilled, useTestNation } from '../testing'
import {
  deleteTask,
  deleteTaskResponses,
  getTaskResponses,
  getTasks,
  remindersDueAt,
  remindOfTasks,
  updateTask,
  updateTaskStatus,
} from '.'
import type { newTask } from './testing'
import { aTask, respondToTask } from './testing'

const nation = useTestNation()
const day = 86_400_000
type ListInput = Partial<Parameters<typeof getTasks>[1]>

const rows = (sql: string) => nation.database.query<Record<string, unknown>[]>(sql)
const president = () => aCitizen(nation.database, { role: 'government', governmentRole: 'president' })
const minister = (governmentRole: Citizen['governmentRole'] = 'raidMinister') =>
  aCitizen(nation.database, { role: 'government', governmentRole })
/** An official whose term began just now. */
const official = (office: 'president' | 'raidMinister') =>
  anOfficial(nation.database, office, { from: nation.clock.now() })
const admin = () => aCitizen(nation.database, { isAdmin: true })
const list = (who: Citizen, input: ListInput = {}) =>
  read(nation.runtime, signedIn(who), (ctx) => getTasks(ctx as CitizenContext, { limit: 50, ...input }))
const titles = async (who: Citizen, input: ListInput = {}) => (await list(who, input)).tasks.map(({ title }) => title)
const responses = (who: Citizen, taskId: string, more: { limit?: number; cursor?: string } = {}) =>
  read(nation.runtime, signedIn(who), (ctx) => getTaskResponses(ctx as CitizenContext, { limit: 50, taskId, ...more }))
const setStatus = (who: Citizen, taskId: string, status: 'open' | 'completed') =>
  as(nation.runtime, who, (ctx) => updateTaskStatus(ctx, { taskId, status }))
const edit = (who: Citizen, taskId: string, change: Omit<Parameters<typeof updateTask>[1], 'taskId'>) =>
  as(nation.runtime, who, (ctx) => updateTask(ctx, { taskId, ...change }))
const remove = (who: Citizen, taskId: string) => as(nation.runtime, who, (ctx) => deleteTask(ctx, { taskId }))
const kinds = async () => (await rows('SELECT kind FROM journal ORDER BY id')).map(({ kind }) => kind)
const passing = (ms: number) => nation.clock.set(new Date(nation.clock.now().getTime() + ms))

describe('A task', () => {
  it('is given with everything that the requirements name, by those who may, in their role', async () => {
    const mara = await official('president')
    const ruth = await official('raidMinister')
    const dueDate = nation.clock.now().getTime() + 3 * day
    const given = { priority: 'urgent', assignedTo: 'raidMinister', dueDate } as const
    const task = await aTask(nation.runtime, mara, given)
    expect(task).toMatchObject({
      ...{ title: 'Light the harbour steps', priority: 'urgent', dueDate, overdue: false, status: 'open' },
      ...{ assignedTo: 'raidMinister', assignedToRole: 'raidMinister', assignedToName: ruth.username },
      ...{ createdBy: mara.uid, createdByName: mara.username, createdByRole: 'president' },
      ...{ responseCount: 0, responses: [] },
      may: { respond: true, update: true, complete: true, delete: true },
    })
    expect((await list(ruth)).tasks).toEqual([
      { ...task, may: { respond: true, update: false, complete: false, delete: false } },
    ])
    expect(await rows(`SELECT kind, visibility, subject FROM journal`)).toEqual([
      { kind: 'tasks.created', visibility: 'officials', subject: task.id },
    ])
  })

  it('shows its author, once their office has ended, nothing of what officials responded', async () => {
    const mara = await official('president')
    const ruth = await official('raidMinister')
    const task = await aTask(nation.runtime, mara, { assignedTo: 'raidMinister' })
    await respondToTask(nation.runtime, ruth, task.id)
    expect((await edit(mara, task.id, {})).task.responses).toHaveLength(1)
    await nation.database.query('UPDATE citizens SET government_role = NULL WHERE id = ?', [mara.id])
    expect((await edit(mara, task.id, {})).task.responses).toEqual([])
    expect((await setStatus(mara, task.id, 'completed')).task).toMatchObject({ status: 'completed', responses: [] })
  })

  it('belongs to the office: it passes to its next holder', async () => {
    const mara = await president()
    const ruth = await official('raidMinister')
    await aTask(nation.runtime, mara, { assignedTo: 'raidMinister' })
    expect((await list(ruth, { mine: true })).tasks).toHaveLength(1)
    await rows(`UPDATE terms SET ended_at = started_at, active_office = NULL, active_citizen_id = NULL`)
    await nation.database.query('UPDATE citizens SET government_role = NULL WHERE id = ?', [ruth.id])
    expect((await list(mara)).tasks[0]).toMatchObject({ assignedTo: 'raidMinister', assignedToName: null })
    const next = await official('raidMinister')
    expect((await list(next, { mine: true })).tasks[0]).toMatchObject({ assignedToName: next.username })
  })

  it('is refused without its texts, with a due date that has passed, and to a former official', async () => {
    const mara = await president()
    const refused = (input: Parameters<typeof newTask>[0]) => expect(aTask(nation.runtime, mara, input)).rejects
    await refused({ title: ' ' }).toMatchObject({ code: 'task_fields_missing' })
    await refused({ description: '' }).toMatchObject({ code: 'task_fields_missing' })
    const now = nation.clock.now().getTime()
    await refused({ dueDate: now }).toMatchObject({ code: 'task_due_invalid' })
    await refused({ dueDate: now + 367 * day }).toMatchObject({ code: 'task_due_invalid' })
    // What they were when they signed in does not count: the row does.
    await nation.database.query('UPDATE citizens SET government_role = NULL WHERE id = ?', [mara.id])
    await refused({}).toMatchObject({ code: 'task_create_forbidden' })
    expect(await rows('SELECT id FROM tasks')).toEqual([])
    expect(await kinds()).toEqual([])
  })

  it('is changed where it differs, while it is open, by a caller who read it as it is', async () => {
    const mara = await president()
    const task = await aTask(nation.runtime, mara)
    const same = await edit(mara, task.id, { title: task.title, dueDate: null })
    expect(same.task).toEqual(task)
    const { task: changed } = await edit(mara, task.id, { title: 'Light them', assignedTo: 'secretary' })
    expect(changed).toMatchObject({ title: 'Light them', assignedTo: 'secretary', description: task.description })
    expect(changed.updatedAt).toBeGreaterThan(task.updatedAt)
    const stale = edit(mara, task.id, { priority: 'high', updatedAt: task.updatedAt })
    await expect(stale).rejects.toMatchObject({ code: 'task_changed' })
    await expect(edit(mara, task.id, { title: ' ' })).rejects.toMatchObject({ code: 'task_fields_missing' })
    await expect(edit(mara, task.id, { dueDate: 1 })).rejects.toMatchObject({ code: 'task_due_invalid' })
    await setStatus(mara, task.id, 'completed')
    await expect(edit(mara, task.id, { priority: 'high' })).rejects.toMatchObject({ code: 'task_completed' })
    expect(await kinds()).toEqual(['tasks.created', 'tasks.updated', 'tasks.completed'])
    expect(await rows(`SELECT facts FROM journal WHERE kind = 'tasks.updated'`)).toEqual([
      { facts: expect.anything() as unknown },
    ])
  })

  it('keeps a due date that has passed when something else is changed', async () => {
    const mara = await president()
    const dueDate = nation.clock.now().getTime() + 1_000
    const task = await aTask(nation.runtime, mara, { dueDate })
    passing(1_000)
    const { task: changed } = await edit(mara, task.id, { priority: 'urgent', dueDate })
    expect(changed).toMatchObject({ priority: 'urgent', dueDate, overdue: true })
  })

  it('is completed and reopened; the same again changes nothing and writes no event', async () => {
    const mara = await president()
    const task = await aTask(nation.runtime, mara)
    const done = await setStatus(mara, task.id, 'completed')
    expect(done.task).toMatchObject({ status: 'completed', may: { respond: false, update: false, complete: true } })
    expect(done.task.completedAt).toBe(nation.clock.now().getTime())
    expect(await setStatus(mara, task.id, 'completed')).toEqual(done)
    const open = await setStatus(mara, task.id, 'open')
    expect(open.task).toMatchObject({ status: 'open', completedAt: null })
    expect(await kinds()).toEqual(['tasks.created', 'tasks.completed', 'tasks.reopened'])
  })

  it('that is deleted is in no list, stays on record with its responses, and is deleted once', async () => {
    const mara = await president()
    const task = await aTask(nation.runtime, mara)
    await respondToTask(nation.runtime, mara, task.id)
    const first = await remove(mara, task.id)
    passing(60_000)
    expect(await remove(mara, task.id)).toEqual(first)
    for (const filter of [{}, { mine: true }, { status: 'open' as const }, { assignedTo: 'all' as const }])
      expect((await list(mara, filter)).tasks).toEqual([])
    await expect(responses(mara, task.id)).rejects.toMatchObject({ code: 'task_not_found' })
    await expect(setStatus(mara, task.id, 'open')).rejects.toMatchObject({ code: 'task_deleted' })
    await expect(edit(mara, task.id, { title: 'x' })).rejects.toMatchObject({ code: 'task_deleted' })
    expect(await rows('SELECT t.status, r.answer FROM tasks t JOIN task_responses r ON r.task_id = t.id')).toEqual([
      { status: 'deleted', answer: 'Three offers came in.' },
    ])
    expect(await kinds()).toEqual(['tasks.created', 'tasks.responded', 'tasks.deleted', 'admin.deleted'])
  })
})

describe('Responses', () => {
  it('come from everybody who is signed in, several of each, with images of their own', async () => {
    const [mara, ben] = [await president(), await aCitizen(nation.database)]
    const task = await aTask(nation.runtime, mara)
    const image = await anUpload(nation.database, ben)
    const { responseId, submittedAt } = await respondToTask(nation.runtime, ben, task.id, { images: [image, image] })
    await respondToTask(nation.runtime, mara, task.id, { answer: 'Take the second one.' })
    const [view] = (await list(mara)).tasks
    expect(view).toMatchObject({ responseCount: 2 })
    expect(view?.responses.map(({ answer, submittedByRole }) => [answer, submittedByRole])).toEqual([
      ['Take the second one.', 'president'],
      ['Three offers came in.', 'citizen'],
    ])
    expect(view?.responses[1]).toEqual({
      ...{ id: responseId, answer: 'Three offers came in.', images: [image], submittedAt },
      ...{ submittedBy: ben.uid, submittedByName: ben.username, submittedByRole: 'citizen' },
    })
  })

  it('are refused when blank, after the end, and with an image of another citizen or no image, and nothing is changed', async () => {
    const [mara, ben] = [await president(), await aCitizen(nation.database)]
    const task = await aTask(nation.runtime, mara)
    const theirs = await anUpload(nation.database, mara)
    const pdf = await anUpload(nation.database, ben, 'application/pdf')
    const refused = (input: Parameters<typeof respondToTask>[3]) =>
      expect(respondToTask(nation.runtime, ben, task.id, input)).rejects
    await refused({ answer: ' ' }).toMatchObject({ code: 'task_response_missing' })
    await refused({ images: [theirs] }).toMatchObject({ code: 'picture_not_yours' })
    await refused({ images: [pdf] }).toMatchObject({ code: 'picture_not_yours' })
    const removed = { path: 'images.0', code: 'removed' }
    await refused({ images: ['/media/uploads/gone.webp'] }).toMatchObject({ code: 'invalid_input', details: [removed] })
    await setStatus(mara, task.id, 'completed')
    await refused({}).toMatchObject({ code: 'task_completed' })
    await remove(mara, task.id)
    await refused({}).toMatchObject({ code: 'task_deleted' })
    expect(await rows('SELECT id FROM task_responses')).toEqual([])
    expect(await kinds()).toEqual(['tasks.created', 'tasks.completed', 'tasks.deleted', 'admin.deleted'])
  })

  it('are five with each task of a list, and all of them by pages', async () => {
    const mara = await president()
    const [task, other] = [await aTask(nation.runtime, mara), await aTask(nation.runtime, mara)]
    for (let n = 1; n <= 7; n++) await respondToTask(nation.runtime, mara, task.id, { answer: `Answer ${n}` })
    await respondToTask(nation.runtime, mara, other.id)
    const shown = (await list(mara)).tasks.find(({ id }) => id === task.id)
    expect(shown?.responses.map(({ answer }) => answer)).toEqual([7, 6, 5, 4, 3].map((n) => `Answer ${n}`))
    const first = await responses(mara, task.id, { limit: 4 })
    const second = await responses(mara, task.id, { limit: 4, cursor: first.nextCursor ?? '' })
    const read = [...first.responses, ...second.responses].map(({ answer }) => answer)
    expect(read).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Answer ${n}`))
    expect(second.nextCursor).toBeNull()
    const foreign = responses(mara, other.id, { cursor: first.nextCursor ?? '' })
    await expect(foreign).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('keep their images; others’ uploads that nothing shows go', async () => {
    const mara = await president()
    const task = await aTask(nation.runtime, mara)
    const [used] = [await anUpload(nation.database, mara), await anUpload(nation.database, mara)]
    await respondToTask(nation.runtime, mara, task.id, { images: [used] })
    const store = { put: () => Promise.resolve(), open: () => Promise.resolve(null), remove: () => Promise.resolve() }
    passing(8 * day)
    expect(await removeOrphans(nation.runtime, store)).toBe(1)
    expect(await rows('SELECT name FROM media')).toEqual([{ name: used.slice('/media/'.length) }])
  })
})

describe('The list of tasks', () => {
  it('answers every combination of filters as looking at each task does', async () => {
    const [mara, ruth, alma] = [await president(), await minister(), await admin()]
    const now = nation.clock.now().getTime()
    const all: { title: string; facts: Record<string, unknown> }[] = []
    for (let n = 0; n < 36; n++) {
      const assignedTo = (['all', 'raidMinister', 'secretary'] as const)[n % 3] ?? 'all'
      const priority = taskPriorities[Math.floor(n / 3) % 3] ?? 'normal'
      const maker = n % 5 === 0 ? alma : mara
      const dueDate = n % 2 === 0 ? now + 1_000 + ((n * 7) % 36) : null
      const { id } = await aTask(nation.runtime, maker, { title: `Task ${n}`, assignedTo, priority, dueDate })
      if (n % 7 === 0) await respondToTask(nation.runtime, ruth, id)
      const status = n % 4 === 3 ? 'completed' : 'open'
      if (status === 'completed') await setStatus(maker, id, 'completed')
      if (n === 20) await remove(maker, id)
      const people = [maker.uid, ...(n % 7 === 0 ? [ruth.uid] : [])]
      if (n !== 20) all.push({ title: `Task ${n}`, facts: { assignedTo, priority, status, dueDate, people } })
    }
    passing(60_000)
    const some = <T>(values: readonly T[]): (T | undefined)[] => [undefined, ...values]
    let asked = 0
    for (const who of [ruth, alma])
      for (const mine of some([true]))
        for (const overdue of some([true]))
          for (const assignedTo of some(taskAssignees.slice(0, 4)))
            for (const priority of some(taskPriorities.slice(1)))
              for (const status of some(taskStatuses))
                for (const personId of some(who === alma ? [ruth.uid] : [])) {
                  const filter = { mine, overdue, assignedTo, priority, status, personId }
                  const wanted = all.filter(({ facts }) => meets(facts, filter, who))
                  const order = overdue
                    ? wanted.toSorted((a, b) => Number(a.facts.dueDate) - Number(b.facts.dueDate))
                    : wanted.toReversed()
                  const found: string[] = []
                  for (let cursor: string | undefined; ;) {
                    const page = await list(who, { ...filter, cursor, limit: 7 })
                    found.push(...page.tasks.map(({ title }) => title))
                    cursor = page.nextCursor ?? undefined
                    if (cursor === undefined) break
                  }
                  expect(found, JSON.stringify(filter)).toEqual(order.map(({ title }) => title))
                  asked++
                }
    expect(asked).toBe(3 * 2 * 2 * 5 * 3 * 3)
  })

  it('is by person for administrators alone', async () => {
    const [mara, alma] = [await president(), await admin()]
    await aTask(nation.runtime, mara)
    expect(await titles(alma, { personId: mara.uid })).toHaveLength(1)
    await expect(list(mara, { personId: mara.uid })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('refuses a cursor of other filters, and of another who asks for their own', async () => {
    const [mara, ruth] = [await president(), await minister()]
    for (let n = 0; n < 3; n++) await aTask(nation.runtime, mara)
    const { nextCursor } = await list(mara, { limit: 1, mine: true })
    const cursor = nextCursor ?? ''
    expect((await list(mara, { limit: 1, mine: true, cursor })).tasks).toHaveLength(1)
    for (const strange of [{ cursor }, { cursor, mine: true, overdue: true }, { cursor, status: 'open' as const }])
      await expect(list(mara, strange)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(list(ruth, { cursor, mine: true })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(list(mara, { cursor: 'bm9uc2Vuc2U' })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

function meets(
  { assignedTo, priority, status, dueDate, people }: Record<string, unknown>,
  filter: ListInput,
  who: Citizen,
): boolean {
  const took = (uid: string) => (people as string[]).includes(uid)
  return (
    (filter.assignedTo === undefined || assignedTo === filter.assignedTo) &&
    (filter.priority === undefined || priority === filter.priority) &&
    (filter.status === undefined || status === filter.status) &&
    (filter.personId === undefined || took(filter.personId)) &&
    (!filter.overdue || (status === 'open' && dueDate !== null)) &&
    (!filter.mine || assignedTo === 'all' || assignedTo === who.governmentRole || took(who.uid))
  )
}

describe('Reminders', () => {
  const reminded = async () =>
    (await rows(`SELECT facts FROM journal WHERE kind = 'tasks.reminded' ORDER BY id`)).map(
      ({ facts }) => (typeof facts === 'string' ? JSON.parse(facts) : facts) as { reminder: string; dueDate: number },
    )
  const reminders = async () => (await reminded()).map(({ reminder }) => reminder)
  const remind = () => remindOfTasks(nation.runtime)
  const inDays = (days: number) => nation.clock.now().getTime() + days * day

  it('are sent a day before and at the due instant, not a millisecond early, once each', async () => {
    const mara = await president()
    await aTask(nation.runtime, mara, { dueDate: inDays(3), assignedTo: 'secretary' })
    await aTask(nation.runtime, mara)
    expect(await remindersDueAt(nation.database)).toEqual(new Date(inDays(2)))
    passing(2 * day - 1)
    await remind()
    expect(await reminders()).toEqual([])
    passing(1)
    await remind()
    await remind()
    expect(await reminded()).toEqual([{ reminder: 'day-before', dueDate: inDays(1), assignedTo: 'secretary' }])
    passing(day)
    await remind()
    await remind()
    expect(await reminders()).toEqual(['day-before', 'due'])
    expect(await remindersDueAt(nation.database)).toBeNull()
    expect(await rows('SELECT kind FROM task_reminders ORDER BY kind')).toHaveLength(2)
  })

  it('are both sent by workers that slept through both, and one alone where the due date is within a day', async () => {
    const mara = await president()
    await aTask(nation.runtime, mara, { dueDate: inDays(2) })
    await aTask(nation.runtime, mara, { dueDate: inDays(0.5) })
    passing(9 * day)
    await remind()
    await remind()
    expect((await reminders()).toSorted()).toEqual(['day-before', 'due', 'due'])
  })

  it('are not sent for what is completed or deleted, and follow a due date that is moved', async () => {
    const mara = await president()
    const [done, gone, moved] = [
      await aTask(nation.runtime, mara, { dueDate: inDays(2) }),
      await aTask(nation.runtime, mara, { dueDate: inDays(2) }),
      await aTask(nation.runtime, mara, { dueDate: inDays(2) }),
    ]
    await setStatus(mara, done.id, 'completed')
    await remove(mara, gone.id)
    passing(day)
    await remind()
    expect(await reminders()).toEqual(['day-before'])
    await edit(mara, moved.id, { dueDate: inDays(9) })
    passing(2 * day)
    await remind()
    expect(await reminders()).toEqual(['day-before'])
    // A reminder that was due while it was completed is not sent when it is reopened.
    await setStatus(mara, done.id, 'open')
    passing(7 * day)
    await remind()
    await remind()
    expect(await reminders()).toEqual(['day-before', 'day-before', 'due'])
    await edit(mara, moved.id, { dueDate: null })
    expect(await remindersDueAt(nation.database)).toBeNull()
  })

  it('are sent once each by a worker that is killed before any statement, and the one after it', async () => {
    const mara = await president()
    for (let fatal = 1; ; fatal++) {
      await aTask(nation.runtime, mara, { dueDate: inDays(2) })
      passing(2 * day)
      const before = (await reminders()).length
      const ended = await untilKilled(nation.url, fatal, (database) => remindOfTasks({ ...nation.runtime, database }))
      await remind()
      expect((await reminders()).slice(before)).toEqual(['day-before', 'due'])
      if (ended === 'killed') continue
      expect(fatal).toBeGreaterThan(8)
      return
    }
  })
})

describe('A citizen who leaves', () => {
  it('takes what they said with them; that they responded, and the tasks that they gave, stay', async () => {
    const [mara, ben] = [await president(), await aCitizen(nation.database)]
    const task = await aTask(nation.runtime, mara)
    await respondToTask(nation.runtime, ben, task.id, { images: [await anUpload(nation.database, ben)] })
    await respondToTask(nation.runtime, mara, task.id, { answer: 'Good.' })
    await as(nation.runtime, ben, (ctx) => deleteTaskResponses(ctx.tx, ben.id))
    const [view] = (await list(mara)).tasks
    expect(view?.responses.map(({ answer, images }) => [answer, images])).toEqual([
      ['Good.', []],
      ['', []],
    ])
  })

  it('may take a copy of the tasks that they gave and of what they responded', async () => {
    const [mara, ben] = [await president(), await aCitizen(nation.database)]
    const task = await aTask(nation.runtime, mara)
    const image = await anUpload(nation.database, ben)
    await respondToTask(nation.runtime, ben, task.id, { images: [image] })
    const copyOf = (who: Citizen) => copyOfData(nation.database, who)
    expect(await copyOf(mara)).toMatchObject({ tasks: [{ task: task.id, title: task.title }], taskResponses: [] })
    const answer = 'Three offers came in.'
    expect(await copyOf(ben)).toMatchObject({ tasks: [], taskResponses: [{ task: task.id, answer, images: [image] }] })
  })
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query/query'
import { fakeNation, idOf, refuse } from '../../testing/fake-nation'
import type { FakeNation } from '../../testing/fake-nation'
import { HeldRequest } from '../../testing/held-request'
import { renderAt } from '../../testing/render-at'
import { byPressure, filterOf, isSplit, questionOf, questionOfStatus } from './filters'
import { blankTask, changeOf, formOf, problemsOf } from './task-form'
import { reminderOf } from './TaskReminders'
import type { Task } from './types'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const day = 86_400_000

const aTask = (index: number, facts: Partial<Task> = {}): Task => ({
  id: idOf(40, index),
  title: `Task ${index}`,
  description: 'Ask three workshops.',
  priority: 'normal',
  ...{ assignedTo: 'secretary', assignedToRole: 'secretary', assignedToName: 'Ruth' },
  ...{ dueDate: null, overdue: false, status: 'open' },
  ...{ createdBy: idOf(3, 7), createdByName: 'Alma', createdByRole: 'admin' },
  ...{ createdAt: NOW - day, updatedAt: NOW - day, completedAt: null },
  ...{ responseCount: 0, responses: [] },
  may: { respond: true, update: true, complete: true, delete: true },
  ...facts,
})

function withTasks(tasks: readonly Task[], as: 'admin' | 'official' = 'admin'): FakeNation {
  const nation = fakeNation({ now: NOW, as: as === 'admin' ? 'admin' : 'citizen' })
  if (as === 'official') {
    const answer = nation.answers['auth.refresh']!
    nation.answers['auth.refresh'] = (input) => {
      const given = answer(input)
      return 'user' in given ? { ...given, user: { ...given.user, governmentRole: 'financeMinister' } } : given
    }
  }
  nation.answers['government-tasks.get-tasks'] = () => ({
    success: true,
    tasks: [...tasks],
    nextCursor: null,
    now: NOW,
  })
  return nation
}

const open = async (nation: FakeNation, search = '') => {
  const opened = renderAt(`/government?tab=tasks${search}`, nation, NOW)
  await screen.findByRole('heading', { name: 'Tasks' })
  return opened
}
const card = (title: string) => screen.findByRole('article', { name: title })
const unfold = async (title: string) => {
  const found = await card(title)
  fireEvent.click(within(found).getByRole('button', { name: title }))
  return found
}

describe('the tasks of the overview', () => {
  it('are the reader’s own open ones, what is overdue first, and lead to all of them', async () => {
    const nation = withTasks([], 'official')
    const late = aTask(2, { title: 'Late', overdue: true, dueDate: NOW - day })
    nation.answers['government-tasks.get-tasks'] = (input) => ({
      success: true,
      tasks: 'overdue' in input ? [late] : [aTask(1, { title: 'Later' }), late],
      nextCursor: null,
      now: NOW,
    })
    const { sent } = renderAt('/government', nation, NOW)
    const mine = await screen.findByRole('region', { name: 'My tasks' })
    expect(await within(mine).findByText('Late')).toBeTruthy()
    const lines = within(mine).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^LateOverdueDue/),
      'LaterNo due date',
    ])
    const links = within(mine)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Late', `/government?tab=tasks&task=${idOf(40, 2)}`],
      ['Later', `/government?tab=tasks&task=${idOf(40, 1)}`],
      ['All my open tasks', '/government?tab=tasks&show=mine&status=open'],
    ])
    const asked = sent.filter(({ url }) => url.startsWith('/api/government-tasks/get-tasks'))
    expect(asked.every(({ url }) => url.includes('mine=true'))).toBe(true)
  })

  it('that another official answered last are among the answers that came in, the newest first', async () => {
    const by = (index: number, at: number) => ({
      ...{ id: idOf(41, index), answer: 'Done.', images: [], submittedAt: at },
      ...{ submittedBy: idOf(3, index), submittedByName: `Ruth ${index}`, submittedByRole: 'secretary' as const },
    })
    const nation = withTasks(
      [
        aTask(1, { responseCount: 2, responses: [by(8, NOW - 3 * day), by(1, NOW - 4 * day)] }),
        // The last word is the reader's own.
        aTask(2, { responseCount: 1, responses: [by(1, NOW - day)] }),
        aTask(3, { responseCount: 1, responses: [by(9, NOW - day)] }),
      ],
      'official',
    )
    renderAt('/government', nation, NOW)
    await screen.findByText(/the last by Ruth 9/)
    const answers = screen.getByRole('region', { name: 'Answers that came in' })
    const lines = within(answers)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(lines.slice(0, 2)).toEqual([
      'Task 31 response, the last by Ruth 9 1d ago',
      'Task 12 responses, the last by Ruth 8 3d ago',
    ])
    const [first] = within(answers).getAllByRole('link')
    expect(first!.getAttribute('href')).toBe(`/government?tab=tasks&task=${idOf(40, 3)}`)
  })

  it('say when nothing waits, and what failed', async () => {
    const nation = withTasks([], 'official')
    const { unmount } = renderAt('/government', nation, NOW)
    expect(await screen.findByText('Nothing waits for you.')).toBeTruthy()
    unmount()
    const failing = withTasks([], 'official')
    failing.answers['government-tasks.get-tasks'] = () => refuse(400, 'invalid_input', 'The drawer is stuck.')
    renderAt('/government', failing, NOW)
    expect(await screen.findByText('The drawer is stuck.')).toBeTruthy()
  })
})

describe('the tasks of the dashboard', () => {
  it('say that a task belongs to the office, whose it is now, and that it passes on Monday', async () => {
    await open(withTasks([aTask(1), aTask(2, { assignedToName: null })]))
    expect(await unfold('Task 1')).toBeTruthy()
    expect((await card('Task 1')).textContent).toContain('Ruth holds the office now.')
    expect(screen.getByText(/after an election it passes to the official who is seated/)).toBeTruthy()
    expect((await unfold('Task 2')).textContent).toContain('The office is vacant now.')
  })

  it('are overdue from the due instant on, without being asked again', async () => {
    await open(withTasks([aTask(1, { dueDate: NOW - 1 }), aTask(2, { dueDate: NOW + day })]))
    expect(within(await card('Task 1')).getByText('Overdue')).toBeTruthy()
    expect(within(await card('Task 2')).queryByText('Overdue')).toBeNull()
  })

  it('take no response when they are completed, and no change from who did not give them', async () => {
    const may = { respond: false, update: false, complete: false, delete: false }
    await open(withTasks([aTask(1, { status: 'completed', completedAt: NOW, may })], 'official'))
    const found = await unfold('Task 1')
    expect(within(found).queryByRole('form')).toBeNull()
    expect(within(found).queryByRole('button', { name: /Reopen|Edit|Delete/ })).toBeNull()
    expect(found.textContent).toContain('it takes no more responses')
  })

  it('are changed as they were read, whatever others change while the form is open', async () => {
    let task = aTask(1, { updatedAt: NOW - 2_000 })
    const nation = withTasks([])
    nation.answers['government-tasks.get-tasks'] = () => ({ success: true, tasks: [task], nextCursor: null, now: NOW })
    nation.answers['government-tasks.get-responses'] = () => ({
      success: true,
      task,
      responses: [],
      nextCursor: null,
      now: NOW,
    })
    nation.answers['government-tasks.update-task'] = ({ updatedAt }) =>
      updatedAt === task.updatedAt
        ? { success: true, message: 'Task updated successfully!', task }
        : refuse(409, 'task_changed', 'This task was changed.')
    const { sent } = await open(nation)
    fireEvent.click(within(await unfold('Task 1')).getByRole('button', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Task' })
    fireEvent.change(within(dialog).getByLabelText('Description'), { target: { value: 'Written long.' } })
    task = aTask(1, { title: 'Task 1, renamed', updatedAt: NOW - 1_000 })
    await act(() => queryClient.refetchQueries())
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save Task' }))
    expect(await within(dialog).findByText(/^This task was changed in the meantime\. Save it again/)).toBeTruthy()
    const bodies = () =>
      sent
        .filter(({ url }) => url === '/api/government-tasks/update-task')
        .map(({ body }) => JSON.parse(body!) as Record<string, unknown>)
    expect(bodies()[0]).toMatchObject({ title: 'Task 1', updatedAt: NOW - 2_000 })
    // What was written stays; sent again, it changes its own field alone.
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save Task' }))
    await waitFor(() => expect(bodies()).toHaveLength(2))
    expect(bodies()[1]).toMatchObject({ description: 'Written long.', updatedAt: NOW - 1_000 })
    expect(bodies()[1]).not.toHaveProperty('title')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Task' })).toBeNull())
  })

  it('keep what is written in the form of a task that leaves the list meanwhile', async () => {
    let tasks = [aTask(1)]
    const nation = withTasks([])
    nation.answers['government-tasks.get-tasks'] = () => ({ success: true, tasks, nextCursor: null, now: NOW })
    await open(nation)
    fireEvent.click(within(await unfold('Task 1')).getByRole('button', { name: 'Edit' }))
    const title = within(await screen.findByRole('dialog', { name: 'Edit Task' })).getByLabelText('Title')
    fireEvent.change(title, { target: { value: 'Ask five workshops' } })
    tasks = []
    await act(() => queryClient.refetchQueries({ queryKey: ['government-tasks.get-tasks'] }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Task 1', hidden: true })).toBeNull())
    const dialog = screen.getByRole('dialog', { name: 'Edit Task' })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Title').value).toBe('Ask five workshops')
  })

  it('are created by those who may: others are not offered it', async () => {
    await open(withTasks([], 'official'))
    expect(screen.queryByRole('button', { name: 'Create Task' })).toBeNull()
    expect(screen.queryByRole('radio', { name: 'By Person' })).toBeNull()
  })

  it('keep what was written when a response is refused, and say why', async () => {
    const nation = withTasks([aTask(1)])
    nation.answers['government-tasks.submit-response'] = () => refuse(409, 'task_completed', 'This task is completed.')
    await open(nation)
    const form = within(await unfold('Task 1')).getByRole('form')
    fireEvent.submit(form)
    expect(within(form).getByText('Please enter a response')).toBeTruthy()
    const field = within(form).getByLabelText<HTMLTextAreaElement>('Your response')
    fireEvent.change(field, { target: { value: 'Three offers.' } })
    fireEvent.submit(form)
    expect(await within(form).findByText('This task is completed.')).toBeTruthy()
    expect(field.value).toBe('Three offers.')
  })

  it('are deleted after a question, for a reason or without one', async () => {
    const nation = withTasks([aTask(1)])
    nation.answers['government-tasks.delete-task'] = ({ taskId }) => ({
      ...{ success: true, message: 'Task deleted successfully!', taskId, deletedAt: NOW },
    })
    const { sent } = await open(nation)
    fireEvent.click(within(await unfold('Task 1')).getByRole('button', { name: 'Delete' }))
    const asked = await screen.findByRole('dialog')
    expect(asked.textContent).toContain('Are you sure you want to delete this task?')
    fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.some(({ url }) => url.includes('delete-task'))).toBe(false)
    const deletions = () =>
      sent.filter(({ url }) => url.includes('delete-task')).map(({ body }) => JSON.parse(body!) as object)
    for (const [typed, said] of [
      ['Done elsewhere', { reason: 'Done elsewhere' }],
      ['  ', {}],
    ] as const) {
      const before = deletions().length
      fireEvent.click(await within(await card('Task 1')).findByRole('button', { name: 'Delete' }))
      fireEvent.change(await screen.findByLabelText('Reason (optional)'), { target: { value: typed } })
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
      await waitFor(() => expect(deletions()).toHaveLength(before + 1))
      expect(deletions().at(-1)).toEqual({ taskId: idOf(40, 1), ...said })
      // The task that was deleted is folded; the nation of this test still lists it, and it is unfolded once more.
      const title = within(await card('Task 1')).getByRole('button', { name: 'Task 1' })
      await waitFor(() => expect(title.getAttribute('aria-expanded')).toBe('false'))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await unfold('Task 1')
    }
  })

  it('are opened by their address, also where the list does not show them', async () => {
    const nation = withTasks([aTask(1)])
    nation.answers['government-tasks.get-responses'] = () => ({
      ...{ success: true, task: aTask(70), responses: [], nextCursor: null, now: NOW },
    })
    const { router } = await open(nation, `&task=${idOf(40, 70)}`)
    const named = await screen.findByRole('region', { name: 'The task of this link' })
    const found = await within(named).findByRole('article', { name: 'Task 70' })
    expect(within(found).getByText('Ask three workshops.')).toBeTruthy()
    fireEvent.click(within(found).getByRole('button', { name: 'Task 70' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=tasks'))
    expect(screen.queryByRole('region', { name: 'The task of this link' })).toBeNull()
  })

  it('are not asked for when they go from the list while they are open', async () => {
    let tasks = [aTask(1)]
    const nation = withTasks([])
    nation.answers['government-tasks.get-tasks'] = () => ({ success: true, tasks, nextCursor: null, now: NOW })
    const { sent } = await open(nation)
    await unfold('Task 1')
    tasks = []
    await act(() => queryClient.refetchQueries({ queryKey: ['government-tasks.get-tasks'] }))
    expect(await screen.findByText('No tasks yet')).toBeTruthy()
    expect(sent.some(({ url }) => url.includes('get-responses'))).toBe(false)
    expect(screen.queryByRole('region', { name: 'The task of this link' })).toBeNull()
  })

  it('say when an address names a task that is gone', async () => {
    const nation = withTasks([aTask(1)])
    nation.answers['government-tasks.get-responses'] = () => refuse(404, 'task_not_found', 'There is no such task.')
    await open(nation, `&task=${idOf(40, 70)}`)
    expect(await screen.findByText('This task is not there')).toBeTruthy()
    const named = screen.getByRole('region', { name: 'The task of this link' })
    fireEvent.click(within(named).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('This task is not there')).toBeNull())
  })

  it('that are deleted leave the focus on the next one, and the last one on the heading', async () => {
    let tasks = [aTask(1), aTask(2)]
    const nation = withTasks([])
    nation.answers['government-tasks.get-tasks'] = () => ({ success: true, tasks, nextCursor: null, now: NOW })
    nation.answers['government-tasks.delete-task'] = ({ taskId }) => {
      tasks = tasks.filter(({ id }) => id !== taskId)
      return { success: true, message: 'Task deleted successfully!', taskId, deletedAt: NOW }
    }
    const { router } = await open(nation)
    const remove = async (title: string) => {
      const button = within(await unfold(title)).getByRole('button', { name: 'Delete' })
      button.focus()
      fireEvent.click(button)
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
      await waitFor(() => expect(screen.queryByRole('article', { name: title })).toBeNull())
    }
    await remove('Task 1')
    expect(document.activeElement).toBe(within(await card('Task 2')).getByRole('button', { name: 'Task 2' }))
    await remove('Task 2')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tasks' }))
    expect(router.state.location.search).toBe('?tab=tasks')
  })

  it('wait for an image that is on its way before a response is sent, and say so', async () => {
    vi.stubGlobal('XMLHttpRequest', HeldRequest)
    const nation = withTasks([aTask(1)])
    const message = 'Response submitted successfully'
    nation.answers['government-tasks.submit-response'] = () => ({
      success: true,
      message,
      taskId: idOf(7, 2),
      responseId: idOf(7, 1),
      submittedAt: NOW,
    })
    const { sent } = await open(nation)
    const form = within(await unfold('Task 1')).getByRole('form')
    const submit = () => within(form).getByRole<HTMLButtonElement>('button', { name: 'Submit Response' })
    fireEvent.change(within(form).getByLabelText('Your response'), { target: { value: 'Three offers.' } })
    expect(submit().disabled).toBe(false)
    expect(within(form).getByText('No image added yet.')).toBeTruthy()
    expect(within(form).getByRole('status').textContent).toBe('')
    const file = new File(['x'], 'steps.png', { type: 'image/png' })
    fireEvent.change(within(form).getByLabelText('Add image'), { target: { files: [file] } })
    await waitFor(() => expect(submit().disabled).toBe(true))
    expect(within(form).getByText('An image is being uploaded. You can submit when it is there.')).toBeTruthy()
    fireEvent.submit(form)
    expect(sent.some(({ url }) => url.includes('submit-response'))).toBe(false)
    fireEvent.click(within(form).getByRole('button', { name: 'Cancel upload' }))
    await waitFor(() => expect(submit().disabled).toBe(false))
    // What became of it is said, too.
    expect(within(form).getByRole('status').textContent).toBe('No image added yet.')
    // Behind the success nothing else is said.
    fireEvent.submit(form)
    await waitFor(() => expect(within(form).getByRole('status').textContent).toBe(''))
    vi.unstubAllGlobals()
  })

  it('say what failed, and what no filter finds', async () => {
    const nation = withTasks([])
    nation.answers['government-tasks.get-tasks'] = () => refuse(400, 'invalid_input', 'The drawer is stuck.')
    await open(nation, '&status=completed')
    expect(await screen.findByText('The drawer is stuck.')).toBeTruthy()
    nation.answers['government-tasks.get-tasks'] = () => ({ success: true, tasks: [], nextCursor: null, now: NOW })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No tasks yet')).toBeTruthy()
  })
})

describe('the order of open tasks', () => {
  it('is what presses: overdue, urgent, high, and among these the earlier due', () => {
    const tasks = [
      aTask(1),
      aTask(2, { dueDate: NOW + 2 * day }),
      aTask(3, { priority: 'high' }),
      aTask(4, { priority: 'urgent', dueDate: NOW + day }),
      aTask(5, { dueDate: NOW - day }),
      aTask(6, { priority: 'urgent', dueDate: NOW - 2 * day }),
    ]
    expect(byPressure(tasks, NOW).map(({ title }) => title)).toEqual([6, 5, 4, 3, 2, 1].map((place) => `Task ${place}`))
  })

  it('is named where no status is asked for, and not where all that is listed is open or overdue anyway', async () => {
    const first = async (search: string) => {
      const { unmount } = await open(withTasks([aTask(1)]), search)
      const options = within(screen.getByLabelText('Status')).getAllByRole('option', { hidden: true })
      const words = options.map(({ textContent }) => textContent)
      unmount()
      return words
    }
    expect(await first('')).toEqual(['Any, open first', 'Open', 'Completed'])
    expect((await first('&show=mine'))[0]).toBe('Any, open first')
    expect((await first('&show=overdue'))[0]).toBe('Any status')
  })

  it('is on the screen, and what is completed is folded below it, and read when it is unfolded', async () => {
    const nation = withTasks([])
    const all = [aTask(1), aTask(2, { priority: 'urgent' }), aTask(3, { status: 'completed', completedAt: NOW })]
    nation.answers['government-tasks.get-tasks'] = ({ status }) => ({
      ...{ success: true, nextCursor: null, now: NOW },
      tasks: all.filter((task) => status === undefined || task.status === status),
    })
    const { sent } = await open(nation)
    await card('Task 1')
    expect(screen.getAllByRole('article').map((one) => one.querySelector('h3')?.textContent)).toEqual([
      'Task 2',
      'Task 1',
    ])
    expect(sent.some(({ url }) => url.includes('status=completed'))).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Show completed tasks' }))
    const done = await screen.findByRole('list', { name: 'Completed tasks' })
    expect(within(done).getByRole('article', { name: 'Task 3' })).toBeTruthy()
  })

  it('unfolds the completed ones when the task that one reads is completed', async () => {
    let task = aTask(1)
    const nation = withTasks([])
    nation.answers['government-tasks.get-tasks'] = ({ status }) => ({
      ...{ success: true, nextCursor: null, now: NOW },
      tasks: [task].filter((one) => one.status === status),
    })
    await open(nation)
    await unfold('Task 1')
    task = aTask(1, { status: 'completed', completedAt: NOW })
    await act(() => queryClient.refetchQueries({ queryKey: ['government-tasks.get-tasks'] }))
    const done = await screen.findByRole('list', { name: 'Completed tasks' })
    expect(within(done).getByRole('button', { name: 'Reopen' })).toBeTruthy()
  })
})

describe('the filters', () => {
  it('ask for open tasks apart from completed ones, where no status is chosen', () => {
    const of = (search: string) => filterOf(new URLSearchParams(search), true)
    expect(
      ['', 'show=mine', 'status=open', 'show=overdue', 'show=person'].map((search) => isSplit(of(search))),
    ).toEqual([true, true, false, false, false])
    expect(questionOfStatus(of('show=mine'), 'open')).toEqual({ limit: 50, mine: true, status: 'open' })
    expect(questionOfStatus(of(''), 'completed')).toEqual({ limit: 20, status: 'completed' })
  })

  it('live in the address, which names them as it likes and is believed where it makes sense', () => {
    const asked = (search: string, byPerson = true) => questionOf(filterOf(new URLSearchParams(search), byPerson))
    expect(asked('show=mine&role=secretary&priority=high&status=open')).toEqual({
      ...{ limit: 20, mine: true, assignedTo: 'secretary', priority: 'high', status: 'open' },
    })
    expect(asked('show=overdue&role=king')).toEqual({ limit: 20, overdue: true })
    expect(asked('show=person&person=somebody')).toEqual({ limit: 20, personId: 'somebody' })
    expect(asked('show=person&person=somebody', false)).toEqual({ limit: 20 })
  })

  it('are changed by what is chosen, and stay in the address', async () => {
    const { router } = await open(withTasks([aTask(1)]))
    fireEvent.change(screen.getByLabelText('Priority'), { target: { value: 'urgent' } })
    fireEvent.click(screen.getByRole('radio', { name: 'Mine' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=tasks&priority=urgent&show=mine'))
  })
})

describe('a reminder', () => {
  const event = { id: 1, kind: 'tasks.reminded' as const, subject: idOf(40, 1), at: NOW }
  const reminded = (assignedTo: string, office: 'secretary' | 'raidMinister' | null, reminder = 'due', at = NOW) =>
    reminderOf({ ...event, at, facts: { assignedTo, reminder, dueDate: NOW } }, office, NOW)

  it('is shown to those whose task it is, and while it is news', () => {
    expect(reminded('secretary', 'secretary')).toBe('A task of your office is due now.')
    expect(reminded('all', 'raidMinister', 'day-before')).toBe('A task for all officials is due in a day.')
    expect(reminded('secretary', 'raidMinister')).toBeNull()
    expect(reminded('all', null)).toBeNull()
    expect(reminded('secretary', 'secretary', 'due', NOW - 3_600_000)).toBeNull()
  })
})

describe('the form', () => {
  it('needs title and description, and a due date ahead; one that stays is not looked at', () => {
    const filled = { ...blankTask, title: 'Light', description: 'the steps' }
    expect(Object.keys(problemsOf(blankTask, NOW).problems)).toEqual(['title', 'description'])
    expect(problemsOf(filled, NOW)).toEqual({ problems: {}, sentence: null })
    expect(Object.keys(problemsOf({ ...filled, dueDate: '2020-01-01T00:00' }, NOW).problems)).toEqual(['dueDate'])
    const late = aTask(1, { dueDate: NOW - day })
    expect(problemsOf(formOf(late), NOW, late).problems).toEqual({})
    expect(changeOf(late, formOf(late))).not.toHaveProperty('dueDate')
  })
})

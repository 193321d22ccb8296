import type { GovernmentRole } from '@nation/domain/permissions'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { usePanel } from '../features/admin/panel-session'
import type { Task } from '../features/tasks/types'
import { fakePassword } from '../testing/fake-admin'
import { fakeNation, idOf, type FakeNation } from '../testing/fake-nation'
import { renderAt } from '../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const day = 86_400_000

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

const task = (index: number): Task => ({
  id: idOf(40, index),
  title: `Task ${index}`,
  description: 'Ask three workshops.',
  priority: 'normal',
  ...{ assignedTo: 'secretary', assignedToRole: 'secretary', assignedToName: 'Ruth' },
  ...{ dueDate: null, overdue: false, status: 'open' },
  ...{ createdBy: idOf(3, 7), createdByName: 'Alma', createdByRole: 'admin' },
  ...{ createdAt: NOW - day, updatedAt: NOW - day, completedAt: null },
  ...{ responseCount: 1, responses: [] },
  may: { respond: true, update: true, complete: true, delete: true },
})

const member = {
  id: idOf(3, 9),
  username: 'Vera Quill',
  twitterUsername: 'vera_q',
  profilePicture: null,
  role: 'citizen' as const,
  governmentRole: null,
  joinedAt: NOW - 30 * 86_400_000,
}

/** An administrator's nation with two tasks, of which the first goes when it is deleted. */
function nationOf(office: GovernmentRole | null): FakeNation {
  const nation = fakeNation({ now: NOW, as: office === null ? 'admin' : 'citizen' })
  let tasks = [task(1), task(2)]
  const changed = () => ({ success: true as const, message: 'Done.', taskId: idOf(40, 3), task: task(1) })
  Object.assign(nation.answers, {
    'government-tasks.get-tasks': () => ({ success: true, tasks, nextCursor: null, now: NOW }),
    'government-tasks.create-task': changed,
    'government-tasks.update-task': changed,
    'government-tasks.delete-task': ({ taskId }: { taskId: string }) => {
      tasks = tasks.filter(({ id }) => id !== taskId)
      return { success: true, message: 'Task deleted successfully!', taskId, deletedAt: NOW }
    },
    'members.update-role': () => ({ success: true, member }),
    'government.resign': () => ({ success: true, message: 'You have resigned.', office, endedAt: NOW }),
    'members.get-all': () => ({
      success: true,
      members: [member],
      nextCursor: null,
    }),
  })
  if (office !== null) holdOffice(nation, office)
  return nation
}

/** The reader holds an office, and is on its seat. */
function holdOffice({ answers }: FakeNation, office: GovernmentRole): void {
  const [session, government] = [answers['auth.refresh']!, answers['members.get-government']!]
  const own = session({})
  const uid = 'user' in own ? own.user.uid : ''
  answers['auth.refresh'] = (input) => {
    const given = session(input)
    return 'user' in given ? { ...given, user: { ...given.user, governmentRole: office } } : given
  }
  answers['members.get-government'] = (input) => {
    const given = government(input)
    if (!('members' in given)) return given
    const held = given.members.map((one) => (one.governmentRole === office ? { ...one, uid, id: uid } : one))
    return { ...given, members: held }
  }
}

interface Case {
  readonly path: string
  /** The office that the reader holds; an administrator's without. */
  readonly office?: GovernmentRole
  /** Comes to the control that opens the dialog. */
  readonly opener: () => Promise<HTMLElement>
  /** What is done between the control and the dialog. */
  readonly onTheWay?: () => Promise<void>
  /** The dialog's accessible name. */
  readonly name: RegExp
  /** What has the focus when it opens. */
  readonly first: (dialog: HTMLElement) => HTMLElement
  readonly fill?: (dialog: HTMLElement) => void
  readonly confirm: string
  /** What has the focus once it was confirmed and done; the opener without. */
  readonly then?: () => HTMLElement
}

const tasksPath = '/government?tab=tasks'
const seatsPath = '/government?tab=hierarchy'
const cancel = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Cancel' })
const titleField = (dialog: HTMLElement) => within(dialog).getByRole('textbox', { name: 'Title' })
const seat = (title: string) => () => screen.getByRole('article', { name: title })

async function inTask(name: string): Promise<HTMLElement> {
  const card = await screen.findByRole('article', { name: 'Task 1' })
  fireEvent.click(within(card).getByRole('button', { name: 'Task 1' }))
  return within(card).findByRole('button', { name })
}

async function throughTheGate(): Promise<void> {
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
}

const cases: Readonly<Record<string, Case>> = {
  'that appoints': {
    path: seatsPath,
    opener: () => screen.findByRole('button', { name: 'Appoint: Minister of Justice' }),
    onTheWay: async () => void fireEvent.click(await screen.findByRole('option', { name: /Vera Quill/ })),
    name: /^Appoint to office\?$/,
    first: cancel,
    confirm: 'Appoint',
    then: seat('Minister of Justice'),
  },
  'that removes': {
    path: seatsPath,
    opener: () => screen.findByRole('button', { name: /^Remove .* from Prime Minister/ }),
    name: /^Remove from office\?$/,
    first: cancel,
    confirm: 'Remove',
    then: seat('Prime Minister'),
  },
  'that resigns': {
    path: seatsPath,
    office: 'secretary',
    opener: () => screen.findByRole('button', { name: 'Resign' }),
    name: /^Resign as Secretary of State\?$/,
    first: cancel,
    confirm: 'Resign',
    then: seat('Secretary of State'),
  },
  'that gives a task': {
    path: tasksPath,
    opener: () => screen.findByRole('button', { name: 'Create Task' }),
    name: /^Create Task$/,
    first: titleField,
    fill: (dialog) => {
      fireEvent.change(titleField(dialog), { target: { value: 'Lamps' } })
      fireEvent.change(within(dialog).getByRole('textbox', { name: 'Description' }), { target: { value: 'Count.' } })
    },
    confirm: 'Create Task',
  },
  'that edits a task': {
    path: tasksPath,
    opener: () => inTask('Edit'),
    name: /^Edit Task$/,
    first: titleField,
    confirm: 'Save Task',
  },
  'that deletes a task': {
    path: tasksPath,
    opener: () => inTask('Delete'),
    name: /^Delete task$/,
    first: cancel,
    fill: (dialog) =>
      fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), {
        target: { value: 'Spam' },
      }),
    confirm: 'Delete',
    then: () => screen.getByRole('button', { name: 'Task 2' }),
  },
  'that deletes a broadcast': {
    path: '/admin?tab=broadcast',
    opener: async () => {
      await throughTheGate()
      return screen.findByRole('button', { name: 'Delete' })
    },
    name: /^Delete this broadcast\?$/,
    first: cancel,
    fill: (dialog) =>
      fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), {
        target: { value: 'Old' },
      }),
    confirm: 'Delete',
    then: () => screen.getAllByRole('heading').at(-1)!,
  },
  'that deletes an interview': {
    path: '/government?tab=interviews',
    opener: async () =>
      within(await screen.findByRole('article', { name: /old harbour/ })).getByRole('button', { name: 'Delete' }),
    name: /^Delete “.+”$/,
    first: cancel,
    confirm: 'Delete',
    then: () => screen.getByRole('link', { name: 'How do you hear of what we decide?' }),
  },
}

/** Opens the page, comes to the control as the keyboard does, and presses it. */
async function openDialog({
  path,
  office = null,
  opener,
  onTheWay,
  name,
}: Omit<Case, 'office'> & { office?: GovernmentRole | null }) {
  renderAt(path, nationOf(office), NOW)
  const control = await opener()
  const ask = async () => {
    act(() => control.focus())
    fireEvent.click(control)
    await onTheWay?.()
    return screen.findByRole('dialog', { name })
  }
  return { control, ask }
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const hasFocus = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))

describe('A dialog', () => {
  it.each(Object.entries(cases))(
    '%s takes the focus, names all of its fields and buttons, and gives the focus back when it is left',
    async (_, one) => {
      const { control, ask } = await openDialog(one)
      const leave: ((dialog: HTMLElement) => void)[] = [
        () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', code: 'Escape' }),
        (dialog) => fireEvent.click(cancel(dialog)),
        (dialog) => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' })),
      ]
      for (const way of leave) {
        const dialog = await ask()
        await hasFocus(() => one.first(dialog))
        for (const button of within(dialog).getAllByRole('button'))
          expect(button.getAttribute('aria-label') ?? button.textContent).not.toBe('')
        for (const field of dialog.querySelectorAll<HTMLInputElement>('input, select, textarea'))
          expect([field.id, field.labels?.length]).toEqual([field.id, 1])
        way(dialog)
        await gone()
        await hasFocus(() => control)
      }
    },
  )

  it.each([
    ['Create Task', tasksPath],
    ['Create Interview', '/government?tab=interviews'],
    ['Create Poll', '/vote'],
  ])('%s stays with what was written, whatever key or click would close it', async (name, path) => {
    renderAt(path, nationOf(null), NOW)
    fireEvent.click((await screen.findAllByRole('button', { name }))[0]!)
    const dialog = await screen.findByRole('dialog', { name })
    const field = within(dialog).getAllByRole<HTMLInputElement>('textbox')[0]!
    fireEvent.change(field, { target: { value: 'Twenty questions' } })
    fireEvent.click(document.querySelector('.mantine-Modal-overlay')!)
    expect(screen.queryAllByRole('dialog')).toEqual([dialog])
    fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' })
    const question = await screen.findByRole('dialog', { name: 'Discard what you wrote?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Keep writing' }))
    await waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([dialog]))
    expect(field.value).toBe('Twenty questions')
    await hasFocus(() => field)
  })

  it.each(Object.entries(cases))('%s leads on once it is confirmed and done', async (_, one) => {
    const { control, ask } = await openDialog(one)
    const dialog = await ask()
    await hasFocus(() => one.first(dialog))
    one.fill?.(dialog)
    fireEvent.click(within(dialog).getByRole('button', { name: one.confirm }))
    await gone()
    await hasFocus(one.then ?? (() => control))
  })
})

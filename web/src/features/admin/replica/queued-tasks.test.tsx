import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { App } from '../../../app/App'
import { SearchableMemory, type Nation } from '../../../lib/replica'
import { openReplicas, Refused, SmallNation, someMembers, TestDisk, type Replica } from '../../../lib/replica/testing'
import { versionOf } from '../../../lib/replica/version'
import { Confirmations } from '../../../ui'
import { AdminShell } from '../AdminShell'
import { none, useReplica } from './use-replica'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const replicas = openReplicas()
const task = {
  ...{ id: 't1', title: 'Light the harbour', description: 'Ask three workshops.', priority: 'normal' },
  ...{ assignedTo: 'secretary', status: 'open', dueDate: null, createdBy: 'm1', createdByRole: 'admin' },
  ...{ createdAt: NOW, updatedAt: NOW, completedAt: null, responses: 0 },
}
type Command = Parameters<Nation['run']>[0]
let nation: SmallNation
let replica: Replica
let commands: Command[]
let isConnected: boolean

/** The server does a command where it rests on the row as it is. */
async function runs(command: Command) {
  commands.push(command)
  const { call, input, version } = command
  const tasks = nation.tables.get('tasks')!
  const before = call === 'government-tasks.create-task' ? null : (tasks.get(String(input.taskId)) ?? null)
  if (version !== (await versionOf('tasks', before)))
    throw new Refused(409, 'command_conflict', { theirs: JSON.stringify(before) })
  const { taskId = 'made', ...fields } = input
  const row = { ...(before ?? task), ...fields, id: String(taskId) }
  nation.put('tasks', row)
  return { row, version: await versionOf('tasks', row) }
}

beforeEach(async () => {
  nation = new SmallNation()
  nation.put('members', ...someMembers(3))
  nation.put('tasks', task)
  nation.runs = runs
  ;[commands, isConnected] = [[], true]
  const memory = new SearchableMemory()
  replica = await replicas.open(new TestDisk(), nation, { memory, me: 'm2', now: () => NOW })
  await replica.round()
  nation.before = () => {
    if (!isConnected) throw new Refused(0, 'network')
  }
  const { state, outbox } = replica
  useReplica.setState({ ready: true, replica, memory, state, entries: outbox.entries, version: 1 })
  replica.watch(() =>
    act(() =>
      useReplica.setState(({ version }) => ({
        ...{ state: replica.state, entries: replica.outbox.entries, version: version + 1 },
      })),
    ),
  )
})

afterEach(() => {
  replicas.close()
  useReplica.setState(none)
})

const open = (address: string) =>
  render(
    <App>
      <MemoryRouter initialEntries={[`/admin?tab=${address}`]}>
        <AdminShell />
        <Confirmations />
      </MemoryRouter>
    </App>,
  )

const dialog = (name: string) => screen.findByRole('dialog', { name })
const write = (within_: HTMLElement, label: string, value: string) =>
  fireEvent.change(within(within_).getByLabelText(new RegExp(`^${label}`)), { target: { value } })

async function press(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }))
}

async function saves(form: HTMLElement, name: string): Promise<void> {
  fireEvent.click(within(form).getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

async function writesOffline(title: string): Promise<void> {
  isConnected = false
  await press('Create Task')
  const form = await dialog('Create Task')
  write(form, 'Title', title)
  write(form, 'Description', 'Oil the hinges.')
  write(form, 'Assign to', 'president')
  await saves(form, 'Create Task')
}

it('A task that is written offline is in the list as one that waits, is found, and is sent once', async () => {
  open('tasks')
  await writesOffline('Mend the gate')
  const list = await screen.findByRole('list', { name: 'Tasks' })
  const line = within(list).getByRole('link', { name: /Mend the gate/ })
  expect(line.textContent).toContain('Waits to be sent')
  expect(within(list).getByRole('link', { name: /Light the harbour/ }).textContent).not.toContain('Waits')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'gate hinges' } })
  await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(1))
  isConnected = true
  await replica.round()
  expect(commands).toHaveLength(1)
  expect(commands[0]).toMatchObject({
    call: 'government-tasks.create-task',
    input: { title: 'Mend the gate', description: 'Oil the hinges.', priority: 'normal', assignedTo: 'president' },
    version: null,
  })
  await waitFor(() => expect(screen.queryByText('Waits to be sent')).toBeNull())
  expect([...replica.rows('tasks')].map(({ id }) => id)).toEqual(['t1', 'made'])
})

it('A form without a title or a description queues nothing, and says what is missing', async () => {
  open('tasks')
  await press('Create Task')
  const form = await dialog('Create Task')
  fireEvent.click(within(form).getByRole('button', { name: 'Create Task' }))
  expect(await within(form).findAllByText('Please enter a title.')).not.toEqual([])
  expect(replica.outbox.entries).toEqual([])
})

it('A change offline sends the fields that were changed, so that what others change beside it stays', async () => {
  open('record&table=tasks&id=t1')
  isConnected = false
  await press('Edit task')
  const form = await dialog('Edit Task')
  write(form, 'Title', 'Light the pier')
  await saves(form, 'Save Task')
  expect(screen.getByRole('link', { name: 'A change waits to be sent' }).getAttribute('href')).toBe(
    '/admin?tab=changes',
  )
  expect(screen.getByRole('heading', { name: 'Light the pier' })).toBeTruthy()
  isConnected = true
  await replica.round()
  expect(commands.map(({ input }) => input)).toEqual([{ taskId: 't1', title: 'Light the pier' }])
})

it('A form that changes nothing queues nothing', async () => {
  open('record&table=tasks&id=t1')
  await press('Edit task')
  await saves(await dialog('Edit Task'), 'Save Task')
  expect(replica.outbox.entries).toEqual([])
})

it('A task that another administrator changed while the form was open is shown beside the change', async () => {
  open('record&table=tasks&id=t1')
  await press('Edit task')
  const form = await dialog('Edit Task')
  write(form, 'Title', 'Light the pier')
  nation.put('tasks', { ...task, priority: 'urgent' })
  await replica.round()
  await saves(form, 'Save Task')
  await replica.round()
  expect(await screen.findByRole('link', { name: 'A change waits for your decision' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'A change waits for your decision' }))
  const rows = within(await screen.findByRole('table', { name: 'Mine and theirs' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'FieldYou sawTheirsWith mine',
    'TitleLight the harbourLight the harbourLight the pier',
    'Prioritynormalurgenturgent',
  ])
  await press('Send mine again')
  await waitFor(() => expect(replica.outbox.entries[0]?.state.is).toBe('waiting'))
  await replica.round()
  expect(nation.tables.get('tasks')?.get('t1')).toMatchObject({ title: 'Light the pier', priority: 'urgent' })
})

it('A completed task is reopened before it is changed', async () => {
  nation.put('tasks', { ...task, status: 'completed' })
  await replica.round()
  open('record&table=tasks&id=t1')
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit task' })).toBeNull()
})

it('A task that waits is changed, too: the change waits behind it, and its record stays open', async () => {
  open('tasks')
  await writesOffline('Mend the gate')
  fireEvent.click(screen.getByRole('link', { name: /Mend the gate/ }))
  expect(await screen.findByRole('link', { name: 'It waits to be sent' })).toBeTruthy()
  await press('Edit task')
  const form = await dialog('Edit Task')
  write(form, 'Title', 'Mend both gates')
  await saves(form, 'Save Task')
  isConnected = true
  await replica.round()
  expect(commands.map(({ call, input }) => [call, input.taskId, input.title])).toEqual([
    ['government-tasks.create-task', undefined, 'Mend the gate'],
    ['government-tasks.update-task', 'made', 'Mend both gates'],
  ])
  expect(await screen.findByRole('heading', { name: 'Mend both gates' })).toBeTruthy()
})

it('A task that was refused is shown with its text, and is written anew with it; what waits behind it stays', async () => {
  open('tasks')
  await writesOffline('Mend the gate')
  const made = replica.outbox.entries[0]!.id
  const input = { taskId: made, status: 'completed' }
  await replica.addCommand({ call: 'government-tasks.update-status', input, base: null })
  nation.runs = () => {
    throw new Refused(400, 'task_due_invalid')
  }
  isConnected = true
  await replica.round()
  fireEvent.click(await screen.findByRole('link', { name: '1 change to decide' }))
  const card = await screen.findByRole('article', { name: 'Write the task “Mend the gate”' })
  expect(within(card).getByText('Oil the hinges.')).toBeTruthy()
  expect(within(card).getByText('President')).toBeTruthy()
  fireEvent.click(within(card).getByRole('button', { name: 'Edit' }))
  const form = await dialog('Create Task')
  expect(within(form).getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('Oil the hinges.')
  write(form, 'Title', 'Mend the door')
  nation.runs = runs
  await saves(form, 'Create Task')
  await replica.round()
  expect(commands.map(({ call, input: { title, taskId } }) => [call, title ?? taskId])).toEqual([
    ['government-tasks.create-task', 'Mend the door'],
    ['government-tasks.update-status', 'made'],
  ])
  expect(replica.outbox.entries).toEqual([])
})

it('A change that was refused is written anew over the task as it was', async () => {
  nation.runs = () => {
    throw new Refused(400, 'task_fields_missing')
  }
  open('record&table=tasks&id=t1')
  await press('Edit task')
  const form = await dialog('Edit Task')
  write(form, 'Title', 'Light the pier')
  await saves(form, 'Save Task')
  await replica.round()
  nation.runs = runs
  fireEvent.click(await screen.findByRole('link', { name: '1 change to decide' }))
  await press('Edit')
  const again = await dialog('Edit Task')
  expect(within(again).getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Light the pier')
  write(again, 'Priority', 'high')
  await saves(again, 'Save Task')
  await replica.round()
  expect(commands.map(({ input }) => input)).toEqual([{ taskId: 't1', title: 'Light the pier', priority: 'high' }])
})

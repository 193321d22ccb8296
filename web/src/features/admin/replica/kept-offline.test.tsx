import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../../app/App'
import { SearchableMemory } from '../../../lib/replica'
import { queryClient } from '../../../lib/query/query'
import { openReplicas, SmallNation, someMembers, TestDisk } from '../../../lib/replica/testing'
import { fakeNation } from '../../../testing/fake-nation'
import { Confirmations, Toasts } from '../../../ui'
import { AdminShell } from '../AdminShell'
import { usePanel } from '../panel-session'
import { none, useReplica } from './use-replica'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const replicas = openReplicas()

const plain = {
  ...{ twitterUsername: 'somebody', profilePicture: null, governmentRole: null, walletAddress: 'a wallet of somebody' },
  ...{ isAdmin: false, isSuperAdmin: false, isModerator: false, isCandidate: false, verified: false },
  ...{ followers: 5, tokenBalanceUnits: '1000000000', joinedAt: NOW },
}

const election = (n: number, voters: number | null) => ({
  ...{ id: `e${n}`, startsAt: Date.UTC(2026, 10, 2 + 7 * n), voters, eligibleVoters: voters === null ? null : 200 },
})

beforeEach(async () => {
  usePanel.setState({ token: null, adminId: null, ended: false })
  const nation = new SmallNation()
  const members = someMembers(7).map((one) => ({ ...one, ...plain }))
  nation.put('members', { ...members[0]!, governmentRole: 'president' }, ...members.slice(1))
  nation.put('elections', election(0, 50), election(1, 90), election(2, null))
  nation.put('polls', { id: 'p1', status: 'open' }, { id: 'p2', status: 'closed' })
  nation.put('tasks', { id: 't1', status: 'open' }, { id: 't2', status: 'completed' }, { id: 't3', status: 'open' })
  nation.put('payments', { id: 's1', paidAt: null }, { id: 's2', paidAt: 5 })
  nation.put('bank', { id: 'bank', totalCents: '1250000', cycle: { number: 4, startsAt: NOW, dueAt: NOW } })
  nation.put('audit', { id: '9', kind: 'panel', at: NOW - 3_600_000, sentence: ['Once.'] })
  const memory = new SearchableMemory()
  const replica = await replicas.open(new TestDisk(), nation, { memory })
  await replica.round()
  const { state, outbox } = replica
  useReplica.setState({ ready: true, replica, memory, state, entries: outbox.entries, version: 1 })
})

afterEach(() => {
  replicas.close()
  useReplica.setState(none)
})

const contact = (how: 'online' | 'offline', syncedAt: number | null = NOW) =>
  act(() => useReplica.setState(({ state }) => ({ state: { ...state!, contact: how, filled: true, syncedAt } })))

/** The panel as the console draws it: without a page around it. */
const open = (tab: string) =>
  render(
    <App>
      <MemoryRouter initialEntries={[`/admin?tab=${tab}`]}>
        <AdminShell />
      </MemoryRouter>
    </App>,
  )

const figure = async (label: string) => (await screen.findByText(label)).parentElement?.textContent

describe('a tab of what is switched off', () => {
  it('is hidden while the server answers, and shows the copy without a connection', async () => {
    const { answers } = fakeNation({ now: NOW, off: ['elections'] })
    queryClient.setQueryData(['system.settings', {}], answers['system.settings']!({}))
    open('elections')
    contact('online')
    expect(await screen.findByRole('heading', { name: 'Elections are switched off' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Elections' })).toBeNull()
    contact('offline')
    expect(await screen.findByText('Week 45, 2026')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Elections' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Elections are switched off' })).toBeNull()
    queryClient.clear()
  })
})

describe('the dashboard without a connection', () => {
  it('shows what the copy knows, and of when it is', async () => {
    open('dashboard')
    contact('offline')
    expect(await screen.findByText(/^From the copy on this computer, as of/)).toBeTruthy()
    expect(screen.getAllByText(/18 Nov/, { selector: 'section *' })).toHaveLength(2)
    expect(await figure('Citizens')).toBe('Citizens71 of 9 seats filled')
    expect(await figure('Turnout')).toMatch(/^Turnout45(\.0)?%Week 46, 2026, counted last$/)
    expect(await figure('Active polls')).toBe('Active polls1Open for votes')
    expect(await figure('Open tasks')).toBe('Open tasks2Given, and not completed')
    expect(await figure('Pool of a cycle')).toMatch(/^Pool of a cycle\$12,500\.00/)
    expect(await figure('Salaries to pay')).toMatch(/^Salaries to pay1/)
    expect(screen.getByText(/^Health, queues, errors and the charts over time need a connection/)).toBeTruthy()
  })

  it('says by its newest entry how old the copy is, where the console was opened offline', async () => {
    open('dashboard')
    contact('offline', null)
    expect(await screen.findByText(/^From the copy on this computer\. Its newest entry is of/)).toBeTruthy()
    expect(screen.getByText(/14:20/)).toBeTruthy()
  })

  it('follows the copy, and asks for the password where an administrator wants to go on', async () => {
    open('dashboard')
    contact('online')
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in to the panel' }))
    expect(await screen.findByRole('form', { name: 'Super Admin Access' })).toBeTruthy()
  })
})

describe('tabs of which the copy holds nothing', () => {
  it.each([
    ['jobs', 'Jobs need a connection'],
    ['settings', 'Settings need a connection'],
    ['features', 'Settings need a connection'],
  ])('say offline that they need a connection: %s', async (tab, title) => {
    open(tab)
    contact('offline')
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    contact('online')
    await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
    expect(await screen.findByRole('form', { name: 'Super Admin Access' })).toBeTruthy()
  })
})

describe('tabs with the password given, and no connection', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')))
    usePanel.setState({ token: 'token', adminId: 'somebody' })
  })
  afterEach(() => {
    usePanel.setState({ token: null, adminId: null })
    queryClient.clear()
    vi.unstubAllGlobals()
  })

  it.each([
    ['chat', '0 in the copy'],
    ['bank', '2 in the copy'],
    ['elections', '3 in the copy'],
    ['audit', '1 in the copy'],
  ])('show the copy, and of when it is: %s', async (tab, rows) => {
    open(tab)
    contact('offline')
    expect(await screen.findByText(rows)).toBeTruthy()
    expect(screen.getByText(/^From the copy on this computer, as of/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sign in to the panel' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('say that they need it, where the copy holds nothing of them', async () => {
    open('jobs')
    contact('offline')
    expect(await screen.findByRole('heading', { name: 'Jobs need a connection' })).toBeTruthy()
  })

  it('stay as they are where they had been read: they may hold unsent text', async () => {
    const answer = fakeNation({ now: NOW, as: 'admin' }).answers['bank.get-data']!({})
    queryClient.setQueryData(['bank.get-data', {}], answer)
    contact('online')
    open('bank')
    const field = await screen.findByLabelText<HTMLInputElement>(/^Total salaries/)
    fireEvent.change(field, { target: { value: '1500' } })
    contact('offline')
    expect(screen.getByLabelText<HTMLInputElement>(/^Total salaries/).value).toBe('1500')
    expect(screen.queryByText('2 in the copy')).toBeNull()
  })

  it('switch no feature where they had been read: that is said before any question, and nothing waits', async () => {
    const { answers } = fakeNation({ now: NOW, as: 'admin' })
    queryClient.setQueryData(['system.panel-settings', {}], answers['system.panel-settings']!({}))
    queryClient.setQueryData(['system.features', {}], answers['system.features']!({}))
    contact('online')
    open('settings')
    render(
      <App>
        <Toasts />
        <Confirmations />
      </App>,
    )
    const button = await screen.findByRole('button', { name: 'Switch off voting' })
    contact('offline')
    fireEvent.click(button)
    expect(await screen.findByText('Switches need a connection. Nothing was changed.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(useReplica.getState().entries).toEqual([])
  })
})

it('The audit shows the copy without a connection, also where it had been read: another filter could not be answered', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')))
  usePanel.setState({ token: 'token', adminId: 'somebody' })
  try {
    const page = { success: true, entries: [], nextCursor: null, now: NOW }
    queryClient.setQueryData(['admin.audit', {}], { pages: [page], pageParams: [undefined] })
    contact('online')
    open('audit')
    expect(await screen.findByRole('radio', { name: 'Roles' })).toBeTruthy()
    contact('offline')
    expect(await screen.findByText('1 in the copy')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Roles' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  } finally {
    usePanel.setState({ token: null, adminId: null })
    queryClient.clear()
    vi.unstubAllGlobals()
  }
})

it('members of the copy have no column of when they were last active: no event reports it', async () => {
  open('members')
  contact('online')
  const list = await screen.findByRole('list', { name: 'Members' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row.textContent).not.toContain('–')
  expect(screen.queryByText('Active')).toBeNull()
})

import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { App } from '../../../app/App'
import { SearchableMemory } from '../../../lib/replica'
import { noNetwork, openReplicas, SmallNation, someMembers, TestDisk } from '../../../lib/replica/testing'
import { AdminShell } from '../AdminShell'
import { usePanel } from '../panel-session'
import { none, useReplica } from './use-replica'

const replicas = openReplicas()
afterEach(() => {
  replicas.close()
  usePanel.setState({ token: null, adminId: null, ended: false })
  useReplica.setState(none)
})

const plain = {
  ...{ twitterUsername: 'somebody', profilePicture: null, governmentRole: null, walletAddress: 'a wallet of somebody' },
  ...{ isAdmin: false, isSuperAdmin: false, isModerator: false, isCandidate: false, verified: false },
  ...{ followers: 5, tokenBalanceUnits: '1000000000', joinedAt: 1 },
}

it('While the first sync runs, its progress is shown, and what came is listed and searched already', async () => {
  const nation = new SmallNation()
  nation.put('members', ...someMembers(10).map((one) => ({ ...one, ...plain })))
  let pages = 0
  nation.before = (call) => {
    if (call === 'rows' && ++pages > 2) throw noNetwork()
  }
  const memory = new SearchableMemory()
  const replica = await replicas.open(new TestDisk(), nation, { memory })
  await replica.round()
  const show = () => {
    const { state, outbox } = replica
    const { version } = useReplica.getState()
    useReplica.setState({ ready: true, replica, memory, state, entries: outbox.entries, version: version + 1 })
  }
  show()
  render(
    <App>
      <MemoryRouter initialEntries={['/admin?tab=members']}>
        <AdminShell />
      </MemoryRouter>
    </App>,
  )
  expect((await screen.findByRole('progressbar', { name: 'First sync' })).getAttribute('aria-valuenow')).toBe('60')
  expect(await screen.findByText('6 members')).toBeTruthy()
  nation.before = () => undefined
  await act(async () => {
    await replica.round()
    show()
  })
  expect(await screen.findByText('10 members')).toBeTruthy()
  expect(within(document.body).queryByRole('progressbar')).toBeNull()
})

/** A copy of which so many pages came, and then one failed in this way. */
async function interrupted(
  pagesThatCome: number,
  failure: () => unknown,
  { before, behind }: { before?: (nation: SmallNation) => void; behind?: (nation: SmallNation) => void } = {},
) {
  const nation = new SmallNation()
  before?.(nation)
  nation.put('members', ...someMembers(10).map((one) => ({ ...one, ...plain })))
  behind?.(nation)
  let pages = 0
  nation.before = (call) => {
    if (call === 'rows' && ++pages > pagesThatCome) throw failure()
  }
  const disk = new TestDisk()
  const memory = new SearchableMemory()
  const replica = await replicas.open(disk, nation, { memory })
  await replica.loaded
  await replica.round()
  const { state, outbox } = replica
  useReplica.setState({ ready: true, replica, memory, state, entries: outbox.entries, version: 1 })
  return { disk, nation, replica }
}

const show = (tab: string) =>
  render(
    <App>
      <MemoryRouter initialEntries={[`/admin?tab=${tab}`]}>
        <AdminShell />
      </MemoryRouter>
    </App>,
  )

it.each(['members', 'broadcast', 'tasks', 'chat', 'dashboard'])(
  'A copy that has no row yet does not say that there is none: %s',
  async (tab) => {
    const offers = (nation: SmallNation) => ['broadcasts', 'tasks', 'chat'].forEach((table) => nation.put(table))
    await interrupted(0, noNetwork, { behind: offers })
    show(tab)
    expect(await screen.findByRole('heading', { name: 'Not read yet' })).toBeTruthy()
    expect(screen.queryByText(/No broadcasts yet|No members found|No election was counted/)).toBeNull()
  },
)

it('Where the server refuses the first rows, the list does not seem to load', async () => {
  const failure = { status: 500, code: 'internal', facts: {}, sentence: 'Something went wrong.', requestId: 'one' }
  await interrupted(0, () => Object.assign(new Error('It refused.'), failure))
  expect(useReplica.getState().state?.contact).toBe('refused')
  show('members')
  expect(await screen.findByRole('heading', { name: 'Not read yet' })).toBeTruthy()
  expect(screen.queryByText('Loading members')).toBeNull()
})

it('A search in a copy that is not complete says that more may be found', async () => {
  await interrupted(2, noNetwork)
  show('members')
  fireEvent.change(await screen.findByLabelText('Search members'), { target: { value: 'zzzz' } })
  expect(await screen.findByRole('heading', { name: 'No members found yet' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search everything' }), { target: { value: 'zzzz' } })
  expect(await screen.findByText(/^Nothing found yet/)).toBeTruthy()
})

/** The words of a figure's card. */
const figure = async (label: string) => (await screen.findByText(label)).parentElement?.textContent

describe('the dashboard of a first sync that was interrupted', () => {
  /** Two tables came before the members, of whom one of four pages did; no page of the tables behind them. */
  const inParts = () =>
    interrupted(3, noNetwork, {
      before: (nation) => {
        nation.put('polls', { id: 'p1', status: 'open' }, { id: 'p2', status: 'closed' })
        nation.put('bank', { id: 'bank', totalCents: '1250000', cycle: null })
      },
      behind: (nation) => {
        nation.put('elections', { id: 'e1', startsAt: 0, voters: 10, eligibleVoters: 20 })
        nation.put('tasks', { id: 't1', status: 'open' })
        nation.put('payments', { id: 's1', paidAt: null })
      },
    })

  it('shows what is known, and says of each figure what is missing', async () => {
    const { replica } = await inParts()
    expect(replica.state).toMatchObject({ filled: false, contact: 'offline' })
    show('dashboard')
    expect(await screen.findByText(/which is not complete yet/)).toBeTruthy()
    expect(await figure('Active polls')).toBe('Active polls1Open for votes')
    expect(await figure('Pool of a cycle')).toBe('Pool of a cycle$12,500.00No payment is scheduled')
    expect(await figure('Citizens')).toBe('Citizens3Not complete yet. 0 of 9 seats filled')
    for (const label of ['Turnout', 'Open tasks', 'Salaries to pay'])
      expect(await figure(label)).toBe(`${label}–Not read yet`)
    expect(screen.queryByRole('heading', { name: 'Not read yet' })).toBeNull()
  })

  it('says so after a restart, too, and no more once all came', async () => {
    const { disk, nation, replica } = await inParts()
    replica.close()
    const memory = new SearchableMemory()
    const reopened = await replicas.open(disk, nation, { memory })
    const draw = () => {
      const { state, outbox } = reopened
      useReplica.setState({ replica: reopened, memory, state, entries: outbox.entries, version: state.rows })
    }
    draw()
    show('dashboard')
    expect(await figure('Citizens')).toBe('Citizens3Not complete yet. 0 of 9 seats filled')
    expect(await figure('Open tasks')).toBe('Open tasks–Not read yet')
    nation.before = () => undefined
    await act(async () => {
      await reopened.round()
      draw()
    })
    expect(await figure('Citizens')).toBe('Citizens100 of 9 seats filled')
    expect(await figure('Open tasks')).toBe('Open tasks1Given, and not completed')
    expect(await figure('Turnout')).toMatch(/^Turnout50(\.0)?%1 Jan 1970, counted last$/)
  })

  it('leaves lists of tables that came whole as they are: of these nothing is missing', async () => {
    await interrupted(1, noNetwork, { before: (nation) => nation.put('broadcasts') })
    show('broadcast')
    expect(await screen.findByRole('heading', { name: 'No broadcasts yet' })).toBeTruthy()
  })
})

import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
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
async function interrupted(pagesThatCome: number, failure: () => unknown) {
  const nation = new SmallNation()
  nation.put('members', ...someMembers(10).map((one) => ({ ...one, ...plain })))
  let pages = 0
  nation.before = (call) => {
    if (call === 'rows' && ++pages > pagesThatCome) throw failure()
  }
  const memory = new SearchableMemory()
  const replica = await replicas.open(new TestDisk(), nation, { memory })
  await replica.loaded
  await replica.round()
  const { state, outbox } = replica
  useReplica.setState({ ready: true, replica, memory, state, entries: outbox.entries, version: 1 })
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
    await interrupted(0, noNetwork)
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

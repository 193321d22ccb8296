import { act, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { App } from '../../../app/App'
import { SearchableMemory } from '../../../lib/replica'
import { noNetwork, openReplicas, SmallNation, someMembers, TestDisk } from '../../../lib/replica/testing'
import { AdminShell } from '../AdminShell'
import { none, useReplica } from './use-replica'

const replicas = openReplicas()
afterEach(() => {
  replicas.close()
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

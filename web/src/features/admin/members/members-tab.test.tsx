import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SearchableMemory } from '../../../lib/replica'
import { openReplicas, SmallNation, TestDisk } from '../../../lib/replica/testing'
import { fakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'
import { none, useReplica } from '../replica/use-replica'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const replicas = openReplicas()

afterEach(() => {
  replicas.close()
  useReplica.setState(none)
  usePanel.setState({ token: null, adminId: null, ended: false })
})

const member = (id: string, username: string) => ({
  ...{ id, username, twitterUsername: username.toLowerCase(), walletAddress: null, followers: 1, verified: false },
  ...{ governmentRole: null, isAdmin: false, isSuperAdmin: false, isModerator: false },
  ...{ joinedAt: NOW, profilePicture: null, tokenBalanceUnits: '0' },
})

async function openCopy(): Promise<void> {
  const nation = new SmallNation()
  nation.put('members', member('m1', 'Ada'), member('m2', 'Milo'))
  const memory = new SearchableMemory()
  const replica = await replicas.open(new TestDisk(), nation, { memory })
  await replica.round()
  const { state, outbox } = replica
  act(() => useReplica.setState({ ready: true, replica, memory, state, entries: outbox.entries, version: 1 }))
}

describe('members', () => {
  it('a search goes on while the copy opens: no letter, filter or focus is lost', async () => {
    renderAt('/admin?tab=members', fakeNation({ now: NOW, as: 'admin' }), NOW)
    act(() => usePanel.setState({ token: 'token', adminId: 'alma' }))
    const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search members' })
    field.focus()
    fireEvent.change(field, { target: { value: 'ada' } })
    await openCopy()
    const list = await screen.findByRole('list', { name: 'Members' })
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('heading')
          .map((name) => name.textContent),
      ).toEqual(['Ada']),
    )
    expect(field.value).toBe('ada')
    expect(document.activeElement).toBe(field)
  })

  it.each(['Administrator', 'Moderator'])(
    'are made %s with a connection only, which is said before any question',
    async (right) => {
      const { sent } = renderAt('/admin?tab=members', fakeNation({ now: NOW, as: 'admin' }), NOW)
      act(() => usePanel.setState({ token: 'token', adminId: 'alma' }))
      await openCopy()
      act(() => useReplica.setState(({ state }) => ({ state: { ...state!, contact: 'offline' } })))
      const [power] = await screen.findAllByRole('switch', { name: new RegExp(`^${right}`) })
      fireEvent.click(power!)
      expect(await screen.findByText('Appointments and powers need a connection. Nothing was changed.')).toBeTruthy()
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(useReplica.getState().replica?.outbox.entries).toEqual([])
      expect(sent.filter(({ url }) => url.includes('update-role'))).toEqual([])
    },
  )
})

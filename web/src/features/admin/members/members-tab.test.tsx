import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
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
  ...{ governmentRole: null as string | null, isAdmin: false, isSuperAdmin: false, isModerator: false },
  ...{ joinedAt: NOW, profilePicture: null, tokenBalanceUnits: '0' },
})

async function openCopy(...others: ReturnType<typeof member>[]): Promise<void> {
  const nation = new SmallNation()
  nation.put('members', member('m1', 'Ada'), member('m2', 'Milo'), ...others)
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

  it('of more than are listed, the copy says that there are more, and shows every official with the word', async () => {
    const { sent } = renderAt('/admin?tab=members', fakeNation({ now: NOW, as: 'admin' }), NOW)
    act(() => usePanel.setState({ token: 'token', adminId: 'alma' }))
    await openCopy({ ...member('z', 'Adam'), governmentRole: 'secretary' })
    const { memory } = useReplica.getState()
    // As it answers where a thousand come before the official.
    vi.spyOn(memory!, 'search').mockResolvedValue([{ table: 'members', rows: [member('m1', 'Ada')], more: true }])
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search members' }), { target: { value: 'ada' } })
    expect(await screen.findByText('1+ members: type more of the name to see fewer')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Government' }))
    expect(await screen.findByText('1 member')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Members' })).getByText('Adam')).toBeTruthy()
    // The server's search is another one: the file is said to be the whole list of the filter, and is.
    fireEvent.click(screen.getByRole('button', { name: 'Export the whole list' }))
    await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/api/admin/export-users?filter=government'))
  })

  it('the question before somebody is no administrator any more names what only the server gives back', async () => {
    renderAt('/admin?tab=members', fakeNation({ now: NOW, as: 'admin' }), NOW)
    act(() => usePanel.setState({ token: 'token', adminId: 'alma' }))
    await openCopy({ ...member('r', 'Rosa'), isAdmin: true })
    act(() => useReplica.setState(({ state }) => ({ state: { ...state!, contact: 'online' } })))
    const switches = await screen.findAllByRole('switch', { name: /^Administrator/, checked: true })
    expect(switches).toHaveLength(1)
    fireEvent.click(switches[0]!)
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'A panel account of theirs is revoked: only a command on the server gives it back.',
    )
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

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useLive } from '../../../lib/live/live'
import { readAgainAfter } from '../../../lib/query/refresh-on-events'
import { aMessage, messengerAnswers, type FakeTalk } from '../../../testing/fake-messenger'
import { fakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { clearRooms } from '../rooms/rooms'
import { channelsOf } from './channels'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => {
  clearRooms()
  useLive.setState({ live: true })
})

function open(path: string, unread: number, as: 'citizen' | 'visitor' = 'citizen', role: 'raidMinister' | null = null) {
  const talk: FakeTalk = {
    messages: Array.from({ length: 20 }, (_, index) => aMessage(index + 1, NOW)),
    readNumber: 20 - unread,
    conversation: null,
  }
  const nation = fakeNation({ now: NOW, as })
  const refreshed = nation.answers['auth.refresh']!({})
  if ('user' in refreshed) {
    const user = { ...refreshed.user, governmentRole: role }
    const answers = messengerAnswers(user, NOW, talk)
    Object.assign(nation.answers, answers, {
      'auth.refresh': () => ({ ...refreshed, user }),
      // The same is said in every channel.
      'messenger.get-group-messages': (input: { groupId: string }) =>
        answers['messenger.get-group-messages']!({ ...input, groupId: 'citizens' }),
    })
  }
  return { talk, ...renderAt(path, nation, NOW) }
}
const button = (name: RegExp | string = /^Open chat/) => screen.findByRole('button', { name })
const chat = () => screen.findByRole('region', { name: 'Chat' })
const reads = (sent: readonly { url: string }[], call: string) => sent.filter(({ url }) => url.includes(call)).length

describe('the floating chat', () => {
  it.each([
    [0, 'Open chat', ''],
    [1, 'Open chat, 1 unread message', '1'],
    [9, 'Open chat, 9 unread messages', '9'],
    [12, 'Open chat, 12 unread messages', '9+'],
  ])('says that %i messages are unread; its badge counts to nine', async (unread, name, badge) => {
    open('/rules', unread)
    expect((await button(name)).textContent).toBe(badge)
  })

  it('counts what comes and what was read elsewhere from the events, without a reading', async () => {
    const { sent } = open('/rules', 2)
    await button('Open chat, 2 unread messages')
    const before = reads(sent, 'get-groups')
    act(() => void readAgainAfter({ kind: 'messenger.posted', facts: { channel: 'citizens', from: 21, to: 23 } }))
    await button('Open chat, 5 unread messages')
    act(() => void readAgainAfter({ kind: 'messenger.read', facts: { conversation: 'citizens', number: 23 } }))
    await button('Open chat')
    expect(reads(sent, 'get-groups')).toBe(before)
  })

  it('opens the citizens’ channel, and gives the focus back when it is closed', async () => {
    open('/rules', 0)
    fireEvent.click(await button())
    const room = within(await chat())
    expect(await room.findByText('Message 20')).toBeTruthy()
    expect(room.getByRole('textbox', { name: 'Message' })).toBeTruthy()
    expect(room.queryByRole('tab')).toBeNull()
    fireEvent.click(room.getByRole('button', { name: 'Close chat' }))
    await waitFor(async () => expect(document.activeElement).toBe(await button()))
  })

  it('is minimised to its title, which tells what comes meanwhile, and restored', async () => {
    open('/rules', 0)
    fireEvent.click(await button())
    const room = within(await chat())
    await room.findByText('Message 20')
    fireEvent.click(room.getByRole('button', { name: 'Minimise chat' }))
    expect(room.queryByRole('textbox', { name: 'Message' })).toBeNull()
    act(() => void readAgainAfter({ kind: 'messenger.posted', facts: { channel: 'citizens', from: 21, to: 21 } }))
    expect(await room.findByText('1 unread message')).toBeTruthy()
    fireEvent.click(room.getByRole('button', { name: 'Restore chat' }))
    expect(await room.findByRole('textbox', { name: 'Message' })).toBeTruthy()
  })

  it('is read anew whenever it is opened', async () => {
    const { sent } = open('/rules', 0)
    fireEvent.click(await button())
    await within(await chat()).findByText('Message 20')
    const before = reads(sent, 'get-group-messages')
    fireEvent.keyDown(await chat(), { key: 'Escape' })
    fireEvent.click(await button())
    await within(await chat()).findByText('Message 20')
    await waitFor(() => expect(reads(sent, 'get-group-messages')).toBeGreaterThan(before))
  })

  it('is read anew whenever another channel is chosen', async () => {
    const { sent } = open('/rules', 0, 'citizen', 'raidMinister')
    const asked = (group: string) => sent.filter(({ url }) => url.includes(`groupId=${group}`)).length
    fireEvent.click(await button())
    const room = within(await chat())
    await room.findByText('Message 20')
    const go = (label: RegExp) => fireEvent.click(room.getByRole('tab', { name: label }))
    expect([asked('citizens'), asked('government')]).toEqual([1, 0])
    go(/^Government/)
    await waitFor(() => expect(asked('government')).toBe(1))
    await room.findByText('Message 20')
    // What came meanwhile is there, also without an event.
    go(/^Citizens/)
    await waitFor(() => expect(asked('citizens')).toBe(2))
    go(/^Government/)
    await waitFor(() => expect(asked('government')).toBe(2))
  })

  it('is not in the messenger, and not for visitors', async () => {
    const { unmount } = open('/messenger', 3)
    await screen.findByText('Select a chat to start messaging')
    expect(screen.queryByRole('button', { name: /^Open chat/ })).toBeNull()
    unmount()
    open('/rules', 3, 'visitor')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: /^Open chat/ })).toBeNull()
  })

  it.each([
    ['a citizen', {}, ['Citizens']],
    ['a minister', { governmentRole: 'raidMinister' }, ['Citizens', 'Government']],
    ['the secretary', { governmentRole: 'secretary' }, ['Citizens', 'Government', 'Executives']],
    ['an administrator', { isAdmin: true }, ['Citizens', 'Government', 'Executives']],
  ] as const)('has the channels that %s may enter', (_, facts, labels) => {
    const who = {
      ...{ uid: '', role: 'citizen' as const, governmentRole: null, isAdmin: false, isSuperAdmin: false },
      ...{ eligibleToVote: true, eligibleForCandidacy: true },
      ...facts,
    }
    expect(channelsOf(who).map(({ label }) => label)).toEqual(labels)
  })
})

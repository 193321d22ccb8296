import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLive } from '../../lib/live/live'
import { forget } from '../../lib/query/query'
import { readAgainAfter } from '../../lib/query/refresh-on-events'
import { useSession } from '../../lib/session/session'
import { expectFormErrors } from '../../testing/expect-form-errors'
import { aConversation, aMessage, messengerAnswers, type FakeTalk } from '../../testing/fake-messenger'
import { fakeNation, idOf, refuse, type FakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { dropOutgoing, useOutbox } from './device/outbox'
import { clearEdits } from './device/unsaved-edits'
import { clearMarkers, noteSeen } from './rooms/read-marker'
import { emptyRoom } from './rooms/room'
import { changeRoom, clearRooms } from './rooms/rooms'
import type { Message } from './types'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
let talk: FakeTalk
let nation: FakeNation

beforeEach(() => {
  clearRooms()
  clearMarkers()
  clearEdits()
  dropOutgoing(useOutbox.getState().entries.map(({ clientId }) => clientId))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, ...rest: unknown[]) => (rest.at(-1) as () => unknown)() },
  })
  useLive.setState({ live: true })
  talk = {
    messages: Array.from({ length: 5 }, (_, index) => aMessage(index + 1, NOW)),
    readNumber: 5,
    conversation: null,
  }
  nation = fakeNation({ now: NOW, as: 'citizen' })
  const refreshed = nation.answers['auth.refresh']!({})
  if (!('user' in refreshed)) throw new Error('A citizen is signed in.')
  Object.assign(nation.answers, messengerAnswers(refreshed.user, NOW, talk))
})

const open = (path: string) => renderAt(path, nation, NOW)
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const messages = () => screen.findByRole('region', { name: 'Messages' })
const calls = (sent: readonly { url: string }[], call: string) =>
  sent.filter(({ url }) => url.split('?')[0] === `/api/messenger/${call}`).length
const say = async (text: string) => {
  fireEvent.change(await field(), { target: { value: text } })
  fireEvent.keyDown(await field(), { key: 'Enter' })
}
const menuOf = async (text: string) => {
  const line = (await within(await messages()).findByText(text)).closest('li')!
  fireEvent.click(within(line).getByRole('button', { name: /^Actions/ }))
  return screen.findByRole('menu')
}
const tell = (kind: 'messenger.posted' | 'messenger.changed' | 'messenger.read', facts: Record<string, unknown>) =>
  act(() => void readAgainAfter({ kind, facts }))
/** The same, and what it makes stale is read again at once. */
const tellAndRead: typeof tell = (kind, facts) => act(() => void forget(readAgainAfter({ kind, facts })))

describe('the messenger', () => {
  it('asks who is not signed in to sign in', async () => {
    renderAt('/messenger', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByRole('heading', { name: 'Please sign in to use Messenger' })).toBeTruthy()
  })

  it('lists groups and people with what is unread, and asks to select one', async () => {
    talk.readNumber = 2
    talk.conversation = aConversation({ status: 'request' })
    open('/messenger')
    expect(await screen.findByText('Select a chat to start messaging')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Citizens Chat.*Message 5.*3 unread messages/ })).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Mina Farahani.*Request/ })).toBeTruthy()
    expect(within(screen.getByRole('complementary', { name: 'Conversations' })).getByText('Citizen')).toBeTruthy()
  })

  it.each([
    ['/messenger/admins', 'This group is not open to you'],
    ['/messenger/c/01890a5d-ac96-774b-bcce-b302099a8000', 'Conversation not found'],
    ['/messenger/harbour', 'Conversation not found'],
  ])('says at %s that there is nothing for one', async (path, words) => {
    open(path)
    expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  it('names a group of which nothing could be read, and none that is closed', async () => {
    nation.answers['messenger.get-groups'] = () => refuse(400, 'invalid_input', 'The line is cut.')
    nation.answers['messenger.get-group-messages'] = () => refuse(400, 'invalid_input', 'The line is cut.')
    const first = open('/messenger/citizens')
    expect(await screen.findByRole('heading', { name: 'Citizens Chat' })).toBeTruthy()
    first.unmount()
    nation.answers['messenger.get-group-messages'] = () =>
      refuse(403, 'group_forbidden', 'This group is not open to you.')
    open('/messenger/admins')
    expect(await screen.findByText('This group is not open to you')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Admin Chat' })).toBeNull()
  })

  it('says what failed, and reads again when asked to', async () => {
    const working = nation.answers['messenger.get-group-messages']!
    nation.answers['messenger.get-group-messages'] = () => refuse(400, 'invalid_input', 'The line is cut.')
    open('/messenger/citizens')
    expect(await screen.findByText('The line is cut.')).toBeTruthy()
    nation.answers['messenger.get-group-messages'] = working
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Message 5')).toBeTruthy()
  })

  it('says once that nothing could be read, with one button for all of it, and why nothing can be written', async () => {
    const calls = ['messenger.get-groups', 'messenger.get-conversations', 'messenger.get-group-messages'] as const
    talk.conversation = aConversation()
    const working = { ...nation.answers }
    for (const id of calls) nation.answers[id] = () => refuse(400, 'invalid_input', 'The line is cut.')
    open('/messenger/citizens')
    expect(await screen.findByText(/You can write as soon as the messages are here/)).toBeTruthy()
    expect(await screen.findByText('Your chats could not be loaded.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(1)
    Object.assign(nation.answers, working)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Message 5')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Mina Farahani/ })).toBeTruthy()
  })
})

describe('a conversation', () => {
  it('opens at the first unread message, and moves the marker to what was seen', async () => {
    talk.readNumber = 3
    const { sent } = open('/messenger/citizens')
    const line = (await screen.findByText('Message 4')).closest('li')!
    expect(within(line).getByText('New messages')).toBeTruthy()
    await waitFor(() => expect(talk.readNumber).toBe(5))
    expect(calls(sent, 'mark-as-read')).toBe(1)
  })

  it('calls none of one’s own messages new', async () => {
    const refreshed = nation.answers['auth.refresh']!({})
    if (!('user' in refreshed)) throw new Error('A citizen is signed in.')
    const { uid: senderId } = refreshed.user
    talk.readNumber = 2
    for (const index of [2, 3]) talk.messages[index] = { ...talk.messages[index]!, senderId }
    const first = open('/messenger/citizens')
    const divider = await within(await messages()).findByText('New messages')
    expect(divider.closest('li')?.textContent).toContain('Message 5')
    first.unmount()
    clearRooms()
    talk.readNumber = 2
    talk.messages[4] = { ...talk.messages[4]!, senderId }
    open('/messenger/citizens')
    await within(await messages()).findByText('Message 5')
    expect(within(await messages()).queryByText('New messages')).toBeNull()
  })

  it('shows names once for what is said in one go, and a heading for each day', async () => {
    talk.messages.push(aMessage(6, NOW, { timestamp: NOW + 86_400_000 }))
    open('/messenger/citizens')
    const list = await messages()
    await within(list).findByText('Message 6')
    expect(within(list).getAllByText('Minister of Finance')).toHaveLength(2)
    expect(within(list).getAllByText('Today')).toHaveLength(1)
  })

  it('shows what the stream brings without reading it, and reads what comes without its text', async () => {
    const { sent } = open('/messenger/citizens')
    await screen.findByText('Message 5')
    const before = calls(sent, 'get-group-messages')
    talk.messages.push(aMessage(6, NOW))
    tell('messenger.posted', { channel: 'citizens', from: 6, to: 6, messages: [aMessage(6, NOW)] })
    expect(await within(await messages()).findByText('Message 6')).toBeTruthy()
    expect(calls(sent, 'get-group-messages')).toBe(before)
    talk.messages.push(aMessage(7, NOW), aMessage(8, NOW))
    tell('messenger.posted', { channel: 'citizens', from: 8, to: 8, messages: [aMessage(8, NOW)] })
    expect(await within(await messages()).findByText('Message 7')).toBeTruthy()
    expect(within(await messages()).getByText('Message 8')).toBeTruthy()
  })

  it('shows an edited message as such, and a deleted one by its place', async () => {
    open('/messenger/citizens')
    await screen.findByText('Message 5')
    const changed: Message[] = [
      aMessage(2, NOW, { message: 'Better', editedAt: NOW }),
      aMessage(3, NOW, { message: '', deletedAt: NOW }),
    ]
    tell('messenger.changed', { channel: 'citizens', from: 2, to: 3, messages: changed })
    const line = (await screen.findByText('Better')).closest('li')!
    expect(line.textContent).toContain('edited')
    expect(screen.getByText('This message was deleted.')).toBeTruthy()
    expect(screen.queryByText('Message 3')).toBeNull()
  })

  it('reads once what changes in one go and comes without its text', async () => {
    const { sent } = open('/messenger/citizens')
    await screen.findByText('Message 5')
    const before = calls(sent, 'get-group-messages')
    for (let number = 1; number <= 5; number++) {
      Object.assign(talk.messages[number - 1]!, { message: '', deletedAt: NOW })
      tell('messenger.changed', { channel: 'citizens', from: number, to: number })
    }
    expect(await screen.findAllByText('This message was deleted.')).toHaveLength(5)
    expect(calls(sent, 'get-group-messages')).toBe(before + 1)
  })

  it('keeps unread what came meanwhile when one writes on another device', async () => {
    talk.readNumber = 3
    open('/messenger')
    await screen.findByRole('link', { name: /2 unread messages/ })
    const own = aMessage(6, NOW, { senderId: useSession.getState().user?.uid ?? '' })
    talk.messages.push(own)
    tell('messenger.posted', { channel: 'citizens', from: 6, to: 6, messages: [own] })
    expect(await screen.findByRole('link', { name: /3 unread messages/ })).toBeTruthy()
  })

  it('shows images and reactions, and reacts', async () => {
    talk.messages.push(
      aMessage(6, NOW, {
        message: '@ada_citizen look',
        mentions: [idOf(3, 1)],
        mentionsYou: true,
        images: [{ url: '/media/uploads/a.png', width: 400, height: 300 }],
        reactions: [{ reaction: 'heart', count: 2, mine: false }],
      }),
    )
    const { sent } = open('/messenger/citizens')
    expect(await screen.findByRole('img', { name: 'Image 1 of Mina Farahani' })).toBeTruthy()
    expect(screen.getByText('@ada_citizen').tagName).toBe('STRONG')
    fireEvent.click(screen.getByRole('button', { name: 'Heart: 2' }))
    expect(await screen.findByRole('button', { name: 'Heart: 1', pressed: true })).toBeTruthy()
    expect(calls(sent, 'react')).toBe(1)
  })

  it('counts mentions apart from what is unread', async () => {
    Object.assign(talk, { readNumber: 2, mentionCount: 2 })
    open('/messenger')
    expect(await screen.findByRole('link', { name: /2 mentions of you 3 unread messages/ })).toBeTruthy()
  })

  it('counts no mention that was read, on whatever device', async () => {
    talk.messages.splice(
      0,
      talk.messages.length,
      ...Array.from({ length: 10 }, (_, index) => aMessage(index + 1, NOW, { mentionsYou: index === 1 })),
    )
    Object.assign(talk, { readNumber: 1, mentionCount: 1 })
    const first = open('/messenger')
    await screen.findByRole('link', { name: /1 mention of you 9 unread messages/ })
    // None of the messages is here: the nation counts.
    Object.assign(talk, { readNumber: 3, mentionCount: 0 })
    tellAndRead('messenger.read', { conversation: 'citizens', number: 3 })
    expect(await screen.findByRole('link', { name: /7 unread messages/ })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('link', { name: /mention of you/ })).toBeNull())
    first.unmount()
    talk.messages.length = 5
    for (const number of [2, 4, 5]) talk.messages[number - 1] = aMessage(number, NOW, { mentionsYou: true })
    Object.assign(talk, { readNumber: 1, mentionCount: 3 })
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    open('/messenger/citizens')
    await within(await messages()).findByText('Message 5')
    tell('messenger.read', { conversation: 'citizens', number: 3 })
    expect(await screen.findByRole('link', { name: /2 mentions of you 2 unread messages/ })).toBeTruthy()
    tell('messenger.read', { conversation: 'citizens', number: 4 })
    expect(await screen.findByRole('link', { name: /1 mention of you 1 unread message$/ })).toBeTruthy()
  })

  it.each([
    ['an edit adds one', { editedAt: NOW, mentionsYou: true }, 0, 1],
    ['an edit removes one', { editedAt: NOW }, 1, 0],
    ['a deletion removes one', { message: '', deletedAt: NOW }, 1, 0],
  ] as const)('counts unread mentions anew where %s', async (_, facts, before, after) => {
    const named = (count: number) =>
      new RegExp(`Citizens Chat.*${count > 0 ? `${count} mention of you ` : '5 '}4 unread`)
    Object.assign(talk, { readNumber: 1, mentionCount: before })
    const { sent } = open('/messenger')
    await screen.findByRole('link', { name: named(before) })
    const asked = calls(sent, 'get-groups')
    // A reaction changes no mention, and what was read counts no more.
    const read = aMessage(1, NOW, { editedAt: NOW, mentionsYou: true })
    tellAndRead('messenger.changed', { channel: 'citizens', from: 3, to: 3, messages: [aMessage(3, NOW)] })
    tellAndRead('messenger.changed', { channel: 'citizens', from: 1, to: 1, messages: [read] })
    expect(calls(sent, 'get-groups')).toBe(asked)
    Object.assign(talk, { mentionCount: after })
    tellAndRead('messenger.changed', { channel: 'citizens', from: 3, to: 3, messages: [aMessage(3, NOW, facts)] })
    expect(await screen.findByRole('link', { name: named(after) })).toBeTruthy()
  })

  it('counts mentions anew where its reader jumps over some that are not here', async () => {
    talk.messages.splice(
      0,
      talk.messages.length,
      ...Array.from({ length: 400 }, (_, index) => aMessage(index + 1, NOW, { mentionsYou: index === 9 })),
    )
    Object.assign(talk, { readNumber: 1, mentionCount: 1 })
    open('/messenger')
    await screen.findByRole('link', { name: /1 mention of you/ })
    Object.assign(talk, { mentionCount: 0 })
    changeRoom('citizens', () => ({
      ...emptyRoom,
      ...{ status: 'ready', messages: talk.messages.slice(199, 300), lastNumber: 400, readNumber: 1 },
    }))
    act(() => noteSeen('citizens', 250))
    await waitFor(() => expect(screen.queryByRole('link', { name: /mention of you/ })).toBeNull())
  })

  it('follows the marker of other devices', async () => {
    talk.readNumber = 2
    open('/messenger')
    await screen.findByRole('link', { name: /3 unread messages/ })
    tell('messenger.read', { conversation: 'citizens', number: 4 })
    expect(await screen.findByRole('link', { name: /1 unread message$/ })).toBeTruthy()
    tell('messenger.read', { conversation: 'citizens', number: 1 })
    expect(screen.getByRole('link', { name: /1 unread message$/ })).toBeTruthy()
  })

  it('accepts a stranger’s request, and says when one’s own first message waits', async () => {
    talk.conversation = aConversation({ status: 'request' })
    const first = open(`/messenger/c/${talk.conversation.id}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull())
    first.unmount()
    clearRooms()
    talk.conversation = aConversation({ status: 'waiting' })
    open(`/messenger/c/${talk.conversation.id}`)
    expect(await screen.findByText(/Your message waits until Mina Farahani accepts it/)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })
})

describe('writing', () => {
  it('sends with Enter, breaks the line with Shift+Enter, and sends nothing blank', async () => {
    const { sent } = open('/messenger/citizens')
    fireEvent.change(await field(), { target: { value: 'Lamps' } })
    fireEvent.keyDown(await field(), { key: 'Enter', shiftKey: true })
    await say('   ')
    expect(calls(sent, 'send-group-message')).toBe(0)
    await say('Four lamps')
    expect(await within(await messages()).findByText('Four lamps')).toBeTruthy()
    await waitFor(() => expect(talk.messages).toHaveLength(6))
    expect((await field()).value).toBe('')
  })

  it('counts characters near the limit, and sends no more than it', async () => {
    const { sent } = open('/messenger/citizens')
    fireEvent.change(await field(), { target: { value: 'a'.repeat(1_900) } })
    expect(screen.getByText('100 characters left')).toBeTruthy()
    fireEvent.change(await field(), { target: { value: 'a'.repeat(2_001) } })
    act(() => void screen.getByRole('textbox', { name: 'Message' }).focus())
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await expectFormErrors((await field()).form!, ['Message', /^1 characters too many/])
    expect(calls(sent, 'send-group-message')).toBe(0)
  })

  it('keeps what was not sent with Retry, in the nation’s words', async () => {
    const working = nation.answers['messenger.send-group-message']!
    nation.answers['messenger.send-group-message'] = () => refuse(409, 'message_id_reused', 'Another message.')
    open('/messenger/citizens')
    await say('Four lamps')
    expect(await screen.findByText('Unable to send message. Please try again.')).toBeTruthy()
    nation.answers['messenger.send-group-message'] = working
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText(/Unable to send/)).toBeNull())
    expect(talk.messages.at(-1)?.message).toBe('Four lamps')
  })

  it('says of a message whose image was removed meanwhile what is wrong with it', async () => {
    const message = 'This file was removed. Please upload it again.'
    const { failed, body } = refuse(400, 'invalid_input', 'Some fields are missing or not valid.')
    const details = [{ path: 'images.0', code: 'removed', message }]
    nation.answers['messenger.send-group-message'] = () => ({ failed, body: { ...body, details } })
    open('/messenger/citizens')
    await say('Four lamps')
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it.each([
    ['message_empty', 400, 'A message needs words or an image.', 'Unable to send message. Please try again.'],
    ['picture_not_yours', 403, 'That picture is not yours.', 'That picture is not yours.'],
    ['forbidden', 403, 'You act for yourself alone.', 'Unable to send message. Please try again.'],
    ['group_forbidden', 403, 'This group is not open to you.', 'This group is not open to you.'],
    ['conversation_not_found', 404, 'There is no such conversation.', 'There is no such conversation.'],
    ['recipient_blocked', 409, 'You block this citizen.', 'You block this citizen.'],
    ['message_request_waits', 409, 'Your message waits.', 'Your message waits.'],
    ['muted', 403, 'You cannot write until tomorrow.', 'You cannot write until tomorrow.'],
  ] as const)('keeps what was refused (%s), with the words of why', async (code, status, sentence, shown) => {
    nation.answers['messenger.send-group-message'] = () => refuse(status, code, sentence)
    open('/messenger/citizens')
    await say('Four lamps')
    expect(await screen.findByText(shown)).toBeTruthy()
    expect((await messages()).textContent).toContain('Four lamps')
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(useOutbox.getState().entries.map(({ text }) => text)).toEqual(['Four lamps'])
  })

  it.each([
    ['message_edit_too_late', 'A message can be edited for 15 minutes.'],
    ['message_deleted', 'That message was deleted.'],
  ] as const)('keeps the new text of an edit that is refused (%s)', async (code, sentence) => {
    open('/messenger/citizens')
    await say('Four lamps')
    // Before the conversation shows it, there is nothing to edit.
    await waitFor(() => expect(talk.messages).toHaveLength(6))
    await waitFor(() => expect(useOutbox.getState().entries).toEqual([]))
    nation.answers['messenger.edit-message'] = () => refuse(409, code, sentence)
    fireEvent.keyDown(await field(), { key: 'ArrowUp' })
    fireEvent.change(await field(), { target: { value: 'Five lamps' } })
    const save = screen.getByRole('button', { name: 'Save' })
    save.focus()
    fireEvent.click(save)
    await expectFormErrors(save.closest('form')!, ['Message', sentence])
    expect((await field()).value).toBe('Five lamps')
  })

  it('stays as it is where the marker is refused as ahead of the last message', async () => {
    talk.readNumber = 2
    nation.answers['messenger.mark-as-read'] = () => refuse(409, 'read_marker_ahead', 'There is no such message yet.')
    open('/messenger/citizens')
    expect(await within(await messages()).findByText('Message 5')).toBeTruthy()
    expect(screen.queryByText('There is no such message yet.')).toBeNull()
    expect(await field()).toBeTruthy()
  })

  it('puts what was refused back into the field, before what is being written, and takes it from the conversation', async () => {
    nation.answers['messenger.send-group-message'] = () => refuse(400, 'invalid_input', 'Too many letters.')
    open('/messenger/citizens')
    await say('Four lamps')
    const edit = await screen.findByRole('button', { name: 'Edit' })
    fireEvent.change(await field(), { target: { value: 'and a buoy' } })
    fireEvent.click(edit)
    await waitFor(async () => expect((await field()).value).toBe('Four lamps\nand a buoy'))
    expect(document.activeElement).toBe(await field())
    expect(useOutbox.getState().entries).toEqual([])
    expect(screen.queryByText('Too many letters.')).toBeNull()
  })

  it('shows what was not sent where the conversation has closed, for taking it along', async () => {
    nation.answers['messenger.send-group-message'] = () =>
      refuse(403, 'group_forbidden', 'This group is not open to you.')
    const { router } = open('/messenger/citizens')
    await say('Four lamps')
    await screen.findByRole('button', { name: 'Retry' })
    nation.answers['messenger.get-group-messages'] = () =>
      refuse(403, 'group_forbidden', 'This group is not open to you.')
    await act(() => router.navigate('/messenger'))
    clearRooms()
    await act(() => router.navigate('/messenger/citizens'))
    expect(await screen.findByRole('heading', { name: 'This group is not open to you' })).toBeTruthy()
    expect(screen.getByText('Four lamps')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText('A message was not sent')).toBeNull())
    expect(useOutbox.getState().entries).toEqual([])
  })

  it('says once that a message was refused whose conversation is no longer on screen', async () => {
    let refuseIt = () => {}
    const answered = new Promise<void>((resolve) => (refuseIt = resolve))
    const { router } = open('/messenger/citizens')
    await within(await messages()).findByText('Message 5')
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (!url.includes('send-group-message')) return fetch(url, init)
      await answered
      const { body } = refuse(403, 'group_forbidden', 'This group is not open to you.')
      return Response.json(body, { status: 403 })
    })
    await say('Four lamps')
    await act(() => router.navigate('/messenger'))
    refuseIt()
    expect(await screen.findByText(/A message was not sent: “Four lamps” This group is not open to you\./)).toBeTruthy()
  })

  it('keeps an edit under way for coming back to the conversation', async () => {
    const { router } = open('/messenger/citizens')
    await within(await messages()).findByText('Message 5')
    const own = aMessage(6, NOW, { senderId: useSession.getState().user!.uid, message: 'Mine', timestamp: NOW })
    talk.messages.push(own)
    tell('messenger.posted', { channel: 'citizens', from: 6, to: 6, messages: [own] })
    await within(await messages()).findByText('Mine')
    fireEvent.keyDown(await field(), { key: 'ArrowUp' })
    fireEvent.change(await field(), { target: { value: 'Mine, and' } })
    await act(() => router.navigate('/messenger'))
    await act(() => router.navigate('/messenger/citizens'))
    expect(await screen.findByText('Editing your message')).toBeTruthy()
    expect((await field()).value).toBe('Mine, and')
    fireEvent.click(screen.getByRole('button', { name: 'Stop editing' }))
    await act(() => router.navigate('/messenger'))
    await act(() => router.navigate('/messenger/citizens'))
    await within(await messages()).findByText('Mine')
    expect((await field()).value).toBe('')
    expect(screen.queryByText('Editing your message')).toBeNull()
  })

  it('follows the draft that another tab writes, and does not write it once more', async () => {
    open('/messenger/citizens')
    fireEvent.change(await field(), { target: { value: 'half' } })
    const key = Object.keys(localStorage).find((one) => one.includes('draft'))!
    const written = (text: string) => JSON.stringify({ text, replyTo: null, images: [] })
    localStorage.setItem(key, written('half a sentence, and more'))
    // The tab has gone on since.
    act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue: written('half a sentence') })))
    expect((await field()).value).toBe('half a sentence')
    expect(localStorage.getItem(key)).toBe(written('half a sentence, and more'))
    fireEvent.change(await field(), { target: { value: '' } })
    expect(localStorage.getItem(key)).toBeNull()
  })

  it('keeps a draft for each conversation', async () => {
    const first = open('/messenger/citizens')
    fireEvent.change(await field(), { target: { value: 'half a sent' } })
    first.unmount()
    open('/messenger/citizens')
    expect((await field()).value).toBe('half a sent')
  })

  it('answers with a quotation', async () => {
    open('/messenger/citizens')
    fireEvent.click(await within(await menuOf('Message 4')).findByRole('menuitem', { name: 'Reply' }))
    expect(await screen.findByRole('button', { name: 'Do not reply' })).toBeTruthy()
    await say('Thank you')
    await waitFor(() => expect(talk.messages.at(-1)).toMatchObject({ replyTo: { number: 4 }, message: 'Thank you' }))
  })

  it('edits what was said last with the arrow up, and offers neither edit nor deletion of what others said', async () => {
    const { user } = useSession.getState()
    talk.messages.push(aMessage(6, NOW, { senderId: user?.uid ?? '', message: 'Mine', timestamp: NOW }))
    open('/messenger/citizens')
    talk.messages[5]!.senderId = useSession.getState().user!.uid
    await screen.findByText('Message 5')
    const menu = await menuOf('Message 4')
    await within(menu).findByRole('menuitem', { name: 'Reply' })
    expect(within(menu).queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    expect(within(menu).queryByRole('menuitem', { name: 'Edit' })).toBeNull()
    fireEvent.keyDown(menu, { key: 'Escape' })
    fireEvent.keyDown(await field(), { key: 'ArrowUp' })
    expect(await screen.findByText('Editing your message')).toBeTruthy()
    expect((await field()).value).toBe('Mine')
    await say('Ours')
    await waitFor(() => expect(talk.messages.at(-1)).toMatchObject({ message: 'Ours', editedAt: NOW }))
  })
})

describe('a new conversation', () => {
  it('is found by a search and opened', async () => {
    const { router } = open('/messenger')
    const search = await screen.findByRole('combobox', { name: /Search for a citizen/ })
    fireEvent.change(search, { target: { value: 'mina' } })
    fireEvent.click(await screen.findByRole('option', { name: /Mina Farahani/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/messenger/c/${talk.conversation?.id}`))
  })

  it('opens by the link to an official, and says when it could not be started', async () => {
    nation.answers['messenger.start-conversation'] = () => refuse(500, 'internal', 'Something broke.')
    const { router } = open('/messenger?to=01890a5d-ac96-774b-bcce-b302099a8057')
    expect(await screen.findByText('Failed to start conversation')).toBeTruthy()
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })
})

describe('keeping safe', () => {
  const muted = { mutedUntil: Date.UTC(2100, 0, 1, 16, 20), muteReason: 'Insults.' }

  it('shows a muted citizen until when and why, in place of the field', async () => {
    const groups = nation.answers['messenger.get-groups']!
    nation.answers['messenger.get-groups'] = (input) => ({ ...groups(input), ...muted })
    open('/messenger/citizens')
    expect((await screen.findByRole('note')).textContent).toBe('You are muted until Fri 1 Jan, 16:20 UTC: Insults.')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  it('reports a message of another with a reason, and asks for one', async () => {
    const reported: unknown[] = []
    nation.answers['messenger.report'] = ({ messageId, reason }) => {
      reported.push([messageId, reason])
      return { success: true, reported: true }
    }
    open('/messenger/citizens')
    fireEvent.click(await within(await menuOf('Message 4')).findByRole('menuitem', { name: 'Report' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Report Mina Farahani’s message' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Report' }))
    expect(await dialog.findByText('Say what is wrong with it.')).toBeTruthy()
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'It insults a citizen.' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Report' }))
    expect(await screen.findByText('The moderators will look at it.')).toBeTruthy()
    expect(reported).toEqual([[talk.messages[3]!.id, 'It insults a citizen.']])
  })

  const settings = async (name: RegExp) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Conversation settings' }))
    fireEvent.click(await screen.findByRole('menuitem', { name }))
  }

  /** The head of the conversation says it, and the list. */
  const saidBlocked = async () => {
    expect(await screen.findByText(/· Blocked$/)).toBeTruthy()
    expect(await screen.findByText('Blocked')).toBeTruthy()
  }

  it('blocks after a question, and says so in the head and in the list', async () => {
    talk.conversation = aConversation()
    const asked: string[] = []
    nation.answers['messenger.block'] = ({ citizenId }) => {
      asked.push(citizenId)
      talk.conversation = aConversation({ blocked: true })
      return { success: true, blocked: true }
    }
    open(`/messenger/c/${talk.conversation.id}`)
    await settings(/^Block/)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))
    await saidBlocked()
    expect(asked).toEqual([talk.conversation.otherUser.id])
  })

  it('blocks a stranger from their request', async () => {
    talk.conversation = aConversation({ status: 'request' })
    nation.answers['messenger.block'] = () => {
      talk.conversation = aConversation({ blocked: true, status: 'request' })
      return { success: true, blocked: true }
    }
    open(`/messenger/c/${talk.conversation.id}`)
    fireEvent.click(
      within(await screen.findByRole('group', { name: 'Request' })).getByRole('button', { name: 'Block' }),
    )
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))
    await saidBlocked()
    expect(screen.queryByRole('group', { name: 'Request' })).toBeNull()
  })

  it('takes a block back without a question', async () => {
    talk.conversation = aConversation({ blocked: true })
    nation.answers['messenger.unblock'] = () => {
      talk.conversation = aConversation()
      return { success: true, blocked: false }
    }
    open(`/messenger/c/${talk.conversation.id}`)
    await screen.findByText('You have blocked this citizen. Unblock them to write to them.')
    await saidBlocked()
    await settings(/^Unblock/)
    await waitFor(() => expect(screen.queryByText(/Blocked$/)).toBeNull())
  })

  it('says in place of the field that one blocks, and accepts no request meanwhile', async () => {
    talk.conversation = aConversation({ blocked: true, status: 'request' })
    nation.answers['messenger.unblock'] = () => {
      talk.conversation = aConversation({ status: 'request' })
      return { success: true, blocked: false }
    }
    open(`/messenger/c/${talk.conversation.id}`)
    expect(await screen.findByText('You have blocked this citizen. Unblock them to write to them.')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Unblock' }))
    expect(await field()).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy()
  })

  it('says in place of the field that the other has left, and offers neither answer nor reaction', async () => {
    const { otherUser } = aConversation()
    talk.conversation = aConversation({
      hasLeft: true,
      status: 'request',
      otherUser: { ...otherUser, governmentRole: 'financeMinister' },
    })
    const { username, twitterUsername } = otherUser
    open(`/messenger/c/${talk.conversation.id}`)
    const note = `${username} has left the nation. You can read what you wrote to each other.`
    expect(await screen.findByText(note)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
    expect(screen.queryByRole('group', { name: 'Request' })).toBeNull()
    const menu = within(await menuOf('Message 4'))
    expect(menu.getByRole('menuitem', { name: 'Copy text' })).toBeTruthy()
    expect(menu.queryByRole('menuitem', { name: 'Reply' })).toBeNull()
    // Whatever office was held ended with it, and the page of it, too.
    const head = within(screen.getByRole('region', { name: 'Conversation' })).getByText(
      `@${twitterUsername} · Left the nation`,
    )
    expect(within(head.parentElement!).queryByText('Minister of Finance')).toBeNull()
    expect(within(head).queryByRole('link')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Conversation settings' }))
    expect(await screen.findByRole('menuitem', { name: 'Search in this conversation' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: /^Block|notifications/ })).toBeNull()
  })

  it('lists the citizens whom one blocks, and unblocks them there', async () => {
    talk.conversation = aConversation({ blocked: true })
    const { otherUser } = talk.conversation
    const other = { id: idOf(1, 77), username: 'Silent Sam', twitterUsername: 'sam', profilePicture: null }
    let users = [{ ...other, blockedAt: NOW - 60_000 }]
    users.push({ ...other, id: otherUser.id, username: otherUser.username, blockedAt: NOW - 86_400_000 })
    nation.answers['messenger.get-blocks'] = () => ({ success: true, users })
    nation.answers['messenger.unblock'] = ({ citizenId }) => {
      if (citizenId === other.id) return refuse(500, 'internal', 'Something went wrong here.')
      users = users.filter(({ id }) => id !== citizenId)
      talk.conversation = aConversation()
      return { success: true, blocked: false }
    }
    open(`/messenger/c/${talk.conversation.id}`)
    await saidBlocked()
    fireEvent.click(screen.getByRole('button', { name: 'Blocked citizens' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Blocked citizens' }))
    const lines = await within(await dialog.findByRole('list')).findAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringContaining('Silent Sam'),
      expect.stringContaining(otherUser.username),
    ])
    fireEvent.click(dialog.getByRole('button', { name: 'Unblock Silent Sam' }))
    expect(await screen.findByText('Something went wrong here.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: `Unblock ${otherUser.username}` }))
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
    // What is open behind it shows it, too.
    await waitFor(() => expect(screen.queryByText(/· Blocked$/)).toBeNull())
  })

  it('keeps the focus in the dialog when the last of them is unblocked', async () => {
    const other = { id: idOf(1, 77), username: 'Silent Sam', twitterUsername: 'sam', profilePicture: null }
    let users = [{ ...other, blockedAt: NOW - 60_000 }]
    nation.answers['messenger.get-blocks'] = () => ({ success: true, users })
    nation.answers['messenger.unblock'] = () => {
      users = []
      return { success: true, blocked: false }
    }
    open('/messenger')
    fireEvent.click(await screen.findByRole('button', { name: 'Blocked citizens' }))
    const unblock = await screen.findByRole('button', { name: 'Unblock Silent Sam' })
    unblock.focus()
    fireEvent.click(unblock)
    expect(await screen.findByText('No blocked citizens')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Blocked citizens' }))
  })

  it('says where no citizen is blocked, and where that could not be read', async () => {
    let isAway = true
    nation.answers['messenger.get-blocks'] = () =>
      isAway ? refuse(400, 'invalid_input', 'The line is cut.') : { success: true, users: [] }
    open('/messenger')
    fireEvent.click(await screen.findByRole('button', { name: 'Blocked citizens' }))
    expect(await screen.findByText('Blocked citizens could not be loaded.')).toBeTruthy()
    isAway = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('No blocked citizens')).toBeTruthy()
  })

  it('says in the list where notice is off', async () => {
    talk.conversation = aConversation({ notice: false })
    open('/messenger')
    expect(await screen.findByRole('link', { name: /Mina Farahani.*Notifications are off/ })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Citizens Chat.*Notifications are off/ })).toBeNull()
  })

  it('turns notice off and on', async () => {
    const asked: boolean[] = []
    nation.answers['messenger.set-notice'] = ({ notice }) => {
      asked.push(notice)
      return { success: true, notice }
    }
    open('/messenger/citizens')
    fireEvent.click(await screen.findByRole('button', { name: 'Conversation settings' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Turn notifications off' }))
    expect(await screen.findByText('Notifications are off, except for mentions of you.')).toBeTruthy()
    expect(asked).toEqual([false])
  })

  it('is searched by words: a result leads to the message, and closing brings the list back', async () => {
    talk.messages[1] = { ...talk.messages[1]!, message: 'The harbour lights are on' }
    const { router } = open('/messenger')
    fireEvent.click(await screen.findByRole('button', { name: 'Search messages' }))
    const typed = await screen.findByRole('searchbox', { name: 'Search messages' })
    expect(document.activeElement).toBe(typed)
    expect(screen.getByText('Open a result')).toBeTruthy()
    fireEvent.change(typed, { target: { value: 'harb' } })
    const found = await screen.findByRole('link', { name: /harbour/ })
    expect(found.querySelector('mark')?.textContent).toBe('harbour')
    fireEvent.click(found)
    await waitFor(() => expect(router.state.location.pathname).toBe('/messenger/citizens'))
    expect(router.state.location.search).toBe('?find=harb&at=2')
    await within(await messages()).findByText('The harbour lights are on')
    expect(screen.getByRole('switch', { name: 'Only in Citizens Chat' })).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nowhere' } })
    expect(await screen.findByText('No messages found')).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
    expect(await screen.findByRole('list', { name: 'Groups' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search messages' }))
  })
})

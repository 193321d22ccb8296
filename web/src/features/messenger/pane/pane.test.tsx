import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLive } from '../../../lib/live/live'
import { useSession } from '../../../lib/session/session'
import { aConversation, aMessage, messengerAnswers, type FakeTalk } from '../../../testing/fake-messenger'
import { fakeNation, idOf, refuse, type FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { dropOutgoing, useOutbox } from '../device/outbox'
import { clearEdits } from '../device/unsaved-edits'
import { clearMarkers } from '../rooms/read-marker'
import { clearRooms } from '../rooms/rooms'

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

/** Holds back what is asked of a call; answers how to let each go on. */
function held(call: string): (() => void)[] {
  const waiting: (() => void)[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes(call)) await new Promise<void>((resolve) => waiting.push(resolve))
    return fetch(url, init)
  })
  return waiting
}

const open = (path = '/messenger/citizens') => renderAt(path, nation, NOW)
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Message', { selector: 'textarea' })
const sends = (sent: readonly { url: string }[]) => sent.filter(({ url }) => url.includes('send-group-message')).length
const messages = async () => within(await screen.findByRole('region', { name: 'Messages' }))
const line = async (text: string) => (await (await messages()).findByText(text)).closest('li')!
const menuOf = async (text: string) => {
  fireEvent.click(within(await line(text)).getByRole('button', { name: /^Actions/ }))
  return screen.findByRole('menu')
}

async function type(text: string, caret = text.length): Promise<HTMLTextAreaElement> {
  const written = await field()
  written.focus()
  fireEvent.change(written, { target: { value: text } })
  written.setSelectionRange(caret, caret)
  fireEvent.select(written)
  return written
}

describe('mentioning a citizen', () => {
  const people = [
    { id: idOf(3, 40), username: 'Mina Farahani', twitterUsername: 'mina_minister' },
    { id: idOf(3, 41), username: 'Miro Novak', twitterUsername: 'miro_n' },
  ].map((one) => ({
    ...one,
    ...{ profilePicture: null, isOnline: false, isSupport: false, governmentRole: null },
  }))
  const asked: string[] = []

  beforeEach(() => {
    asked.length = 0
    nation.answers['messenger.search-users'] = ({ query }) => {
      asked.push(query)
      const users = people.filter(({ twitterUsername }) => twitterUsername.startsWith(query))
      return { success: true, users, nextCursor: null }
    }
  })

  it('offers people for @ with letters, tied to the field, and asks nothing for the @ alone', async () => {
    open()
    const written = await type('Ask @')
    expect(written.hasAttribute('aria-activedescendant')).toBe(false)
    await type('Ask @mi')
    const list = await screen.findByRole('listbox', { name: 'People to mention' })
    const options = within(list).getAllByRole('option')
    expect(options.map((one) => one.textContent)).toEqual([
      expect.stringContaining('@mina_minister'),
      expect.stringContaining('@miro_n'),
    ])
    // A field of several lines is a text box: it may have no other role.
    expect(screen.getByRole('textbox', { name: 'Message' })).toBe(written)
    expect(screen.getByText('2 people to mention: the arrow keys choose, Enter takes.').role).toBe('status')
    expect(written.getAttribute('aria-controls')).toBe(list.id)
    expect(written.getAttribute('aria-activedescendant')).toBe(options[0]!.id)
    fireEvent.keyDown(written, { key: 'ArrowDown' })
    expect(written.getAttribute('aria-activedescendant')).toBe(options[1]!.id)
    expect(options[1]!.getAttribute('aria-selected')).toBe('true')
    fireEvent.keyDown(written, { key: 'ArrowDown' })
    expect(written.getAttribute('aria-activedescendant')).toBe(options[0]!.id)
    expect(asked).toEqual(['mi'])
  })

  it.each(['Enter', 'Tab'])('%s takes the one that is chosen, and sends nothing', async (key) => {
    const { sent } = open()
    const written = await type('@mi, lamps?', 3)
    await screen.findByRole('listbox')
    fireEvent.keyDown(written, { key: 'ArrowUp' })
    expect(fireEvent.keyDown(written, { key })).toBe(false)
    expect(written.value).toBe('@miro_n , lamps?')
    expect(written.selectionStart).toBe('@miro_n '.length)
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(sends(sent)).toBe(0)
    fireEvent.keyDown(written, { key: 'Enter' })
    await waitFor(() => expect(talk.messages.at(-1)?.message).toBe('@miro_n , lamps?'))
  })

  it('takes who is pressed, and keeps the focus in the field', async () => {
    open()
    const written = await type('@mi')
    const option = await screen.findByRole('option', { name: /Mina Farahani/ })
    expect(fireEvent.mouseDown(option)).toBe(false)
    fireEvent.click(option)
    expect(written.value).toBe('@mina_minister ')
    expect(document.activeElement).toBe(written)
  })

  it('Escape closes the list until another mention is begun, and Enter then sends', async () => {
    open()
    const written = await type('@mi')
    await screen.findByRole('listbox')
    fireEvent.keyDown(written, { key: 'Escape' })
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(written.hasAttribute('aria-controls')).toBe(false)
    await type('@mir')
    expect(screen.queryByRole('listbox')).toBeNull()
    await type('@mir and @mi')
    await screen.findByRole('listbox')
    fireEvent.keyDown(written, { key: 'Escape' })
    fireEvent.keyDown(written, { key: 'Enter' })
    await waitFor(() => expect(talk.messages.at(-1)?.message).toBe('@mir and @mi'))
  })

  it('has nothing to offer for a handle that is written out, or that no citizen has', async () => {
    open()
    const written = await type('@miro_n')
    await waitFor(() => expect(asked).toEqual(['miro_n']))
    expect(screen.queryByRole('listbox')).toBeNull()
    await type('@nobody')
    await waitFor(() => expect(asked).toEqual(['miro_n', 'nobody']))
    expect(screen.queryByRole('listbox')).toBeNull()
    fireEvent.keyDown(written, { key: 'Enter' })
    await waitFor(() => expect(talk.messages.at(-1)?.message).toBe('@nobody'))
  })
})

const own = (number: number) => ({ ...aMessage(number, NOW), senderId: idOf(1, 1), timestamp: NOW })

async function withOwn(count: number) {
  const opened = open()
  await line('Message 5')
  const uid = useSession.getState().user!.uid
  opened.unmount()
  clearRooms()
  for (let number = 6; number < 6 + count; number++)
    talk.messages.push({ ...own(number), senderId: uid, message: `Number ${number}` })
  talk.readNumber = 5 + count
  open()
}

describe('editing', () => {
  it('an answer that comes late leaves the edit alone that was begun meanwhile', async () => {
    await withOwn(2)
    const late = held('edit-message')
    fireEvent.click(await within(await menuOf('Number 6')).findByRole('menuitem', { name: 'Edit' }))
    await type('Better')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(late).toHaveLength(1))
    fireEvent.click(await within(await menuOf('Number 7')).findByRole('menuitem', { name: 'Edit' }))
    await waitFor(async () => expect((await field()).value).toBe('Number 7'))
    late[0]!()
    expect(await line('Better')).toBeTruthy()
    expect(screen.getByText('Editing your message')).toBeTruthy()
    expect((await field()).value).toBe('Number 7')
  })

  it('takes the words away from a message that has an image', async () => {
    await withOwn(1)
    const images = [{ url: '/media/uploads/a.png', width: 400, height: 300 }]
    talk.messages[5] = { ...talk.messages[5]!, images }
    fireEvent.click(await within(await menuOf('Number 6')).findByRole('menuitem', { name: 'Edit' }))
    await type('')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(talk.messages[5]!.message).toBe(''))
  })

  it('gives the focus back to the field when it is given up', async () => {
    await withOwn(1)
    fireEvent.click(await within(await menuOf('Number 6')).findByRole('menuitem', { name: 'Edit' }))
    const stop = await screen.findByRole('button', { name: 'Stop editing' })
    stop.focus()
    fireEvent.click(stop)
    await waitFor(() => expect(screen.queryByText('Editing your message')).toBeNull())
    expect(document.activeElement).toBe(await field())
  })

  it('moves the focus to the message before when one is deleted', async () => {
    await withOwn(1)
    const menu = await menuOf('Number 6')
    fireEvent.click(await within(menu).findByRole('menuitem', { name: 'Delete' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('This message was deleted.')
    const before = within(await line('Message 5')).getByRole('button', { name: /^Actions/ })
    await waitFor(() => expect(document.activeElement).toBe(before))
  })
})

describe('the menu of a message', () => {
  const actions = async (menu: HTMLElement) =>
    (await within(menu).findAllByRole('menuitem')).map(({ textContent }) => textContent)

  it.each([
    ['waits to be accepted', { status: 'waiting' }, ['Copy text', 'Report']],
    ['is blocked', { blocked: true }, ['Copy text', 'Report']],
    ['is open', {}, ['Reply', 'Copy text', 'Report']],
  ] as const)('offers what is possible where the conversation %s', async (_, facts, offered) => {
    talk.conversation = aConversation(facts)
    open(`/messenger/c/${talk.conversation.id}`)
    expect(await actions(await menuOf('Message 5'))).toEqual(offered)
    const given = screen.queryByRole('group', { name: 'Reactions' })
    expect(given === null).toBe('blocked' in facts)
  })

  it('offers neither answers nor edits nor reactions to whom is muted', async () => {
    const groups = nation.answers['messenger.get-groups']!
    nation.answers['messenger.get-groups'] = (input) => ({
      ...groups(input),
      ...{ mutedUntil: Date.UTC(2100, 0, 1), muteReason: 'Insults.' },
    })
    const refreshed = nation.answers['auth.refresh']!({})
    if (!('user' in refreshed)) throw new Error('A citizen is signed in.')
    talk.messages.push(aMessage(6, NOW, { senderId: refreshed.user.uid, timestamp: NOW }))
    open()
    expect(await screen.findByText(/^You are muted until/)).toBeTruthy()
    expect(await actions(await menuOf('Message 6'))).toEqual(['Copy text', 'Delete'])
    expect(screen.queryByRole('group', { name: 'Reactions' })).toBeNull()
  })

  it('copies no words where there are none', async () => {
    const images = [{ url: '/media/uploads/a.png', width: 400, height: 300 }]
    talk.messages[4] = aMessage(5, NOW, { message: '', images })
    open()
    const image = await screen.findByRole('img', { name: 'Image 1 of Mina Farahani' })
    fireEvent.click(within(image.closest<HTMLElement>('[data-line]')!).getByRole('button', { name: 'Actions: Image' }))
    expect(await actions(await screen.findByRole('menu'))).toEqual(['Reply', 'Write to Mina Farahani', 'Report'])
  })

  it('leads from a message in a group to the conversation with its sender', async () => {
    const { router } = open()
    fireEvent.click(await within(await menuOf('Message 5')).findByRole('menuitem', { name: 'Write to Mina Farahani' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/messenger/c/${talk.conversation?.id}`))
  })

  it('says whose it is and which reactions are one’s own, and its button that it is open', async () => {
    talk.messages[4] = aMessage(5, NOW, { reactions: [{ reaction: 'heart', count: 1, mine: true }] })
    open()
    const menu = await menuOf('Message 5')
    expect(screen.getByRole('menu', { name: 'Actions: Message 5' })).toBe(menu)
    const button = within(await line('Message 5')).getByRole('button', { name: /^Actions/ })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    const group = within(menu).getByRole('group', { name: 'Reactions' })
    expect(within(group).getByRole('menuitemcheckbox', { name: 'Heart', checked: true })).toBeTruthy()
    expect(within(group).getByRole('menuitemcheckbox', { name: 'Laugh', checked: false })).toBeTruthy()
    fireEvent.keyDown(menu, { key: 'Escape' })
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'))
    expect(document.activeElement).toBe(button)
  })
})

describe('a long message', () => {
  it.each([
    ['of many lines', 'a\n'.repeat(1_000) + 'end'],
    ['of many words', 'harbour '.repeat(249) + 'end'],
  ])('%s shows its beginning until it is unfolded', async (_, message) => {
    talk.messages.push({ ...aMessage(6, NOW), message })
    talk.readNumber = 6
    open()
    const text = await (await messages()).findByText(/end$/)
    expect(text.dataset.folded).toBe('true')
    fireEvent.click(within(text.closest('li')!).getByRole('button', { name: 'Show all' }))
    expect(text.dataset.folded).toBeUndefined()
    fireEvent.click(within(text.closest('li')!).getByRole('button', { name: 'Show less' }))
    expect(text.dataset.folded).toBe('true')
    expect((await line('Message 5')).textContent).not.toContain('Show all')
  })

  it('is unfolded when a link in it gets the focus', async () => {
    talk.messages.push({ ...aMessage(6, NOW), message: `${'a\n'.repeat(100)}https://example.org/plan` })
    talk.readNumber = 6
    open()
    const link = await (await messages()).findByRole('link', { name: /example\.org/ })
    fireEvent.focus(link)
    expect(link.closest('p')!.dataset.folded).toBeUndefined()
  })
})

describe('the focus', () => {
  const failed = async (text: string) => {
    nation.answers['messenger.send-group-message'] = () => refuse(409, 'message_id_reused', 'Another message.')
    await type(text)
    fireEvent.keyDown(await field(), { key: 'Enter' })
    return line(text)
  }

  it('stays at a message that is sent once more', async () => {
    open()
    await line('Message 5')
    const working = nation.answers['messenger.send-group-message']!
    const item = await failed('Lamps')
    const again = await within(item).findByRole('button', { name: 'Retry' })
    nation.answers['messenger.send-group-message'] = working
    again.focus()
    fireEvent.click(again)
    expect(document.activeElement).toBe(item)
    await within(item).findByRole('button', { name: /^Actions/ })
    expect(document.activeElement).toBe(item)
  })

  it('goes to the message before when one is given up', async () => {
    open()
    await line('Message 5')
    const item = await failed('Ropes')
    const discard = await within(item).findByRole('button', { name: 'Discard' })
    discard.focus()
    fireEvent.click(discard)
    await waitFor(() => expect(screen.queryByText('Ropes')).toBeNull())
    expect(document.activeElement?.closest('li')?.textContent).toContain('Message 5')
  })

  it('goes to the messages when a request is accepted', async () => {
    talk.conversation = aConversation({ status: 'request' })
    open(`/messenger/c/${talk.conversation.id}`)
    const accept = await screen.findByRole('button', { name: 'Accept' })
    accept.focus()
    fireEvent.click(accept)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Messages' })))
  })

  it('goes to the messages when a stranger is blocked from their request', async () => {
    talk.conversation = aConversation({ status: 'request' })
    nation.answers['messenger.block'] = () => {
      talk.conversation = aConversation({ status: 'request', blocked: true })
      return { success: true, blocked: true }
    }
    open(`/messenger/c/${talk.conversation.id}`)
    const block = await screen.findByRole('button', { name: 'Block' })
    block.focus()
    fireEvent.click(block)
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Messages' })))
  })
})

describe('images', () => {
  const pictures = (count: number) =>
    Array.from({ length: count }, (_, place) => new File(['x'], `${place}.png`, { type: 'image/png' }))
  const choose = async (files: readonly File[]) => {
    const input = (await field()).form!.querySelector<HTMLInputElement>('input[type="file"]')!
    fireEvent.change(input, { target: { files } })
  }
  const added = () =>
    within(screen.getByRole('list', { name: 'Images to send' }))
      .getAllByRole('img')
      .map((one) => one.getAttribute('src'))

  const refusal = async () => (await within((await field()).form!).findByRole('alert')).textContent

  /** Uploads that wait until they are let go. */
  let uploads: { readonly name: string; readonly done: () => void }[]

  beforeEach(() => {
    uploads = []
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends EventTarget {
        upload = new EventTarget()
        status = 200
        responseText = ''
        open() {}
        setRequestHeader() {}
        abort() {
          this.dispatchEvent(new Event('abort'))
        }
        send(form: FormData) {
          const { name } = form.get('file') as File
          this.responseText = JSON.stringify({ success: true, secure_url: `/media/uploads/${name}` })
          uploads.push({ name, done: () => act(() => void this.dispatchEvent(new Event('load'))) })
        }
      },
    )
  })

  const files = (count: number) => ({ files: pictures(count), types: ['Files'] })
  const waits = 'Your message will be sent once its images are uploaded.'
  const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  const sentImages = (sent: readonly { url: string; body: string | null }[]) =>
    sent
      .filter(({ url }) => url.includes('send-group-message'))
      .map(({ body }) => JSON.parse(body ?? '') as { message: string; images?: string[] })
      .map(({ message, images }) => ({ message, images }))

  it('are chosen together and sent up one after the other; the message waits for them, says so, and leaves with all', async () => {
    const { sent } = open()
    const written = await type('The steps')
    await choose(pictures(2))
    await waitFor(() => expect(uploads.map(({ name }) => name)).toEqual(['0.png']))
    fireEvent.keyDown(written, { key: 'Enter' })
    expect(await screen.findByText(waits)).toBeTruthy()
    expect(sendButton().disabled).toBe(true)
    uploads[0]!.done()
    await waitFor(() => expect(uploads.map(({ name }) => name)).toEqual(['0.png', '1.png']))
    expect(sends(sent)).toBe(0)
    uploads[1]!.done()
    await waitFor(() => expect(sends(sent)).toBe(1))
    expect(sentImages(sent)).toEqual([
      { message: 'The steps', images: ['/media/uploads/0.png', '/media/uploads/1.png'] },
    ])
    expect(screen.queryByText(waits)).toBeNull()
    expect(written.value).toBe('')
  })

  it('alone are a message that waits for them, too', async () => {
    const { sent } = open()
    await choose(pictures(1))
    await waitFor(() => expect(uploads).toHaveLength(1))
    fireEvent.click(sendButton())
    uploads[0]!.done()
    await waitFor(() => expect(sentImages(sent)).toEqual([{ message: '', images: ['/media/uploads/0.png'] }]))
  })

  it('that do not get there leave the message to its writer, and so does a text that is written on', async () => {
    const { sent } = open()
    const written = await type('The steps')
    await choose([...pictures(1), new File(['x'], 'a.pdf', { type: 'application/pdf' })])
    await waitFor(() => expect(uploads).toHaveLength(1))
    fireEvent.keyDown(written, { key: 'Enter' })
    await screen.findByText(waits)
    uploads[0]!.done()
    expect(await refusal()).toMatch(/^Invalid file type/)
    await waitFor(() => expect(screen.queryByText(waits)).toBeNull())
    expect([sends(sent), written.value]).toEqual([0, 'The steps'])
    await choose(pictures(1))
    await waitFor(() => expect(uploads).toHaveLength(2))
    fireEvent.keyDown(written, { key: 'Enter' })
    await screen.findByText(waits)
    await type('The steps, at night')
    expect(screen.queryByText(waits)).toBeNull()
    uploads[1]!.done()
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    expect(sends(sent)).toBe(0)
  })

  it('are shown while they wait, and each can be taken back: before its turn, and while it is on its way', async () => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${(file as File).name}`)
    const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const { sent } = open()
    const written = await type('The steps')
    await choose(pictures(4))
    await waitFor(() => expect(uploads).toHaveLength(1))
    uploads[0]!.done()
    await waitFor(() => expect(uploads).toHaveLength(2))
    expect(added()).toEqual(['/media/uploads/0.png', 'blob:1.png', 'blob:2.png', 'blob:3.png'])
    expect(screen.getByRole('img', { name: 'Image 3, not uploaded yet' })).toBeTruthy()
    fireEvent.keyDown(written, { key: 'Enter' })
    await screen.findByText(waits)
    fireEvent.click(screen.getByRole('button', { name: 'Remove image 3' }))
    expect(document.activeElement).toBe(written)
    // A writer who takes an image back decides anew when the message is sent.
    expect(screen.queryByText(waits)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove image 2' }))
    await waitFor(() => expect(uploads.map(({ name }) => name)).toEqual(['0.png', '1.png', '3.png']))
    uploads[2]!.done()
    await waitFor(() => expect(added()).toEqual(['/media/uploads/0.png', '/media/uploads/3.png']))
    expect(revoked.mock.calls.flat().sort()).toEqual(['blob:0.png', 'blob:1.png', 'blob:2.png', 'blob:3.png'])
    expect(sends(sent)).toBe(0)
    fireEvent.keyDown(written, { key: 'Enter' })
    await waitFor(() => expect(sends(sent)).toBe(1))
    expect(sentImages(sent)).toEqual([
      { message: 'The steps', images: ['/media/uploads/0.png', '/media/uploads/3.png'] },
    ])
  })

  it('are not sent when they were taken back while their answer was on the way', async () => {
    open()
    await type('The steps')
    await choose(pictures(2))
    await waitFor(() => expect(uploads).toHaveLength(1))
    uploads[0]!.done()
    fireEvent.click(screen.getByRole('button', { name: 'Remove image 1' }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    uploads[1]!.done()
    await waitFor(() => expect(added()).toEqual(['/media/uploads/1.png']))
  })

  it('are pasted, but not as what comes with words that are pasted', async () => {
    open()
    const written = await field()
    fireEvent.paste(written, { clipboardData: { files: pictures(1), types: ['text/plain', 'text/html', 'Files'] } })
    expect(fireEvent.paste(written, { clipboardData: files(2) })).toBe(false)
    await waitFor(() => expect(uploads).toHaveLength(1))
    uploads[0]!.done()
    await waitFor(() => expect(uploads).toHaveLength(2))
    uploads[1]!.done()
    await waitFor(() => expect(added()).toHaveLength(2))
    expect(uploads).toHaveLength(2)
    expect(await screen.findByText('2 of 4 images added.')).toBeTruthy()
  })

  it('are dropped anywhere on the conversation, which says so; words that are dropped are not its business', async () => {
    open()
    const list = await line('Message 5')
    const drop = () => screen.queryByText('Drop images to add them')
    expect(fireEvent.dragOver(list, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
    expect(drop()).toBeNull()
    expect(fireEvent.dragOver(list, { dataTransfer: files(1) })).toBe(false)
    expect(drop()).toBeTruthy()
    const leave = (to: Element) => {
      const leaving = createEvent.dragLeave(list, { dataTransfer: files(1) })
      // What a browser tells, and this one of the tests does not.
      fireEvent(list, Object.defineProperty(leaving, 'relatedTarget', { value: to }))
    }
    leave(await field())
    expect(drop()).toBeTruthy()
    leave(document.body)
    expect(drop()).toBeNull()
    fireEvent.dragOver(list, { dataTransfer: files(1) })
    expect(fireEvent.drop(list, { dataTransfer: files(1) })).toBe(false)
    expect(drop()).toBeNull()
    await waitFor(() => expect(uploads).toHaveLength(1))
    uploads[0]!.done()
    await waitFor(() => expect(added()).toEqual(['/media/uploads/0.png']))
    expect(document.activeElement).toBe(await field())
  })

  it('are not dropped into what was sent: an edit takes none, and the page is not left for them', async () => {
    await withOwn(1)
    const list = await line('Message 5')
    fireEvent.click(await within(await menuOf('Number 6')).findByRole('menuitem', { name: 'Edit' }))
    await screen.findByText('Editing your message')
    expect(fireEvent.drop(list, { dataTransfer: files(1) })).toBe(false)
    expect(uploads).toEqual([])
  })

  it('that are dropped beside the conversation do not take the place of the page, while words and file fields are left alone', async () => {
    open()
    await line('Message 5')
    const at = (target: Element, dataTransfer: object) =>
      ['dragOver', 'drop'].map((kind) => fireEvent[kind as 'drop'](target, { dataTransfer }))
    expect(at(document.body, files(1))).toEqual([false, false])
    expect(at(document.body, { types: ['text/plain'], files: [] })).toEqual([true, true])
    const input = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file' }))
    expect(at(input, files(1))).toEqual([true, true])
    input.remove()
    expect(uploads).toEqual([])
    cleanup()
    expect(at(document.body, files(1))).toEqual([true, true])
  })

  it('are at most four: a fifth is refused in words, and those before it are taken', async () => {
    open()
    await type('The steps')
    await choose(pictures(5))
    expect(await refusal()).toBe('At most 4 images.')
    for (let place = 0; place < 4; place++) {
      await waitFor(() => expect(uploads).toHaveLength(place + 1))
      uploads[place]!.done()
    }
    await waitFor(() => expect(added()).toHaveLength(4))
    expect(uploads).toHaveLength(4)
    expect(await refusal()).toBe('At most 4 images.')
    fireEvent.paste(await field(), { clipboardData: files(1) })
    expect(await refusal()).toBe('At most 4 images.')
    expect(uploads).toHaveLength(4)
  })

  it('of another kind are refused in words, and the next one goes up', async () => {
    open()
    await type('The steps')
    await choose([new File(['x'], 'a.pdf', { type: 'application/pdf' }), ...pictures(1)])
    await waitFor(() => expect(uploads).toHaveLength(1))
    uploads[0]!.done()
    await waitFor(() => expect(added()).toHaveLength(1))
    expect(await refusal()).toMatch(/^Invalid file type/)
    // The next message is none of its business.
    const written = await field()
    fireEvent.keyDown(written, { key: 'Enter' })
    await waitFor(() => expect(within(written.form!).queryByRole('alert')).toBeNull())
  })
})

describe('who is here', () => {
  it('is asked again each minute, in the list and in the open conversation, also while events arrive', async () => {
    talk.conversation = aConversation()
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    })
    try {
      open(`/messenger/c/${talk.conversation.id}`)
      expect(await screen.findByText(/· Online/)).toBeTruthy()
      expect(await screen.findByText('Online')).toBeTruthy()
      const { otherUser } = talk.conversation
      talk.conversation = { ...talk.conversation, otherUser: { ...otherUser, isOnline: false } }
      await act(() => vi.advanceTimersByTimeAsync(61_000))
      await waitFor(() => expect(screen.queryByText(/Online/)).toBeNull())
    } finally {
      vi.useRealTimers()
    }
  })
})

it('a conversation is asked for every 15 s where no events arrive, and not while a message is under way', async () => {
  useLive.setState({ live: false })
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  try {
    const { sent } = open()
    await line('Message 5')
    const asked = () => sent.filter(({ url }) => url.includes('get-group-messages') && url.includes('after=')).length
    const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    talk.messages.push(aMessage(6, NOW))
    // How much time passes besides depends on the machine: it is counted by the same timers.
    const counts: number[] = []
    const counting = setInterval(() => counts.push(asked()), 500)
    // The first one may be asked for another reason: the nation is reached again, after a test before this one.
    while (asked() < 3) await after(500)
    await line('Message 6')
    await after(500)
    clearInterval(counting)
    const between = counts.indexOf(3) - counts.indexOf(2)
    expect(between).toBeGreaterThanOrEqual(29)
    expect(between).toBeLessThanOrEqual(31)
    const sending = held('send-group-message')
    await type('Hello')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(sending).toHaveLength(1))
    const before = asked()
    // Shorter than a request may take.
    await after(14_000)
    expect(asked()).toBe(before)
    sending[0]!()
    await waitFor(() => expect(sends(sent)).toBe(1))
    await after(16_000)
    expect(asked()).toBeGreaterThan(before)
  } finally {
    vi.useRealTimers()
  }
})

it('a conversation in a hidden tab is read when the tab is shown again, where no events arrive', async () => {
  useLive.setState({ live: false })
  const { sent } = open()
  await line('Message 5')
  const looks = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const read = () => sent.filter(({ url }) => url.includes('after=5')).length
  const before = read()
  looks.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  await waitFor(() => expect(read()).toBe(before + 1))
})

describe('an address that says whom to write to', () => {
  const address = '/messenger?to=01890a5d-ac96-774b-bcce-b302099a8057'

  it('leaves alone who has gone elsewhere before the conversation was found', async () => {
    const { router } = open(address)
    const found = held('start-conversation')
    fireEvent.click(await screen.findByRole('link', { name: /Citizens Chat/ }))
    await waitFor(() => expect(found).toHaveLength(1))
    await line('Message 5')
    found[0]!()
    await waitFor(() => expect(talk.conversation).not.toBeNull())
    await new Promise((resolve) => setTimeout(resolve))
    expect(router.state.location.pathname).toBe('/messenger/citizens')
  })
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adminChatAnswers, adminMessages } from '../../../testing/fake-admin-chat'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { useLive } from '../../../lib/live/live'
import { forget } from '../../../lib/query/query'
import { readAgainAfter } from '../../../lib/query/refresh-on-events'
import { usePanel } from '../../admin/panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => {
  usePanel.setState({ token: null, adminId: null, ended: false })
  useLive.setState({ live: false })
})

function withMessages(count: number, as: 'admin' | 'citizen' = 'admin') {
  const nation = fakeNation({ now: NOW, as })
  const messages = adminMessages(NOW, count)
  Object.assign(nation.answers, adminChatAnswers(NOW, messages))
  return { nation, messages }
}

/** Goes on to what the clock says after so many milliseconds. */
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** While timers stand still but for `after`, however slow the machine is: how often the chat is asked for. */
async function counting(sent: readonly { url: string }[], act: (asked: () => number) => Promise<void>) {
  vi.setTimerTickMode('manual')
  const asks = () => sent.filter(({ url }) => url.startsWith('/api/admin-chat/get-messages')).length
  const before = asks()
  await act(() => asks() - before)
}

/** Goes on until the chat is asked for: how much time has passed since the last reading depends on the machine. */
async function untilAsked(asked: () => number) {
  while (asked() === 0) await after(500)
}

const items = async () => within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole('listitem')

describe('Communication in the dashboard', () => {
  const open = (nation: ReturnType<typeof fakeNation>) => renderAt('/government?tab=communication', nation, NOW)

  it('shows who said what and when, the newest last, and what came meanwhile after Refresh', async () => {
    const { nation, messages } = withMessages(2)
    open(nation)
    const [first, second] = await items()
    expect(first?.textContent).toContain('Tiny Nakamura')
    expect(first?.textContent).toContain('1h ago')
    expect(second?.textContent).toContain('The pool covers all nine offices.')
    messages.push({ ...messages[0]!, id: messages[0]!.id.replace(/.$/, 'f'), number: 3, content: 'One more.' })
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(async () => expect((await items()).at(-1)?.textContent).toContain('One more.'))
  })

  it('is read again every 30 s while it is open', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    })
    try {
      const { sent, unmount } = open(withMessages(1).nation)
      await items()
      await counting(sent, async (asked) => {
        await untilAsked(asked)
        await after(25_000)
        expect(asked()).toBe(1)
        await after(5_500)
        expect(asked()).toBe(2)
        unmount()
        await after(60_000)
        expect(asked()).toBe(2)
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not read by itself while events arrive, and shows what they tell of', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    })
    try {
      useLive.setState({ live: true })
      const { nation, messages } = withMessages(1)
      const { sent } = open(nation)
      await items()
      await counting(sent, async (asked) => {
        await after(120_000)
        expect(asked()).toBe(0)
        messages.push({
          ...messages[0]!,
          id: messages[0]!.id.replace(/.$/, 'f'),
          number: 2,
          content: 'From elsewhere.',
        })
        const told = { channel: 'admin-chat', from: 2, to: 2 }
        act(() => void forget(readAgainAfter({ kind: 'messenger.posted', facts: told })))
        await after(5_000)
        expect(screen.getByText('From elsewhere.')).toBeTruthy()
        expect(asked()).toBe(1)
        // Where the stream breaks, it is asked for again.
        act(() => useLive.setState({ live: false }))
        await after(31_000)
        expect(asked()).toBe(2)
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('takes no messages', async () => {
    open(withMessages(1).nation)
    await items()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).disabled).toBe(true)
  })

  it('leads back to the first message', async () => {
    open(withMessages(70).nation)
    expect(await items()).toHaveLength(50)
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }))
    await waitFor(async () => expect(await items()).toHaveLength(70))
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  })

  it('says when nothing was said, and when nothing could be read', async () => {
    const { unmount } = open(withMessages(0).nation)
    expect(await screen.findByText('No messages yet')).toBeTruthy()
    unmount()
    const { nation } = withMessages(0)
    nation.answers['admin-chat.get-messages'] = () => refuse(400, 'invalid_input', 'The line is dead.')
    open(nation)
    expect(await screen.findByText('The line is dead.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })

  it('keeps the place of a message that was deleted', async () => {
    const { nation, messages } = withMessages(2)
    messages[0] = { ...messages[0]!, content: '', message: '', deletedAt: NOW }
    open(nation)
    expect((await items())[0]?.textContent).toContain('This message was deleted.')
  })
})

describe('Chat in the panel', () => {
  async function open(nation: ReturnType<typeof fakeNation>) {
    const opened = renderAt('/admin?tab=chat', nation, NOW)
    fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
    fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
    fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
    await items()
    return opened
  }
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  const press = (keys: { shiftKey?: boolean } = {}) => fireEvent.keyDown(field(), { key: 'Enter', ...keys })
  const type = (value: string) => fireEvent.change(field(), { target: { value } })

  it('sends with Enter, breaks the line with Shift and Enter, and empties the field', async () => {
    const { sent } = await open(withMessages(1).nation)
    const posts = () => sent.filter(({ url }) => url === '/api/admin-chat/send-message')
    press()
    type('The harbour is open.')
    press({ shiftKey: true })
    expect(posts()).toEqual([])
    press()
    await waitFor(async () => expect((await items()).at(-1)?.textContent).toContain('The harbour is open.'))
    expect(field().value).toBe('')
    expect(posts()).toHaveLength(1)
    expect(posts()[0]!.headers.get('authorization')).toBe('Bearer panel')
  })

  it('is read again every 5 s', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    })
    try {
      const { nation, messages } = withMessages(1)
      const { sent } = await open(nation)
      messages.push({ ...messages[0]!, id: messages[0]!.id.replace(/.$/, 'f'), number: 2, content: 'From elsewhere.' })
      await counting(sent, async (asked) => {
        await untilAsked(asked)
        await after(100)
        expect(screen.getByText('From elsewhere.')).toBeTruthy()
        expect(asked()).toBe(1)
        await after(5_000)
        expect(asked()).toBe(2)
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['an administrator is signed in on the site', 'admin', 0, 1],
    ['a citizen who may not read it is', 'citizen', 5, 5],
  ] as const)('while events arrive and %s', async (_, as, chat, online) => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    })
    try {
      const { nation } = withMessages(1, as)
      const { sent } = await open(nation)
      act(() => useLive.setState({ live: true }))
      const asksWho = () => sent.filter(({ url }) => url.startsWith('/api/admin-chat/get-online-admins')).length
      await counting(sent, async (asked) => {
        await after(5_500)
        const [before, whoBefore] = [asked(), asksWho()]
        await after(chat === 0 ? 60_000 : 25_000)
        expect(asked() - before).toBe(chat)
        expect(asksWho() - whoBefore).toBe(online)
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('says who is online', async () => {
    await open(withMessages(1).nation)
    expect(await screen.findByText('Online: Tiny Nakamura.')).toBeTruthy()
  })

  it('keeps what could not be sent, and sends it again under the same id', async () => {
    const { nation } = withMessages(1)
    const working = nation.answers['admin-chat.send-message']!
    nation.answers['admin-chat.send-message'] = () => refuse(500, 'internal', 'Something broke.')
    const { sent } = await open(nation)
    type('Once more.')
    press()
    expect(await screen.findByText('Unable to send message. Please try again.')).toBeTruthy()
    expect(field().value).toBe('Once more.')
    nation.answers['admin-chat.send-message'] = working
    press()
    await waitFor(() => expect(field().value).toBe(''))
    const ids = sent
      .filter(({ url }) => url === '/api/admin-chat/send-message')
      .map(({ body }) => (JSON.parse(body!) as { clientId: string }).clientId)
    expect(new Set(ids).size).toBe(1)
  })

  it('deletes a message after a question', async () => {
    const { nation, messages } = withMessages(2)
    const deleted: string[] = []
    nation.answers['messenger.delete-message'] = ({ messageId }) => {
      deleted.push(messageId)
      return refuse(404, 'message_not_found', 'There is no such message.')
    }
    await open(nation)
    const [first] = await items()
    fireEvent.click(within(first!).getByRole('button', { name: 'Delete the message of Tiny Nakamura' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('There is no such message.')).toBeTruthy()
    expect(deleted).toEqual([messages[0]!.id])
  })
})

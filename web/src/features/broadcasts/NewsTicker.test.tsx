import type { CallAnswer } from '@nation/domain/contract'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { App } from '../../app/App'
import { forget, queryClient } from '../../lib/query/query'
import { serverNow } from '../../lib/server-time'
import { useClosedMessages } from './closed-messages'
import { NewsTicker } from './NewsTicker'

type Message = CallAnswer<'broadcast.get-active'>['messages'][number]

const message = (number: number, overrides: Partial<Message> = {}): Message => ({
  id: `01890a5d-ac96-774b-bcce-b302099a805${number}`,
  message: `News number ${number}`,
  type: 'info',
  isActive: true,
  createdBy: 'Alma',
  createdAt: Date.UTC(2026, 0, 6, 12),
  endsAt: null,
  ...overrides,
})

let active: readonly Message[] = []

/** A nation that answers with what is on at the moment, or not at all. */
function show(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  return render(
    <App>
      <NewsTicker />
    </App>,
  )
}
const answering = () => Promise.resolve(Response.json({ success: true, messages: active }))
const ticker = () => screen.findByRole('region', { name: 'News ticker' })

beforeEach(() => {
  queryClient.clear()
  useClosedMessages.setState({ ids: [] })
})

describe('The news ticker', () => {
  it('shows the newest message alone, said once, with a word for what it is about', async () => {
    active = [message(2, { type: 'warning' }), message(1)]
    show(answering)
    expect((await ticker()).textContent).toContain('Warning')
    expect(screen.getByRole('status').textContent).toBe('News number 2')
    expect(screen.queryByText('News number 1')).toBeNull()
  })

  it('shows text as text, whatever stands in it', async () => {
    const hostile = '<img src=x onerror="document.title=1">'
    active = [message(1, { message: hostile })]
    const { container } = show(answering)
    await ticker()
    expect(screen.getByRole('status').textContent).toBe(hostile)
    expect(container.querySelector('img')).toBeNull()
  })

  it('stays closed for the message that was closed, and opens for the next one', async () => {
    active = [message(1)]
    show(answering)
    await ticker()
    fireEvent.click(screen.getByRole('button', { name: 'Close the message' }))
    expect(screen.queryByRole('region', { name: 'News ticker' })).toBeNull()
    expect(localStorage.getItem('broadcasts.closed')).toBe(JSON.stringify([message(1).id]))

    active = [message(2), message(1)]
    await forget(['broadcast.get-active'])
    expect((await ticker()).textContent).toContain('News number 2')
  })

  it('leaves a message at its end by the clock, for the one before it, and asks nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    active = [message(2, { endsAt: serverNow() + 30_000 }), message(1)]
    const answer = vi.fn(answering)
    show(answer)
    expect((await ticker()).textContent).toContain('News number 2')
    const asked = answer.mock.calls.length
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect((await ticker()).textContent).toContain('News number 1')
    expect(answer).toHaveBeenCalledTimes(asked)
  })

  it('can be held and let go', async () => {
    active = [message(1)]
    show(answering)
    const shown = await ticker()
    fireEvent.click(screen.getByRole('button', { name: 'Hold the message' }))
    expect(shown.dataset.held).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Let the message run' }))
    expect(shown.dataset.held).toBeUndefined()
  })

  it('is not there without news, nor when the news cannot be read', async () => {
    active = []
    const { container, unmount } = show(answering)
    await waitFor(() => expect(queryClient.getQueryState(['broadcast.get-active', {}])?.status).toBe('success'))
    expect(container.querySelector('section, p')).toBeNull()
    unmount()

    queryClient.clear()
    const refused = () => Promise.resolve(Response.json({ success: false, error: 'no', code: 'x' }, { status: 400 }))
    const silent = show(refused)
    await waitFor(() => expect(queryClient.getQueryState(['broadcast.get-active', {}])?.status).toBe('error'))
    // Not tried again: the page has more to say.
    expect(queryClient.getQueryState(['broadcast.get-active', {}])?.fetchFailureCount).toBeLessThan(2)
    expect(silent.container.querySelector('section, p')).toBeNull()
  })
})

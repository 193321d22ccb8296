import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLive } from '../../../lib/live/live'
import { aMessage, messengerAnswers, type FakeTalk } from '../../../testing/fake-messenger'
import { fakeNation, refuse, type FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { clearRooms } from '../rooms/rooms'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
let talk: FakeTalk
let nation: FakeNation

beforeEach(() => {
  clearRooms()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  useLive.setState({ live: true })
  // Far more than a room opens with: what was said first is not loaded.
  talk = {
    messages: Array.from({ length: 400 }, (_, index) => aMessage(index + 1, NOW)),
    readNumber: 400,
    conversation: null,
  }
  talk.messages[6] = { ...talk.messages[6]!, message: 'The harbour lights are on' }
  nation = fakeNation({ now: NOW, as: 'citizen' })
  const refreshed = nation.answers['auth.refresh']!({})
  if (!('user' in refreshed)) throw new Error('A citizen is signed in.')
  Object.assign(nation.answers, messengerAnswers(refreshed.user, NOW, talk))
  // Windows without a height read on and on: here a room keeps what it was opened with, and what it is led to.
  const page = nation.answers['messenger.get-group-messages']!
  nation.answers['messenger.get-group-messages'] = (input) => {
    const after = Number(input.after ?? 0)
    return input.before === undefined && (after === 0 || after >= 400)
      ? page(input)
      : refuse(400, 'invalid_input', 'Not here.')
  }
})

const messages = () => within(screen.getByRole('region', { name: 'Messages' }))
// A jump draws the messages anew.
const line = (text: string) => waitFor(() => messages().getByText(text))
const isAt = async (text: string) => {
  const found = await line(text)
  await waitFor(() => expect(document.activeElement?.contains(found)).toBe(true))
  expect(document.activeElement?.hasAttribute('data-number')).toBe(true)
  expect(found.closest('[data-marked]')).toBeTruthy()
}
const isAnnounced = (words: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words))

describe('the result of a search', () => {
  it('is opened far from what is loaded: it has the focus, is marked and announced, and Back leads to the search', async () => {
    const { router } = renderAt('/messenger/citizens?find=harbour', nation, NOW)
    await line('Message 400')
    expect(messages().queryByText('The harbour lights are on')).toBeNull()
    const result = await screen.findByRole('link', { name: /harbour/ })
    // Conversations are headed below it.
    expect(screen.getByRole('heading', { level: 2, name: 'Messages found' })).toBeTruthy()
    result.focus()
    fireEvent.click(result)
    await isAt('The harbour lights are on')
    await isAnnounced('Message of Mina Farahani: The harbour lights are on')
    expect(router.state.location.search).toBe('?find=harbour&at=7')
    expect(result.getAttribute('aria-current')).toBe('true')
    act(() => router.navigator.go(-1))
    await waitFor(() => expect(router.state.location.search).toBe('?find=harbour'))
    // A reader who goes back stays where they read.
    expect(await line('The harbour lights are on')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /harbour/ })).toBeTruthy()
  })

  it('is opened again by its address, with the focus and the announcement', async () => {
    renderAt('/messenger/citizens?find=harbour&at=7', nation, NOW)
    await isAt('The harbour lights are on')
    await isAnnounced('Message of Mina Farahani: The harbour lights are on')
    expect(messages().queryByText('Message 400')).toBeNull()
  })

  it('shows the end where the address names a message that there is not', async () => {
    renderAt('/messenger/citizens?at=9000', nation, NOW)
    expect(await line('Message 400')).toBeTruthy()
    expect(document.querySelector('[data-marked]')).toBeNull()
  })

  it('is gone to once more when it is pressed again', async () => {
    renderAt('/messenger/citizens?find=harbour&at=7', nation, NOW)
    await isAt('The harbour lights are on')
    const result = await screen.findByRole('link', { name: /harbour/ })
    result.focus()
    fireEvent.click(result)
    await isAt('The harbour lights are on')
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession, type OwnProfile } from '../../../lib/session/session'
import { aMessage, pageOf } from '../../../testing/fake-messenger'
import { startMessenger } from './live'
import { clearMarkers, noteSeen } from './read-marker'
import { openRoom } from './read-room'
import { clearRooms } from './rooms'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const group = 'citizens'

interface Marker {
  readonly number: number
  readonly keepalive: boolean | undefined
}

let markers: Marker[]
let isDown: boolean

function nationAnswers(): void {
  const talk = {
    messages: Array.from({ length: 40 }, (_, index) => aMessage(index + 1, NOW)),
    readNumber: 10,
    conversation: null,
  }
  vi.stubGlobal('fetch', (address: string, { body, keepalive }: RequestInit) => {
    const url = new URL(address, location.origin)
    if (!url.pathname.endsWith('mark-as-read')) {
      return Promise.resolve(Response.json(pageOf(talk, Object.fromEntries(url.searchParams))))
    }
    const { number } = JSON.parse(body as string) as { number: number }
    markers.push({ number, keepalive })
    if (isDown) return Promise.reject(new TypeError('network'))
    return Promise.resolve(Response.json({ success: true, readNumber: number, unreadCount: 40 - number }))
  })
}

const settle = () => vi.advanceTimersByTimeAsync(0)

function hideTab(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('What was read', () => {
  beforeEach(async () => {
    vi.useFakeTimers()
    clearRooms()
    clearMarkers()
    markers = []
    isDown = false
    nationAnswers()
    startMessenger()
    await openRoom(group)
    noteSeen(group, 20)
    await settle()
    expect(markers).toEqual([{ number: 20, keepalive: true }])
    noteSeen(group, 25)
    noteSeen(group, 30)
    await settle()
    expect(markers).toHaveLength(1)
  })
  afterEach(async () => {
    // No marker of this test waits in the next one.
    await vi.advanceTimersByTimeAsync(60_000)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it.each([
    ['its tab is hidden', hideTab],
    ['its page goes', () => dispatchEvent(new Event('pagehide'))],
  ])('within the second before %s is sent at once, in a request that outlives the page', async (_, leave) => {
    leave()
    await settle()
    expect(markers.slice(1)).toEqual([{ number: 30, keepalive: true }])
  })

  it('is sent once, however the page goes', async () => {
    hideTab()
    dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(markers.map(({ number }) => number)).toEqual([20, 30])
  })

  it('by the next citizen on this device is sent, though the last one had read more', async () => {
    useSession.setState({ status: 'signed-in', user: { uid: 'the next citizen' } as OwnProfile })
    await openRoom(group)
    noteSeen(group, 15)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(markers.map(({ number }) => number)).toEqual([20, 15])
    useSession.setState({ status: 'signed-out', user: null })
  })

  it('and could not be sent is tried again as the page goes', async () => {
    isDown = true
    await vi.advanceTimersByTimeAsync(1_000)
    expect(markers.map(({ number }) => number)).toEqual([20, 30])
    isDown = false
    hideTab()
    await settle()
    expect(markers.map(({ number }) => number)).toEqual([20, 30, 30])
  })
})

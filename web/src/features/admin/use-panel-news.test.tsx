import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakePassword } from '../../testing/fake-admin'
import { fakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { usePanel } from './panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const encoder = new TextEncoder()

/** What asked for a stream, and how the newest one is written to. */
let asked: (string | null)[]
let stream: ReadableStreamDefaultController<Uint8Array> | undefined
let isRefused: boolean

/** The streams of a nation in memory; everything else it answers itself. */
function withStreams(): void {
  const others = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.startsWith('/api/events')) return others(url, init)
    asked.push(new Headers(init.headers).get('authorization'))
    if (isRefused) return Promise.resolve(new Response('{"requestId":"request"}', { status: 401 }))
    return Promise.resolve(new Response(new ReadableStream<Uint8Array>({ start: (opened) => void (stream = opened) })))
  })
}

beforeEach(() => {
  usePanel.setState({ token: null, adminId: null, ended: false })
  asked = []
  isRefused = false
})
afterEach(() => vi.unstubAllGlobals())

it('A panel in a browser hears by its own session, whoever is signed in on the page, and closes when that was ended', async () => {
  const { sent } = renderAt('/admin?tab=audit', fakeNation({ now: NOW, as: 'citizen' }), NOW)
  withStreams()
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  expect(asked).toEqual([])
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  await waitFor(() => expect(asked).toEqual(['Bearer panel']))
  const readings = () => sent.filter(({ url }) => url.startsWith('/api/admin/audit')).length
  await waitFor(() => expect(readings()).toBe(1))
  const event = { seq: 9, kind: 'admin.signed-in', subject: null, facts: {}, at: NOW }
  stream!.enqueue(encoder.encode(`id: 9\ndata: ${JSON.stringify(event)}\n\n`))
  await waitFor(() => expect(readings()).toBe(2), { timeout: 3_000 })
  isRefused = true
  stream!.close()
  expect(
    await screen.findByText('Your panel session has ended. Please sign in again.', undefined, { timeout: 5_000 }),
  ).toBeTruthy()
  expect(asked).toEqual(['Bearer panel', 'Bearer panel'])
})

import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { App } from '../app/App'
import { screens } from '../app/routes'
import { Screens } from '../app/Screens'
import { defaultRetries } from '../lib/api/transport'
import { queryClient } from '../lib/query/query'
import { createMemoryRouter } from '../lib/router'
import { clearServerTime } from '../lib/server-time'
import { useSession } from '../lib/session/session'
import type { FakeNation } from './fake-nation'

/** A request that the screen made. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | null
}

/** Opens a route of the whole app against a nation in memory. Answers what was sent, and the router. What fails is repeated soon. */
export function renderAt(path: string, nation: FakeNation, now: number) {
  const sent: Sent[] = []
  queryClient.clear()
  clearServerTime()
  // How long the pauses are is the transport's own matter (client.test.ts). setup.ts puts them back.
  Object.assign(defaultRetries, { pauses: defaultRetries.pauses.map(() => 20) })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? init.body : null
    const method = init.method ?? 'GET'
    sent.push({ method, url, headers: new Headers(init.headers), body })
    const answer = nation.handle(method, url, body)
    return Promise.resolve(
      new Response(JSON.stringify(answer.body), { status: answer.status, headers: { 'x-nation-time': String(now) } }),
    )
  })
  const refreshed = nation.handle('POST', '/api/auth/refresh', null)
  const user = (refreshed.body as { user?: ReturnType<typeof useSession.getState>['user'] }).user ?? null
  useSession.setState({ status: user ? 'signed-in' : 'signed-out', user })
  const router = createMemoryRouter(screens, path)
  return {
    ...render(
      <App>
        <Screens router={router} />
      </App>,
    ),
    sent,
    router,
  }
}

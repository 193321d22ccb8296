import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { demoPersonas } from '@nation/demo'
import { Faults } from './faults'
import { PersonaStore } from './persona-store'
import { RateLimits, X_LIMITS } from './rate-limits'
import type { EndpointLimit, EndpointName } from './rate-limits'
import { createXServer } from './server'
import type { RequestRecord } from './server'
import { Tickets } from './tickets'
import type { World } from './world'

export { challengeOf } from './tickets'
export type { RequestRecord } from './server'

export interface XStandInOptions {
  readonly clientId: string
  /** With a secret the app is a confidential client, which authenticates by Basic; without, a public one. */
  readonly clientSecret?: string
  /** The exact callback addresses that are registered. When not given: any on this machine, or at `appOrigin`. */
  readonly redirectUris?: readonly string[]
  /** Where the nation is served from, as in `http://nation.lan:3000`. */
  readonly appOrigin?: string
  /** A port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number
  /** The nation's time, in which the demo's accounts are as old as they should be. */
  readonly now?: () => Date
  /** X's own time, in which codes and tokens run out and rate limit windows end: the real one, unless a test moves it. */
  readonly clock?: () => Date
  /** Where accounts that are added or changed are stored; in memory only when not given. */
  readonly dataDir?: string
  /** Limits other than X's own, for tests of limits. */
  readonly rateLimits?: Partial<Readonly<Record<EndpointName, EndpointLimit>>>
  /** Called with every request. */
  readonly record?: (request: RequestRecord) => void
}

export interface XStandIn {
  /** Its address, as `http://127.0.0.1:41234`: both X's site and X's API. */
  readonly origin: string
  readonly port: number
  close(): Promise<void>
}

/**
 * Starts a server that stands in for X: OAuth 2.0 with PKCE, the users endpoints, drawn profile images, and controls for
 * tests. It has the demo nation's personas as accounts.
 */
export async function startXStandIn(options: XStandInOptions): Promise<XStandIn> {
  const clock = options.clock ?? (() => new Date())
  const now = options.now ?? clock
  const file = options.dataDir === undefined ? undefined : join(options.dataDir, 'x-personas.json')
  const parts = {
    app: {
      clientId: options.clientId,
      clientSecret: options.clientSecret,
      redirectUris: options.redirectUris,
      origin: options.appOrigin && new URL(options.appOrigin).origin,
    },
    personas: new PersonaStore(demoPersonas(now()), file, now),
    tickets: new Tickets(options.clientSecret, clock),
    limits: new RateLimits({ ...X_LIMITS, ...options.rateLimits }, clock),
    faults: new Faults(clock),
    now,
  }
  let world: World = { ...parts, origin: '' }
  const server = createXServer(() => world, options.record ?? (() => undefined))
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  world = { ...parts, origin }
  return {
    origin,
    port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

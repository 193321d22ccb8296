import type { Faults } from './faults'
import type { PersonaStore } from './persona-store'
import type { RateLimits } from './rate-limits'
import type { Tickets } from './tickets'

/** The one app that is registered with this X. Without a secret it is a public client, as X calls it. */
export interface RegisteredApp {
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** The exact callback addresses that are registered; undefined: any address on this machine or at `origin`. */
  readonly redirectUris: readonly string[] | undefined
  /** Where the app is served from, when that is not this machine's loopback. */
  readonly origin: string | undefined
}

/** All that the handlers share. */
export interface World {
  /** The stand-in's own address, without a slash at the end. */
  readonly origin: string
  readonly app: RegisteredApp
  readonly personas: PersonaStore
  readonly tickets: Tickets
  readonly limits: RateLimits
  readonly faults: Faults
  /** The nation's time. */
  now(): Date
}

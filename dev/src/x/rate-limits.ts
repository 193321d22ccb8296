/** What a caller has left in its window. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** When the window ends: seconds since 1970. */
  readonly reset: number
  readonly exceeded: boolean
}

/** X's limits for one endpoint in 15 minutes: for each user's tokens together, and for the app's own token. */
export interface EndpointLimit {
  readonly user: number
  readonly app: number
}

export type EndpointName = 'me' | 'users' | 'byUsername' | 'token'

/** X's published limits for a paying app; the token endpoint's is not published. */
export const X_LIMITS: Readonly<Record<EndpointName, EndpointLimit>> = {
  me: { user: 75, app: 75 },
  users: { user: 900, app: 300 },
  byUsername: { user: 900, app: 300 },
  token: { user: 1500, app: 1500 },
}

const WINDOW_SECONDS = 15 * 60

/** Counts requests in X's fixed windows of 15 minutes, which begin with their first request. */
export class RateLimits {
  private readonly windows = new Map<string, { used: number; reset: number }>()

  constructor(
    private readonly limits: Readonly<Record<EndpointName, EndpointLimit>>,
    private readonly now: () => Date,
  ) {}

  /** Counts one request of a caller (`app`, or a user's id) and says what is left. */
  take(endpoint: EndpointName, caller: string): Allowance {
    const limit = this.limits[endpoint][caller === 'app' ? 'app' : 'user']
    const window = this.windowOf(`${endpoint} ${caller}`)
    const exceeded = window.used >= limit
    if (!exceeded) window.used += 1
    return { limit, remaining: limit - window.used, reset: window.reset, exceeded }
  }

  private windowOf(key: string): { used: number; reset: number } {
    const seconds = Math.floor(this.now().getTime() / 1000)
    const current = this.windows.get(key)
    if (current && current.reset > seconds) return current
    const fresh = { used: 0, reset: seconds + WINDOW_SECONDS }
    this.windows.set(key, fresh)
    return fresh
  }
}

/** The headers that X tells an allowance with. */
export function allowanceHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(reset),
  }
}

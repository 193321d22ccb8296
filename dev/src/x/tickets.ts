import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long X's codes and tokens live, in seconds. */
export const LIFETIMES = { code: 30, access: 7200, refresh: 180 * 86_400 } as const

/** What an authorization code stands for. */
export interface Grant {
  readonly userId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly challenge: string
}

/** What a token says. `use` tells a user's access token, a refresh token and the app's own token apart. */
export interface Ticket {
  readonly use: 'access' | 'refresh' | 'app'
  /** The user's id; empty for the app's own token. */
  readonly userId: string
  readonly scopes: readonly string[]
}

interface IssuedTicket extends Ticket {
  readonly serial: string
  /** Seconds since 1970; null for the app's own token, which does not expire. */
  readonly expires: number | null
}

/**
 * Codes and tokens. Codes live in memory and work once. Tokens are signed with the app's secret instead of being
 * remembered, so that a restart of the stand-in ends no session, as a restart at X would not.
 */
export class Tickets {
  private readonly grants = new Map<string, { grant: Grant; expires: number }>()
  private readonly spent = new Set<string>()
  private readonly key: Buffer

  constructor(
    secret: string | undefined,
    private readonly now: () => Date,
  ) {
    this.key = secret ? createHash('sha256').update(`x stand-in tokens ${secret}`).digest() : randomBytes(32)
  }

  /** A new code for a grant; it works once, within 30 seconds. */
  issueCode(grant: Grant): string {
    for (const [code, { expires }] of this.grants) if (expires <= this.seconds()) this.grants.delete(code)
    const code = randomBytes(48).toString('base64url')
    this.grants.set(code, { grant, expires: this.seconds() + LIFETIMES.code })
    return code
  }

  /** The grant of a code, which is used up by this; undefined when the code is unknown, used or too old. */
  takeGrant(code: string): Grant | undefined {
    const found = this.grants.get(code)
    this.grants.delete(code)
    return found && found.expires > this.seconds() ? found.grant : undefined
  }

  /** A new token. */
  issue(ticket: Ticket): string {
    const lifetime = ticket.use === 'app' ? null : LIFETIMES[ticket.use]
    const expires = lifetime === null ? null : this.seconds() + lifetime
    const issued: IssuedTicket = { ...ticket, serial: randomBytes(12).toString('base64url'), expires }
    const text = Buffer.from(JSON.stringify(issued)).toString('base64url')
    return `${text}.${this.sign(text).toString('base64url')}`
  }

  /** What a token says, or undefined when it is forged, expired, revoked or of another use. */
  read(token: string, use: Ticket['use']): Ticket | undefined {
    const issued = this.open(token)
    return issued?.use === use ? issued : undefined
  }

  /** Makes a token useless; false when it was not usable. */
  revoke(token: string): boolean {
    const issued = this.open(token)
    if (issued) this.spent.add(issued.serial)
    return issued !== undefined
  }

  private open(token: string): IssuedTicket | undefined {
    const [text, signature, ...rest] = token.split('.')
    if (!text || !signature || rest.length > 0) return undefined
    const given = Buffer.from(signature, 'base64url')
    const right = this.sign(text)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    const issued = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as IssuedTicket
    if (this.spent.has(issued.serial)) return undefined
    return issued.expires === null || issued.expires > this.seconds() ? issued : undefined
  }

  private sign(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest()
  }

  private seconds(): number {
    return this.now().getTime() / 1000
  }
}

/** The S256 challenge of a code verifier (RFC 7636). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url')
}

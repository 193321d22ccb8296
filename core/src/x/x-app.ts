import { z } from 'zod'
import { toProfile, userAnswer, userFields, type XProfile } from './x-client'
import type { Config, Logger } from '../platform'

/** How many accounts X tells of at once. */
export const xBatchSize = 100

/** X does not answer, or not now. `untilMs` is how long to leave it alone, when it says so. */
export class XRefusal extends Error {
  constructor(
    message: string,
    readonly limited: boolean,
    readonly untilMs: number | null,
  ) {
    super(message)
    this.name = 'XRefusal'
  }
}

/** What X returned for the accounts that were requested. */
export interface XAnswer {
  readonly profiles: readonly XProfile[]
  /** Ids that X says it does not have, or does not show: suspended, deactivated, gone. */
  readonly missing: readonly string[]
  /** How long to wait before the next question; 0 while X's allowance lasts. */
  readonly pauseMs: number
}

const timeoutMs = 10_000
/** X's windows are 15 minutes long; whatever a header says, no request waits for much longer. */
export const longestPauseMs = 16 * 60_000

const tokenAnswer = z.object({ access_token: z.string().min(1) })
const usersAnswer = z.object({
  data: z.array(z.object({ id: z.string() }).loose()).optional(),
  errors: z.array(z.object({ resource_id: z.string().optional(), value: z.string().optional() }).loose()).optional(),
})
type UsersAnswer = z.infer<typeof usersAnswer>

/**
 * X, asked by the app itself: with a bearer token of its own (client credentials), no citizen has to be there. The token
 * is cached in memory and asked for again when X no longer takes it.
 */
export class XApp {
  private token: Promise<string> | null = null
  /** The instant, by this machine's clock, before which X is not asked: it said that it has had enough. */
  #restsUntil = 0

  constructor(
    private readonly settings: Config['x'],
    private readonly log?: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Up to 100 accounts by X's ids. While X has had enough questions it is not asked.
   * @throws XRefusal when X is away, answers nonsense, or has had enough questions
   */
  async users(ids: readonly string[]): Promise<XAnswer> {
    const restMs = this.#restsUntil - Date.now()
    if (restMs > 0) throw new XRefusal('X has had enough questions for now.', true, restMs)
    try {
      const answer = await this.#users(ids)
      this.#restFor(answer.pauseMs)
      return answer
    } catch (error) {
      if (error instanceof XRefusal && error.limited) this.#restFor(error.untilMs ?? 0)
      throw error
    }
  }

  /** An answer that was on its way before X had enough does not take that back. */
  #restFor(ms: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, Date.now() + ms)
  }

  async #users(ids: readonly string[]): Promise<XAnswer> {
    const url = `${this.settings.apiUrl}/2/users?ids=${ids.join(',')}&user.fields=${userFields}`
    let response = await this.#ask(url)
    if (response.status === 401) {
      await response.body?.cancel()
      this.token = null
      response = await this.#ask(url)
    }
    if (!response.ok) throw await refusalOf(response)
    const answer = usersAnswer.safeParse(await response.json().catch(() => null))
    if (!answer.success || (!answer.data.data && !answer.data.errors)) {
      throw new XRefusal('X answered something else than users.', false, null)
    }
    return { ...this.#sort(ids, answer.data), pauseMs: pauseOf(response) }
  }

  /**
   * The accounts that X returned, and those that it says do not exist. Accounts that it does not mention, or of which it says
   * something that is not understood, stay as they are.
   * @throws XRefusal when nothing of what it says of accounts is understood
   */
  #sort(ids: readonly string[], { data = [], errors = [] }: UsersAnswer): Pick<XAnswer, 'profiles' | 'missing'> {
    const asked = new Set(ids)
    const listed = data.filter((user) => asked.has(user.id))
    const profiles = listed.flatMap((user) => {
      const parsed = userAnswer.safeParse(user)
      if (parsed.success) return [toProfile(parsed.data)]
      const fields = parsed.error.issues.map((one) => one.path.join('.'))
      this.log?.warn({ xId: user.id, fields }, 'what X says of an account is not understood; it stays as it is')
      return []
    })
    if (listed.length > 0 && profiles.length === 0) {
      throw new XRefusal('X answered something else than users.', false, null)
    }
    const received = new Set(data.map((user) => user.id))
    const missing = errors.flatMap((error) => error.resource_id ?? error.value ?? [])
    return { profiles, missing: [...new Set(missing)].filter((id) => asked.has(id) && !received.has(id)) }
  }

  async #ask(url: string): Promise<Response> {
    this.token ??= this.#newToken().catch((error: unknown) => {
      this.token = null
      throw error
    })
    const headers = { authorization: `Bearer ${await this.token}` }
    return send(url, { headers })
  }

  async #newToken(): Promise<string> {
    const { apiKey, apiSecret, apiUrl } = this.settings
    const basic = Buffer.from(`${encodeURIComponent(apiKey)}:${encodeURIComponent(apiSecret)}`).toString('base64')
    const response = await send(`${apiUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    })
    if (!response.ok) throw await refusalOf(response)
    const answer = tokenAnswer.safeParse(await response.json().catch(() => null))
    if (!answer.success) throw new XRefusal('X answered something else than a token.', false, null)
    return answer.data.access_token
  }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    throw new XRefusal(`X does not answer: ${said}`, false, null)
  }
}

async function refusalOf(response: Response): Promise<XRefusal> {
  await response.body?.cancel()
  const limited = response.status === 429
  const pause = limited ? Math.max(1_000, untilReset(response) ?? 60_000) : null
  return new XRefusal(`X answered ${response.status}.`, limited, pause)
}

function pauseOf(response: Response): number {
  if (response.headers.get('x-rate-limit-remaining') !== '0') return 0
  return Math.max(1_000, untilReset(response) ?? 60_000)
}

/** X names the end of its window in seconds since 1970, by the machines' time; null when it names none. */
function untilReset(response: Response): number | null {
  const reset = Number(response.headers.get('x-rate-limit-reset'))
  if (!Number.isFinite(reset) || reset <= 0) return null
  return Math.min(longestPauseMs, Math.max(0, reset * 1000 - Date.now()))
}

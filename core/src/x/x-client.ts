import { createHash } from 'node:crypto'
import { NationError } from '@nation/domain/errors'
import { cleanLine } from '@nation/domain/text'
import { z } from 'zod'

/** What X says about an account. */
export interface XProfile {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly followers: number
  readonly verified: boolean
  readonly createdAt: Date
  readonly avatarUrl: string | null
}

export interface XSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizeUrl: string
  readonly apiUrl: string
}

const timeoutMs = 10_000
export const userFields = 'public_metrics,verified,created_at,profile_image_url'

const tokenAnswer = z.object({ access_token: z.string().min(1), token_type: z.string() })

/** The address is stored with `_400x400` for `_normal`: a character longer. The column holds 512. */
const longestPicture = 511
/** What the column holds: 32 bits. */
const mostFollowers = 4_294_967_295

export const userAnswer = z.object({
  id: z.string().regex(/^\d{1,32}$/),
  name: z.string(),
  username: z.string().regex(/^\w{1,64}$/),
  created_at: z.iso.datetime({ offset: true }),
  verified: z.boolean().optional(),
  // A picture that does not fit is left out; the rest of the account counts.
  profile_image_url: z
    .url({ protocol: /^https?$/ })
    .max(longestPicture)
    .optional()
    .catch(undefined),
  public_metrics: z.object({ followers_count: z.number().int().nonnegative().max(mostFollowers) }),
})

/** Where the browser is sent to sign in: authorization code with PKCE, S256. */
export function authorizeUrl(
  settings: XSettings,
  request: { redirectUri: string; state: string; verifier: string; loginHint?: string | undefined },
): string {
  const url = new URL(settings.authorizeUrl)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: request.redirectUri,
    scope: 'tweet.read users.read',
    state: request.state,
    code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(request.loginHint && { login_hint: request.loginHint }),
  }).toString()
  return url.toString()
}

/**
 * Exchanges the code that X sent back for the account that signed in. X's token is used for this one question and forgotten.
 * @throws NationError `sign_in_refused` when X does not take the code, `x_unavailable` when it does not answer
 */
export async function profileOfCode(
  settings: XSettings,
  grant: { code: string; verifier: string; redirectUri: string },
): Promise<XProfile> {
  const answer = await ask(`${settings.apiUrl}/2/oauth2/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: grant.code,
      redirect_uri: grant.redirectUri,
      code_verifier: grant.verifier,
      client_id: settings.clientId,
    }),
  })
  const { access_token } = readAnswer(tokenAnswer, answer)
  const me = await ask(`${settings.apiUrl}/2/users/me?user.fields=${userFields}`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  return toProfile(readAnswer(z.object({ data: userAnswer }), me).data)
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    throw unavailable(error)
  }
  if (response.status === 400 || response.status === 401 || response.status === 403)
    throw new NationError('sign_in_refused')
  if (!response.ok) throw unavailable(new Error(`X answered ${response.status}`), retryAfter(response))
  return response.json().catch((error: unknown) => {
    throw unavailable(error)
  })
}

function readAnswer<T>(shape: z.ZodType<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw unavailable(parsed.error)
  return parsed.data
}

function retryAfter(response: Response): Record<string, number> {
  const reset = Number(response.headers.get('x-rate-limit-reset'))
  return reset > 0 ? { retryAfter: Math.max(1, Math.ceil(reset - Date.now() / 1000)) } : {}
}

function unavailable(cause: unknown, facts: Record<string, number> = {}): NationError {
  return Object.assign(new NationError('x_unavailable', facts), { cause })
}

/** X's drawing for an account without a picture is none: each viewer would ask X for it. */
const pictureOf = (address: string | undefined): string | null =>
  address === undefined || /^https:\/\/abs\.twimg\.com\//.test(address)
    ? null
    : address.replace('_normal.', '_400x400.')

/** An account as X answers it, as we understand it. */
export function toProfile(user: z.infer<typeof userAnswer>): XProfile {
  return {
    id: user.id,
    handle: user.username,
    name: cleanLine(user.name).slice(0, 128).toWellFormed() || user.username,
    followers: user.public_metrics.followers_count,
    verified: user.verified ?? false,
    createdAt: new Date(user.created_at),
    avatarUrl: pictureOf(user.profile_image_url),
  }
}

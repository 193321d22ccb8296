import { createHash } from 'node:crypto'
import { hmac, isSameSignature } from '@nation/core/auth'
import type { ParameterizedContext } from 'koa'
import type { Deps } from '../frame'

/** How long one may look before the panel is asked again, in milliseconds. */
const lifetime = 60 * 60_000

const path = '/ops'

const isSecure = ({ origin }: Deps['config']) => origin.startsWith('https://')

/** Over https it has the prefix that browsers hold to `Secure`. */
const nameOf = ({ config }: Deps): string =>
  `${isSecure(config) ? '__Secure-' : ''}nation_ops_${createHash('sha256').update(config.origin).digest('hex').slice(0, 8)}`

/**
 * Leaves a cookie that opens the pages under `/ops` for an hour, and nothing else: it names the panel's session, is signed, and
 * is no token of the panel.
 */
export function writeBoardCookie(deps: Deps, http: ParameterizedContext, sessionId: string): void {
  const until = deps.runtime.clock.now().getTime() + lifetime
  const secure = isSecure(deps.config)
  http.cookies.secure = secure
  http.cookies.set(nameOf(deps), `${sessionId}.${until}.${hmac(deps.keys.opsPages, `${sessionId}.${until}`)}`, {
    path,
    secure,
    httpOnly: true,
    sameSite: 'strict',
    overwrite: true,
    maxAge: lifetime,
  })
}

/** The panel's session that this browser's cookie names; null without a genuine cookie that still holds. */
export function readBoardCookie(deps: Deps, http: ParameterizedContext): string | null {
  const match = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(http.cookies.get(nameOf(deps)) ?? '')
  if (!match) return null
  const [, sessionId = '', until = '', signature = ''] = match
  if (!isSameSignature(hmac(deps.keys.opsPages, `${sessionId}.${until}`), signature)) return null
  return Number(until) > deps.runtime.clock.now().getTime() ? sessionId : null
}

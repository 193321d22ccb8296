import { createHash } from 'node:crypto'
import { NationError } from '@nation/domain/errors'
import type { Config } from '@nation/core/platform'
import type { ParameterizedContext } from 'koa'

/**
 * The cookies of the sign-in. Browsers keep cookies by host and not by port, so their names carry the nation's address:
 * two nations on one machine do not sign each other out.
 */
export interface CookieJar {
  readonly refresh: CookieSlot
  /** The cookie of one sign-in attempt, by its state: attempts of several tabs do not overwrite each other. */
  readonly signIn: (state: string) => Pick<CookieSlot, 'read' | 'write'>
}

/** How many attempts a browser may have under way. A further one drops the oldest. */
const mostAttempts = 3

export interface CookieSlot {
  readonly read: (http: ParameterizedContext) => string | undefined
  readonly write: (http: ParameterizedContext, value: string, expiresAt: Date) => void
  readonly clear: (http: ParameterizedContext) => void
}

/**
 * The cookies of the nation at this address, never readable by scripts. On https their names begin with `__Host-`: a browser
 * takes such a cookie from this very host alone, over https alone, so no other host of the domain can plant one. The prefix
 * demands the path `/`; only the sign-in's own paths read them. On http they are sent to those paths only. A cookie of the same
 * name without the prefix is not read on https: another host of the domain can plant one in a browser that has no session yet.
 */
export function cookieJar(config: Config): CookieJar {
  const secure = config.origin.startsWith('https://')
  const suffix = createHash('sha256').update(config.origin).digest('hex').slice(0, 8)
  const slot = (purpose: string, path: string): CookieSlot => {
    const name = `${secure ? '__Host-' : ''}nation_${purpose}`
    const options = { httpOnly: true, sameSite: 'lax', secure, path: secure ? '/' : path, overwrite: true } as const
    return {
      read: (http) => http.cookies.get(name),
      write: (http, value, expires) => {
        http.cookies.secure = secure
        // The machine's clock decides in the browser, not the nation's: only how long it lasts is ours to say.
        http.cookies.set(name, value, { ...options, expires })
      },
      clear: (http) => {
        http.cookies.secure = secure
        http.cookies.set(name, '', { ...options, expires: new Date(0) })
      },
    }
  }
  const refresh = slot(`refresh_${suffix}`, '/api/auth')
  const hint = hintSlot(`nation_here_${suffix}`, secure)
  return {
    refresh: {
      read: refresh.read,
      write: (http, value, expires) => {
        refresh.write(http, value, expires)
        hint.write(http, expires)
      },
      clear: (http) => {
        refresh.clear(http)
        hint.clear(http)
      },
    },
    signIn: (state) => attemptSlot(slot, `signin_${suffix}_`, { state, secure }),
  }
}

type MakeSlot = (name: string, path: string) => CookieSlot

function attemptSlot(
  slot: MakeSlot,
  purpose: string,
  { state, secure }: { readonly state: string; readonly secure: boolean },
): Pick<CookieSlot, 'read' | 'write'> {
  // Those that another host has planted take no place of this browser's attempts.
  const names = secure ? /(?:^|; )__Host-nation_(signin_[\w-]+)=/g : /(?:^|; )nation_(signin_[\w-]+)=/g
  const path = '/api/auth/x'
  const own = slot(`${purpose}${state.replace(/[^\w-]/g, '').slice(0, 8)}`, path)
  return {
    read: own.read,
    write: (http, value, expires) => {
      own.write(http, value, expires)
      // Browsers send what they got first at the beginning.
      const held = [...http.get('cookie').matchAll(names)].map(([, name = '']) => name)
      const attempts = held.filter((name) => name.startsWith(purpose))
      for (const name of attempts.slice(0, Math.max(0, attempts.length + 1 - mostAttempts)))
        slot(name, path).clear(http)
    },
  }
}

/**
 * Calls that are trusted because of a cookie must come from the nation's own pages.
 * @throws NationError `wrong_origin`
 */
export function requireOwnOrigin(http: ParameterizedContext, config: Config): void {
  const origin = http.get('origin')
  const site = http.get('sec-fetch-site')
  if (origin !== '' && origin !== config.origin) throw new NationError('wrong_origin')
  if (site === 'cross-site' || site === 'same-site') throw new NationError('wrong_origin')
}

/**
 * A cookie that says nothing but that there is a session, for the client's scripts: a visitor's page need not ask for a
 * token that is not there. It keeps its plain name: a forged one leads to a refusal and to nothing else.
 */
function hintSlot(name: string, secure: boolean) {
  const options = { httpOnly: false, sameSite: 'lax', secure, path: '/', overwrite: true } as const
  return {
    write: (http: ParameterizedContext, expires: Date) => void http.cookies.set(name, '1', { ...options, expires }),
    clear: (http: ParameterizedContext) => void http.cookies.set(name, '', { ...options, expires: new Date(0) }),
  }
}

import { createHash } from 'node:crypto'
import { readDeviceToken, writeDeviceToken, type DeviceToken } from '@nation/core/admin'
import { sessionLifetimes } from '@nation/domain/auth'
import type { ParameterizedContext } from 'koa'
import type { Deps } from '../frame'

/** The panel's calls, of which the sign-in alone reads the cookie. Its other address is `/api/admin?action=authenticate`. */
const path = '/api/admin'

/**
 * The cookie's name carries the nation's address, as the sign-in's cookies do. Over https it has the prefix that browsers hold to
 * `Secure`; `__Host-` would need the path `/`, and the cookie would go along with every request.
 */
function nameOf({ config }: Deps): string {
  const suffix = createHash('sha256').update(config.origin).digest('hex').slice(0, 8)
  return `${isSecure(config) ? '__Secure-' : ''}nation_panel_${suffix}`
}

const isSecure = ({ origin }: Deps['config']) => origin.startsWith('https://')

/** The device that this browser says it is; null without a genuine cookie. */
export function readDevice(deps: Deps, http: ParameterizedContext): DeviceToken | null {
  return readDeviceToken(deps.keys, http.cookies.get(nameOf(deps)))
}

/** Leaves the cookie in this browser, for as long as it is a known device. */
export function writeDevice(deps: Deps, http: ParameterizedContext, device: DeviceToken): void {
  const secure = isSecure(deps.config)
  http.cookies.secure = secure
  http.cookies.set(nameOf(deps), writeDeviceToken(deps.keys, device), {
    path,
    secure,
    httpOnly: true,
    sameSite: 'strict',
    overwrite: true,
    // By the browser's clock, not the nation's.
    expires: new Date(Date.now() + sessionLifetimes.panelDevice),
  })
}

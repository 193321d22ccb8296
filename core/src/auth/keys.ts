import { createHmac, hkdfSync } from 'node:crypto'

/** One key for each purpose, all derived from the nation's secret, so that none can stand in for another. */
export interface Keys {
  readonly access: Uint8Array
  readonly panel: Uint8Array
  readonly refresh: Uint8Array
  /** Signs a session's id in its cookie, so that its refreshes are counted for it before its row is read. */
  readonly sessionName: Uint8Array
  readonly signInCookie: Uint8Array
  readonly totp: Uint8Array
  /** Signs the cookie of a panel's device. */
  readonly panelDevice: Uint8Array
  readonly recoveryCodes: Uint8Array
  /** Hashes the name and the network in the stored tries at the panel. */
  readonly panelTries: Uint8Array
  /** Hashes X's ids of accounts that were deleted while an election in which they voted still runs. */
  readonly formerAccounts: Uint8Array
  /** Signs the cookie that opens the pages under `/ops`. */
  readonly opsPages: Uint8Array
  /** The names of uploads: a citizen cannot work out the name of another citizen's file. */
  readonly uploads: Uint8Array
  /** What the nation says to a panel session that has ended, so that its console knows who says so. */
  readonly farewell: Uint8Array
}

/** Derives all keys from NATION_SECRET. */
export function deriveKeys(secret: string): Keys {
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'nation', purpose, 32))
  return {
    access: key('access-token'),
    panel: key('panel-token'),
    refresh: key('refresh-token'),
    sessionName: key('session-name'),
    signInCookie: key('sign-in-cookie'),
    totp: key('totp-secret'),
    panelDevice: key('panel-device'),
    recoveryCodes: key('recovery-codes'),
    panelTries: key('panel-tries'),
    formerAccounts: key('former-accounts'),
    opsPages: key('ops-pages'),
    uploads: key('uploads'),
    farewell: key('panel-farewell'),
  }
}

/** An HMAC-SHA-256 in base64url: the signature of a token or cookie, or the keyed hash of a name. */
export function hmac(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

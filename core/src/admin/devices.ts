import { randomBytes } from 'node:crypto'
import { sessionLifetimes } from '@nation/domain/auth'
import { MoreThan, type DataSource } from 'typeorm'
import { hmac, isSameSignature, type Keys } from '../auth'
import { column, type Context, readRows } from '../platform'
import type { PanelAccount } from './panel.entity'
import { PanelDevice } from './panel-sign-in.entity'

/** What a device's cookie contains, once its signature was checked. */
export interface DeviceToken {
  readonly device: string
  readonly secret: string
}

/** The cookie's text. It is signed, so that a forged one is refused without a query. */
export function writeDeviceToken(keys: Keys, { device, secret }: DeviceToken): string {
  return `${device}.${secret}.${hmac(keys.panelDevice, `${device}.${secret}`)}`
}

/** Reads a device's cookie; null when it is not one that this nation wrote. */
export function readDeviceToken(keys: Keys, text: string | undefined): DeviceToken | null {
  const match = /^([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})$/.exec(text ?? '')
  if (!match) return null
  const [, device = '', secret = '', signature = ''] = match
  return isSameSignature(signature, hmac(keys.panelDevice, `${device}.${secret}`)) ? { device, secret } : null
}

/** The device of this cookie, if the account of this name signed in on it before and it was not revoked. */
export async function findDevice(
  database: DataSource,
  keys: Keys,
  token: DeviceToken | null,
  username: string,
  now: Date,
): Promise<{ id: string } | null> {
  if (!token) return null
  const rows = await readRows(
    database,
    { id: column.text, secret_hash: column.text },
    `SELECT d.id, d.secret_hash FROM panel_devices d JOIN panel_accounts a ON a.id = d.account_id
     WHERE d.device = ? AND a.username = ? AND d.revoked_at IS NULL AND d.last_used_at > ?`,
    [token.device, username, oldestUse(now)],
  )
  const [row] = rows
  return row && isSameSignature(row.secret_hash, hashOf(keys, token)) ? { id: row.id } : null
}

/**
 * Makes the browser of a sign-in a known device of the account, or renews what it is. A device that was revoked for any
 * account gets a new identity: a copy of the old cookie stays worthless.
 */
export async function rememberDevice(
  ctx: Context,
  keys: Keys,
  account: PanelAccount,
  held: DeviceToken | null,
  userAgent: string,
): Promise<{ id: string; token: DeviceToken }> {
  const devices = ctx.tx.getRepository(PanelDevice)
  const now = ctx.now()
  const rows = held ? await devices.findBy({ device: held.device }) : []
  const good = held !== null && rows.length > 0 && rows.every((row) => isGood(keys, row, held, now))
  const token = good ? held : newToken(ctx)
  const ownDevice = good ? rows.find((row) => row.accountId === account.id) : undefined
  const label = browserOf(userAgent)
  if (ownDevice) {
    await devices.update({ id: ownDevice.id }, { lastUsedAt: now, label })
    return { id: ownDevice.id, token }
  }
  const id = ctx.newId()
  const secretHash = hashOf(keys, token)
  const made = { id, device: token.device, accountId: account.id, secretHash, label, createdAt: now, lastUsedAt: now }
  await devices.insert({ ...made, revokedAt: null })
  return { id, token }
}

/** The account's known devices, the newest use first. */
export function devicesOf(ctx: Context, accountId: string): Promise<PanelDevice[]> {
  return ctx.tx
    .getRepository(PanelDevice)
    .createQueryBuilder('device')
    .where({ accountId, lastUsedAt: MoreThan(oldestUse(ctx.now())) })
    .andWhere('device.revokedAt IS NULL')
    .orderBy('device.lastUsedAt', 'DESC')
    .limit(100)
    .getMany()
}

/** 'Firefox on Linux', as far as a browser tells. */
export function browserOf(userAgent: string): string {
  const named = (list: readonly (readonly [RegExp, string])[]) => list.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = named(browsers) ?? 'A browser'
  const system = named(systems)
  return system ? `${browser} on ${system}` : browser
}

/** Most browsers name those that they descend from: the particular comes first. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

function newToken(ctx: Context): DeviceToken {
  return { device: ctx.newId(), secret: randomBytes(32).toString('base64url') }
}

function isGood(keys: Keys, row: PanelDevice, held: DeviceToken, now: Date): boolean {
  return (
    row.revokedAt === null && row.lastUsedAt > oldestUse(now) && isSameSignature(row.secretHash, hashOf(keys, held))
  )
}

const oldestUse = (now: Date) => new Date(now.getTime() - sessionLifetimes.panelDevice)

const hashOf = (keys: Keys, { secret }: DeviceToken) => hmac(keys.panelDevice, `hash of ${secret}`)

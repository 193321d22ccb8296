import type { DataSource } from 'typeorm'
import { seal, type Keys } from '../auth/keys'
import { column, type Context, readRows } from '../platform'
import { PanelTry } from './panel-sign-in.entity'

/** Under what tries at a name are counted and kept, whether an account has it or not. */
export function triedName(keys: Keys, username: string): string {
  return seal(keys.panelTries, `name ${username}`)
}

/** Keeps that somebody failed to sign in by this name, for the account's next sign-in to tell. */
export async function noteFailure(
  database: DataSource,
  keys: Keys,
  { username, network }: { username: string; network: string },
  now: Date,
): Promise<void> {
  const failed = { who: triedName(keys, username), network: seal(keys.panelTries, `network ${network}`), at: now }
  await database.getRepository(PanelTry).insert(failed)
}

/** Tries at the account that failed since an instant. */
export interface FailedTries {
  readonly tries: number
  readonly networks: number
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

export async function failuresSince(ctx: Context, keys: Keys, username: string, since: Date): Promise<FailedTries> {
  const rows = await readRows(
    ctx.tx,
    {
      tries: column.integer,
      networks: column.integer,
      first_at: column.instant.nullable,
      last_at: column.instant.nullable,
    },
    `SELECT COUNT(*) AS tries, COUNT(DISTINCT network) AS networks, MIN(at) AS first_at, MAX(at) AS last_at
     FROM panel_tries WHERE who = ? AND at > ?`,
    [triedName(keys, username), since],
  )
  const [row] = rows
  return {
    tries: row?.tries ?? 0,
    networks: row?.networks ?? 0,
    firstAt: row?.first_at ?? null,
    lastAt: row?.last_at ?? null,
  }
}

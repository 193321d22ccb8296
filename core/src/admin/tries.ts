import { hmac, type Keys } from '../auth'
import { Citizen } from '../citizens'
import { change, column, type Context, readRows, type Runtime } from '../platform'
import { PanelAccount } from './panel.entity'
import { PanelTry } from './panel-sign-in.entity'

/** The keyed hash under which sign-ins with a name are stored and counted, whether an account has the name or not. */
export function triedName(keys: Keys, username: string): string {
  return hmac(keys.panelTries, `name ${username}`)
}

/** Stores a failed sign-in with this name: the account's next sign-in and the audit show it. */
export function noteFailure(
  runtime: Runtime,
  keys: Keys,
  { username, network }: { username: string; network: string },
): Promise<void> {
  return change(runtime, {}, async (ctx) => {
    const networkHash = hmac(keys.panelTries, `network ${network}`)
    await ctx.tx.getRepository(PanelTry).insert({ who: triedName(keys, username), network: networkHash, at: ctx.now() })
    const account = await ctx.tx.getRepository(PanelAccount).findOneBy({ username })
    const owner = account && (await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: account.citizenId }))
    // A name that no account has may be a password in the wrong field: it is not written down.
    const facts = { account: account ? username : null, network: networkHash }
    ctx.journal.add({ kind: 'admin.sign-in-failed', subject: owner?.uid ?? null, facts })
  })
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

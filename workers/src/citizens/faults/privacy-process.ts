import { deriveKeys } from '@nation/core/auth'
import { Citizen } from '@nation/core/citizens'
import { deleteAccount } from '@nation/core/membership'
import { sequence, type Reactions } from '@nation/core/journal'
import { change, fixedClock, killAtStatement, readConfig, type Runtime } from '@nation/core/platform'
import { openDatabase, reactionsOf } from '@nation/core/nation'
import { react } from '@nation/core/work'
import type { DataSource } from 'typeorm'

/**
 * A process of its own for the fault tests: lets the citizen `NATION_LEAVER` leave, if there is one who has not left, and
 * does what follows from the journal of `DATABASE_URL` until nothing is left to do; or dies before the statement that
 * `NATION_KILL_AT_STATEMENT` names.
 */
async function main(): Promise<void> {
  const config = readConfig()
  const kill = killAtStatement()
  const database = await openDatabase({
    url: config.databaseUrl,
    poolSize: 2,
    onStatement: (sql) => kill?.(sql),
  })
  const clock = fixedClock(new Date(process.env.NATION_CLOCK ?? ''))
  const runtime: Runtime = { database, clock, nudge: () => undefined }
  await leave(runtime, config.secret)
  await doWhatFollows(runtime, reactionsOf(database, config))
  await database.destroy()
}

async function leave(runtime: Runtime, secret: string): Promise<void> {
  const uid = process.env.NATION_LEAVER
  const citizen = uid ? await runtime.database.getRepository(Citizen).findOneBy({ uid }) : null
  if (!citizen || citizen.leftAt !== null) return
  const caller = { ...citizen, sessionId: '', panel: false }
  await change(runtime, { caller }, (ctx) =>
    deleteAccount({ ...ctx, caller }, deriveKeys(secret), { confirm: citizen.handle }),
  )
}

async function doWhatFollows(runtime: Runtime, reactions: Reactions): Promise<void> {
  // The process before was killed: nothing was heard of its runs for as long as others wait for that. Deaths count as attempts;
  // when they are used up, an administrator has it tried anew.
  await runtime.database.query('UPDATE journal_work SET heard_at = NULL, attempts = 0 WHERE done_at IS NULL')
  for (;;) {
    await sequence(runtime.database, reactions)
    const open = await openWork(runtime.database)
    if (open.length === 0) return
    for (const { seq, handler } of open) await react(runtime, reactions, { seq: Number(seq), handler })
  }
}

const openWork = (database: DataSource): Promise<{ seq: string; handler: string }[]> =>
  database.query('SELECT seq, handler FROM journal_work WHERE done_at IS NULL ORDER BY seq')

void main()

import { payDueCycles } from '@nation/core/bank'
import { fixedClock, killAtStatement } from '@nation/core/platform'
import { openDatabase } from '@nation/core/nation'

/**
 * A process of its own for the fault test: pays what is due in the nation of `DATABASE_URL` at the instant `NATION_CLOCK`,
 * prints how many statements that took, and ends; or dies before the statement that `NATION_KILL_AT_STATEMENT` names.
 */
async function main(): Promise<void> {
  let statements = 0
  const kill = killAtStatement()
  const database = await openDatabase({
    url: process.env.DATABASE_URL ?? '',
    poolSize: 2,
    onStatement: (sql) => {
      statements++
      kill?.(sql)
    },
  })
  const clock = fixedClock(new Date(process.env.NATION_CLOCK ?? ''))
  const paid = await payDueCycles({ database, clock, nudge: () => undefined })
  process.stdout.write(JSON.stringify({ statements, paid: paid.map(({ number }) => number) }))
  await database.destroy()
}

void main()

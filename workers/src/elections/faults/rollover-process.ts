import { advanceElections } from '@nation/core/elections'
import { fixedClock, killAtStatement } from '@nation/core/platform'
import { openDatabase } from '@nation/core/nation'

/**
 * A process of its own for the fault test: brings the elections of `DATABASE_URL` to the instant `NATION_CLOCK`, prints how
 * many statements that took, and ends; or dies before the statement that `NATION_KILL_AT_STATEMENT` names.
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
  await advanceElections({ database, clock, nudge: () => undefined })
  process.stdout.write(JSON.stringify({ statements }))
  await database.destroy()
}

void main()

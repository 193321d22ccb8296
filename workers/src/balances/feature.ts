import { openChain, type Chain } from '@nation/core/chain'
import { balancesAreDue, migrateToken, refreshBalances, tokenNeedsWork } from '@nation/core/citizens'
import { readRoll, rollToRead } from '@nation/core/elections'
import type { Config, Runtime } from '@nation/core/platform'
import { exclusively, type TimedJob } from '@nation/core/work'
import { beginTimeSlice } from '../time-slice'

/** After this pause a job that had nothing to do, or no endpoint to ask, is tried again. */
const pauseMs = 15_000

/** What keeps the nation's books in step with the chain: the token's version, the roll of an opening, everybody's balance. */
export function balanceJobs(config: Config, chain: Chain = openChain(config.chain)): readonly TimedJob[] {
  return [
    longJob('token.migrate', tokenDue, async (runtime, until) => {
      // What waits for the chain pauses; what goes on goes on at once.
      const over = await migrateToken(runtime, chain, until)
      return over || !until()
    }),
    longJob('elections.read-roll', rollDue, async (runtime, until) => {
      return (await readRoll(runtime, chain, undefined, until)) !== 'reading'
    }),
    longJob('citizens.refresh-balances', staleDue, async (runtime, until) => {
      return (await refreshBalances(runtime, chain, undefined, until)) === 0
    }),
  ]

  function tokenDue({ database }: Runtime): Promise<boolean> {
    return tokenNeedsWork(database, config.chain)
  }

  async function rollDue({ database, clock }: Runtime): Promise<boolean> {
    return (await rollToRead(database, clock.now())) !== null
  }

  async function staleDue(runtime: Runtime): Promise<boolean> {
    // No balance is read of a token to which the nation still migrates, or that it has left.
    if (await tokenNeedsWork(runtime.database, config.chain)) return false
    return balancesAreDue(runtime, config.chain.mint)
  }
}

type Due = (runtime: Runtime) => Promise<boolean>
/** Works until it is done or `until` says stop; answers whether there is time for a pause. */
type Work = (runtime: Runtime, until: () => boolean) => Promise<boolean>

/** A job that every worker tries, one does, and none repeats before its pause is over. */
function longJob(name: string, due: Due, work: Work): TimedJob {
  let notBefore = 0
  return {
    name,
    long: true,
    dueAt: async (database, now) => {
      if (performance.now() < notBefore) return null
      const clock = { now: () => now, offsetMs: () => 0, close: () => undefined }
      if (await due({ database, clock, nudge: () => undefined })) return now
      notBefore = performance.now() + pauseMs
      return null
    },
    run: async (runtime) => {
      const until = beginTimeSlice()
      const pause = () => void (notBefore = performance.now() + pauseMs)
      try {
        const here = await exclusively(runtime, `work ${name}`, async () => {
          if (await work(runtime, until)) pause()
        })
        if (!here) pause()
        return here
      } catch (error) {
        pause()
        throw error
      }
    },
  }
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { repairWords, wrongWords } from '../citizens'
import { advanceElections } from '../elections'
import { counterDifferences, repairCounters } from '../platform'
import { useTestNation } from '../testing'
import { aBusyNation, attempt, busyKinds, day, follow, keepBusy, waveOf } from '../testing/busy-nation'
import { counters } from './lists'

/*
 * Whatever citizens and administrators do at the same time, and wherever a process is killed, every counter is what a count of
 * its rows says, and everybody is found by the words of their present name. A failure prints its seed and its commands.
 */

const nation = useTestNation()
keepBusy(nation)

const mend = async () => {
  expect(await repairCounters(nation.database, counters)).toEqual([])
  expect(await repairWords(nation.database)).toEqual([])
  return true
}

async function everythingIsCounted(): Promise<void> {
  expect(await counterDifferences(nation.database, counters)).toEqual([])
  expect(await wrongWords(nation.database)).toEqual([])
  const standing = await nation.database.query<unknown[]>(
    `SELECT c.id FROM candidacies c LEFT JOIN published_tallies p ON p.candidacy_id = c.id AND p.election_id = c.election_id
       AND p.position = c.position AND p.stands = (c.status <> 'withdrawn') WHERE p.candidacy_id IS NULL`,
  )
  expect(standing).toEqual([])
  const waiting = await nation.database.query<unknown[]>(
    `SELECT p.id FROM bank_payments p LEFT JOIN bank_payouts o ON o.payment_id = p.id
     LEFT JOIN bank_waiting w ON w.payment_id = p.id WHERE (o.payment_id IS NULL) <> (w.payment_id IS NOT NULL)`,
  )
  expect(waiting).toEqual([])
}

it('Whatever is done at the same time, every counter is a count of its rows, and all are found by their words', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(waveOf(['mend']), { minLength: 4, maxLength: 8 }), async (waves) => {
      const admin = await aBusyNation()
      for (const { together, days } of waves) {
        const outcomes = await Promise.all(together.map((step) => attempt(step, admin, { mend })))
        together.forEach((step, i) => outcomes[i] && done.set(step.do, (done.get(step.do) ?? 0) + 1))
        await everythingIsCounted()
        nation.clock.set(new Date(nation.clock.now().getTime() + days * day))
        if (days > 0) await advanceElections(nation.runtime)
      }
      await follow()
      await everythingIsCounted()
    }),
    { numRuns: Number(process.env.COUNTER_RUNS ?? 8), endOnFailure: true },
  )
  // Refusals alone would prove nothing.
  expect(done.size).toBeGreaterThan(busyKinds.length / 2)
})

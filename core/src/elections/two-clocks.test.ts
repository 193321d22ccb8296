import { describe, expect, it } from 'vitest'
import { fixedClock, type Runtime } from '../platform'
import { aCitizen, useTestNation } from '../testing'
import { createCandidate, withdrawCandidate } from './candidates.service'
import { advanceElections } from './rollover'
import { aCandidate, anElection, as, campaign, talliesAndRecount, vote } from './testing'

const nation = useTestNation()
const noon = new Date('2026-01-08T12:00:00.000Z')
const midnight = new Date('2026-01-12T00:00:00.000Z')

/** The same nation, seen from a machine whose clock is a moment behind. */
const behind = (instant: Date): Runtime => ({ ...nation.runtime, clock: fixedClock(new Date(instant.getTime() - 1)) })

describe('A machine whose clock is behind the one that closed', () => {
  it('takes no vote and no candidacy for a phase that has been closed', async () => {
    await anElection(nation.runtime)
    const { id } = await aCandidate(nation.runtime, 'president')
    const voter = await aCitizen(nation.database)
    nation.clock.set(noon)
    await advanceElections(nation.runtime)
    const late = behind(noon)
    await expect(vote(late, voter, id)).rejects.toMatchObject({ code: 'phase_closed' })
    const stand = as(late, await aCitizen(nation.database), (ctx) => createCandidate(ctx, campaign('president')))
    await expect(stand).rejects.toMatchObject({ code: 'candidacies_closed' })
  })

  it('changes nothing of an election that has been counted', async () => {
    await anElection(nation.runtime)
    const { id, citizen } = await aCandidate(nation.runtime, 'minister_finance')
    const voter = await aCitizen(nation.database)
    nation.clock.set(midnight)
    await advanceElections(nation.runtime)
    const late = behind(midnight)
    await expect(vote(late, voter, id)).rejects.toMatchObject({ code: 'phase_closed' })
    await expect(as(late, citizen, (ctx) => withdrawCandidate(ctx, { candidateId: id }))).rejects.toMatchObject({
      code: 'candidate_archived',
    })
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
  })
})

import { describe, expect, it } from 'vitest'
import { Reactions } from '../journal'
import { read, type CitizenContext } from '../platform'
import { aCitizen, copyOfData, doWhatFollows, signedIn, useTestNation } from '../testing'
import { withdrawCandidate } from './candidates.service'
import { advanceElections } from './rollover'
import { aCandidate, anElection, as, talliesAndRecount, vote } from './testing'
import { voidVotesReaction } from './void-votes'
import { voteStatus } from './votes.service'

const nation = useTestNation()
const rows = <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  nation.database.query<T[]>(sql, values)
const followUp = () => doWhatFollows(nation.runtime, new Reactions([voidVotesReaction(nation.runtime.database)]))
const voteCount = async () => Number((await rows<{ n: string }>('SELECT COUNT(*) AS n FROM current_votes'))[0]?.n)

/** Three who voted for a candidate, and one who voted for another, when the candidate withdrew. */
async function aWithdrawal() {
  const voters = await Promise.all(Array.from({ length: 3 }, () => aCitizen(nation.database)))
  const other = await aCitizen(nation.database)
  await anElection(nation.runtime)
  const ada = await aCandidate(nation.runtime, 'president')
  const ben = await aCandidate(nation.runtime, 'president')
  for (const voter of voters) await vote(nation.runtime, voter, ada.id)
  await vote(nation.runtime, other, ben.id)
  const withdrawal = { candidateId: ada.id, userId: undefined, adminId: undefined }
  const answer = await as(nation.runtime, ada.citizen, (ctx) => withdrawCandidate(ctx, withdrawal))
  return { voters, other, ada, ben, answer }
}

describe('Votes for a candidate who withdrew', () => {
  it('are void at once, while their rows are still there', async () => {
    const { voters, ben, answer } = await aWithdrawal()
    expect(answer.votesVoided).toBe(3)
    expect(await voteCount()).toBe(4)
    const [voter] = voters
    const ask = { candidateId: undefined, electionId: undefined, position: undefined, userId: undefined } as never
    const status = await read(nation.runtime, signedIn(voter!), (ctx) => voteStatus(ctx as CitizenContext, ask))
    expect(status).toMatchObject({ hasVoted: false, votedAt: null })
    expect(Object.values(status.userVotes).flat()).toEqual([])
    const copy = await copyOfData(nation.database, voter!)
    expect(copy.votes).toEqual([])
    expect(await vote(nation.runtime, voter!, ben.id)).toMatchObject({
      switched: false,
      repeated: false,
      previousCandidateId: null,
    })
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
    expect(tallies[ben.id]?.[1]).toBe(2)
  })

  it('are removed afterwards, and no vote that was cast instead', async () => {
    const { voters, ben } = await aWithdrawal()
    await vote(nation.runtime, voters[0]!, ben.id)
    await followUp()
    expect(await rows('SELECT DISTINCT candidacy_id, COUNT(*) AS n FROM current_votes GROUP BY candidacy_id')).toEqual([
      {
        candidacy_id: (await rows<{ id: string }>('SELECT id FROM candidacies WHERE uid = ?', [ben.id]))[0]?.id,
        n: '2',
      },
    ])
    await vote(nation.runtime, voters[1]!, ben.id)
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
  })

  it('are removed by the thousand, while another transaction holds the election and its voters', async () => {
    const { ada } = await aWithdrawal()
    await rows(
      `INSERT INTO current_votes (election_id, position, citizen_id, candidacy_id, weight_units, voted_at)
       SELECT c.election_id, c.position, 1000000 + t.n, c.id, 10, NOW(3) FROM candidacies c
       JOIN JSON_TABLE(?, '$[*]' COLUMNS (n INT PATH '$')) AS t WHERE c.uid = ?`,
      [JSON.stringify(Array.from({ length: 4_500 }, (_, place) => place)), ada.id],
    )
    const holder = nation.database.createQueryRunner()
    await holder.startTransaction('READ COMMITTED')
    await holder.query('SELECT id FROM elections FOR UPDATE')
    await holder.query('SELECT id FROM citizens FOR UPDATE')
    await followUp()
    await holder.rollbackTransaction()
    await holder.release()
    expect(await voteCount()).toBe(1)
  })

  it('are in no count and no turnout, also when the election ends before they are removed', async () => {
    const { ben } = await aWithdrawal()
    nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    expect(await voteCount()).toBe(1)
    expect(await rows('SELECT uid FROM candidacies WHERE won')).toEqual([{ uid: ben.id }])
    expect(await rows('SELECT voters FROM election_results WHERE position = 1')).toEqual([{ voters: 1 }])
  })
})

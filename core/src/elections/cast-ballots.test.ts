import { describe, expect, it } from 'vitest'
import { aCitizen, useTestNation } from '../testing'
import { withdrawCandidate } from './candidates.service'
import { aCandidate, anElection, as, talliesAndRecount, vote, voteInBatch } from './testing'

const nation = useTestNation()
const at = (iso: string) => nation.clock.set(new Date(iso))
const thursdayNoon = '2026-01-08T12:00:00.000Z'
const rows = (sql: string) => nation.database.query<Record<string, unknown>[]>(sql)

/** A vote that must be refused with a code, and must have changed nothing. */
async function refuses(code: string, cast: () => Promise<unknown>): Promise<void> {
  const before = await fingerprint()
  await expect(cast()).rejects.toMatchObject({ code })
  expect(await fingerprint()).toEqual(before)
}

const fingerprint = async () => ({
  ballots: await rows('SELECT * FROM ballots ORDER BY id'),
  votes: await rows('SELECT * FROM current_votes ORDER BY election_id, position, citizen_id'),
  tallies: await rows('SELECT * FROM tallies ORDER BY candidacy_id'),
  journal: await rows('SELECT id FROM journal ORDER BY id'),
})

describe('A vote', () => {
  it('counts with the weight of the roll, and what is answered is what is counted', async () => {
    const voter = await aCitizen(nation.database, { tokenBalance: '5000000000000000' })
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const answer = await vote(nation.runtime, voter, ada.id)
    expect(answer).toMatchObject({
      hasVoted: true,
      voteWeight: 1.5,
      switched: false,
      repeated: false,
      previousCandidateId: null,
      position: 'president',
      candidates: [{ id: ada.id, votes: 1.5, supportersCount: 1 }],
    })
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
  })

  it('can be switched, which moves its whole weight and keeps both ballots', async () => {
    const voter = await aCitizen(nation.database, { tokenBalance: '20000000000000000' })
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const bob = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, voter, ada.id)
    const answer = await vote(nation.runtime, voter, bob.id)
    expect(answer).toMatchObject({ switched: true, previousCandidateId: ada.id, voteWeight: 2 })
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual({ [ada.id]: [0, 0], [bob.id]: [20, 1] })
    expect(recount).toEqual(tallies)
    expect(await rows('SELECT id FROM ballots')).toHaveLength(2)
    expect(await rows('SELECT * FROM current_votes')).toHaveLength(1)
  })

  it('repeated for the same candidate succeeds and appends nothing', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const first = await vote(nation.runtime, voter, ada.id)
    const before = await fingerprint()
    at('2026-01-07T09:00:00.000Z')
    const again = await vote(nation.runtime, voter, ada.id)
    expect(again).toMatchObject({ repeated: true, switched: false, votedAt: first.votedAt })
    expect(await fingerprint()).toEqual(before)
  })

  it('for oneself is allowed', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await expect(vote(nation.runtime, ada.citizen, ada.id)).resolves.toMatchObject({ hasVoted: true })
  })

  it('weighs 1.0 with a wallet that was linked after the opening', async () => {
    const voter = await aCitizen(nation.database, { walletAddress: null, tokenBalance: '0' })
    await anElection(nation.runtime)
    await nation.database.query('UPDATE citizens SET wallet_address = ?, token_balance = ? WHERE id = ?', [
      'late',
      '90000000000000000',
      voter.id,
    ])
    const ada = await aCandidate(nation.runtime, 'president')
    await expect(vote(nation.runtime, voter, ada.id)).resolves.toMatchObject({ voteWeight: 1 })
  })

  it('for different positions stands side by side', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const bob = await aCandidate(nation.runtime, 'secretary')
    await vote(nation.runtime, voter, ada.id)
    await expect(vote(nation.runtime, voter, bob.id)).resolves.toMatchObject({ switched: false })
    expect(await rows('SELECT * FROM current_votes')).toHaveLength(2)
  })
})

describe('A vote is refused, and nothing changes,', () => {
  it('for a candidate who does not exist', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    await refuses('candidate_not_found', () => vote(nation.runtime, voter, '01890a5d-ac96-774b-bcce-b302099a8058'))
  })

  it('for a candidate who withdrew', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await as(nation.runtime, ada.citizen, (ctx) =>
      withdrawCandidate(ctx, { candidateId: ada.id, userId: undefined, adminId: undefined }),
    )
    await refuses('candidate_withdrawn', () => vote(nation.runtime, voter, ada.id))
  })

  it('for another election than the one that is named', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await refuses('wrong_election', () => vote(nation.runtime, voter, ada.id, '01890a5d-ac96-774b-bcce-b302099a8058'))
  })

  it('at the closing instant, while one millisecond before it is counted', async () => {
    const [early, late] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    at('2026-01-08T11:59:59.999Z')
    await expect(vote(nation.runtime, early, ada.id)).resolves.toMatchObject({ hasVoted: true })
    at(thursdayNoon)
    await refuses('phase_closed', () => vote(nation.runtime, late, ada.id))
  })

  it('for a ministry in phase one, while its first millisecond of phase two is counted', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const finn = await aCandidate(nation.runtime, 'minister_finance')
    at('2026-01-08T11:59:59.999Z')
    await refuses('phase_not_open', () => vote(nation.runtime, voter, finn.id))
    at(thursdayNoon)
    await expect(vote(nation.runtime, voter, finn.id)).resolves.toMatchObject({ position: 'minister_finance' })
  })

  it('before the election opens, and at the instant it ends', async () => {
    const voter = await aCitizen(nation.database)
    const week = {
      startsAt: new Date('2026-01-12T00:00:00.000Z'),
      phaseTwoAt: new Date('2026-01-15T12:00:00.000Z'),
      endsAt: new Date('2026-01-19T00:00:00.000Z'),
    }
    await anElection(nation.runtime, week)
    const { uid } = (await rows('SELECT uid FROM elections'))[0] as { uid: string }
    const ada = await aCandidate(nation.runtime, 'president', { electionId: uid })
    const finn = await aCandidate(nation.runtime, 'minister_finance', { electionId: uid })
    at('2026-01-11T23:59:59.999Z')
    await refuses('election_not_open', () => vote(nation.runtime, voter, ada.id))
    at('2026-01-19T00:00:00.000Z')
    await refuses('phase_closed', () => vote(nation.runtime, voter, finn.id))
  })

  it('by a citizen whose X account is younger than six months, by one millisecond', async () => {
    const young = await aCitizen(nation.database, { xCreatedAt: new Date('2025-07-06T12:00:00.001Z') })
    const old = await aCitizen(nation.database, { xCreatedAt: new Date('2025-07-06T12:00:00.000Z') })
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await refuses('voting_not_eligible', () => vote(nation.runtime, young, ada.id))
    await expect(vote(nation.runtime, old, ada.id)).resolves.toMatchObject({ hasVoted: true })
  })
})

describe('Ballots that are cast together', () => {
  it('have an outcome each: a bad one is refused alone', async () => {
    const [one, two, three] = [
      await aCitizen(nation.database),
      await aCitizen(nation.database),
      await aCitizen(nation.database, { xCreatedAt: new Date('2026-01-01T00:00:00.000Z') }),
    ]
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const bob = await aCandidate(nation.runtime, 'president')
    const finn = await aCandidate(nation.runtime, 'minister_finance')
    const outcomes = await voteInBatch(nation.runtime, [
      { citizenId: one.id, candidateId: ada.id },
      { citizenId: three.id, candidateId: ada.id },
      { citizenId: two.id, candidateId: finn.id },
      { citizenId: two.id, candidateId: ada.id },
      { citizenId: one.id, candidateId: bob.id },
      { citizenId: one.id, candidateId: bob.id },
      { citizenId: '999999', candidateId: bob.id },
    ])
    expect(outcomes.map((outcome) => outcome.refused?.code ?? 'cast')).toEqual([
      'cast',
      'voting_not_eligible',
      'phase_not_open',
      'cast',
      'cast',
      'cast',
      'citizen_not_found',
    ])
    expect(outcomes[4]?.cast).toMatchObject({ previousCandidateId: ada.id, repeated: false })
    expect(outcomes[5]?.cast).toMatchObject({ repeated: true })
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toMatchObject({ [ada.id]: [10, 1], [bob.id]: [10, 1], [finn.id]: [0, 0] })
    expect(recount).toEqual(tallies)
  })
})

import type { CallInput } from '@nation/domain/contract'
import type { PositionId } from '@nation/domain/elections'
import type { DataSource } from 'typeorm'
import { describe, expect, it } from 'vitest'
import { anOfficial } from '../bank/testing'
import { Citizen } from '../citizens/citizen.entity'
import { addOfficialNames } from '../citizens'
import { read, readJson, type Context } from '../platform'
import { aCitizen, signedIn, useTestNation } from '../testing'
import { archiveCandidacies } from './archive-candidacies'
import { takeWallet } from './candidacy-wallets'
import { Election } from './election.entity'
import { getCandidate, listCandidates, myCandidates } from './candidates.queries'
import { createCandidate, updateCandidate, withdrawCandidate } from './candidates.service'
import { programmeVersion } from './programme-versions'
import { electionResults } from './results.service'
import {
  aCandidate,
  anElection,
  anUpload,
  as,
  campaign,
  publishCounts,
  requiredFiles,
  talliesAndRecount,
  vote,
} from './testing'

const nation = useTestNation()
const stand = async (
  citizen: Citizen,
  position: PositionId,
  overrides: Partial<CallInput<'candidates.create'>> = {},
) => {
  const attachments = await requiredFiles(nation.database, citizen, position)
  return as(nation.runtime, citizen, (ctx) => createCandidate(ctx, campaign(position, { attachments, ...overrides })))
}
const edit = (citizen: Citizen, input: Partial<CallInput<'candidates.update'>>) =>
  as(nation.runtime, citizen, (ctx) => updateCandidate(ctx, input as CallInput<'candidates.update'>))
const withdraw = (citizen: Citizen, candidateId: string, reason?: string) =>
  as(nation.runtime, citizen, (ctx) =>
    withdrawCandidate(ctx, { candidateId, reason, userId: undefined, adminId: undefined }),
  )
const list = (input: Partial<CallInput<'candidates.list'>> = {}, citizen?: Citizen) =>
  read(nation.runtime, citizen ? signedIn(citizen) : null, (ctx) =>
    listCandidates(ctx, { sort: 'votes', limit: 50, userId: undefined, ...input }),
  )
const roleOf = async ({ id }: Citizen) => (await nation.database.getRepository(Citizen).findOneByOrFail({ id })).role
const get = (candidateId: string, citizen?: Citizen) =>
  read(nation.runtime, citizen ? signedIn(citizen) : null, (ctx) => getCandidate(ctx, { candidateId }))

/** The open election, and a wallet. */
async function openedWith(database: DataSource, wallet: string) {
  const [election] = await database.getRepository(Election).find()
  return { election: { id: election!.id, uid: election!.uid }, wallet }
}

describe('A candidate’s name', () => {
  const ada = { displayName: 'Ada Lindgren' }
  const looksLikeAda = { displayName: 'Аda LIndgren ✓' }
  const taken = { code: 'name_taken', details: [expect.objectContaining({ path: 'displayName' })] }

  it('is another’s who stands for the same office, also when it only looks like it', async () => {
    const [first, second] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await anElection(nation.runtime)
    await stand(first, 'secretary', ada)
    await expect(stand(second, 'secretary', looksLikeAda)).rejects.toMatchObject(taken)
    expect(await roleOf(second)).toBe('citizen')
    const { candidateId } = await stand(second, 'president', looksLikeAda)
    await expect(edit(second, { candidateId, position: 'secretary' })).rejects.toMatchObject(taken)
    await edit(second, { candidateId, displayName: 'Ada Nilsson' })
    await edit(second, { candidateId, position: 'secretary' })
    await expect(edit(second, { candidateId, displayName: 'Ada Lindgrén' })).rejects.toMatchObject(taken)
    expect((await get(candidateId)).candidate).toMatchObject({ displayName: 'Ada Nilsson', position: 'secretary' })
  })

  it('is free again when its candidate has withdrawn, and stays one’s own through an edit', async () => {
    const [first, second] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await anElection(nation.runtime)
    const { candidateId } = await stand(first, 'secretary', ada)
    await edit(first, { candidateId, bio: 'Another', displayName: 'ADA LINDGREN' })
    await withdraw(first, candidateId)
    expect(await stand(second, 'secretary', looksLikeAda)).toMatchObject({ success: true })
  })

  it('is no other official’s, and may be one’s own', async () => {
    const [official, citizen] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await nation.database.getRepository(Citizen).update({ id: official.id }, { username: 'Ada Lindgren' })
    await anOfficial(nation.database, 'secretary', { from: nation.clock.now(), citizen: official })
    await anElection(nation.runtime)
    await expect(stand(citizen, 'president', looksLikeAda)).rejects.toMatchObject({ code: 'name_of_official' })
    const { candidateId } = await stand(citizen, 'president')
    await expect(edit(citizen, { candidateId, ...ada })).rejects.toMatchObject({ code: 'name_of_official' })
    expect(await stand(official, 'president', ada)).toMatchObject({ success: true })
  })

  it('may be that of another citizen of weight, and then the answer says so', async () => {
    const known = (facts: Partial<Citizen>) => aCitizen(nation.database, facts)
    await known({ username: 'Ada Lindgren', isAdmin: true })
    await known({ username: 'Mo Derator', role: 'moderator' })
    await known({ username: 'Somebody', handle: 'supervisor', isSuperAdmin: true })
    const former = await known({ username: 'Past President' })
    await anOfficial(nation.database, 'president', { from: new Date('2025-12-01T00:00:00Z'), citizen: former })
    await addOfficialNames(nation.database.manager, [{ id: former.id, names: [former.username, former.handle] }])
    await nation.database.query('UPDATE terms SET ended_at = ?, active_office = NULL, active_citizen_id = NULL', [
      new Date('2025-12-08T00:00:00Z'),
    ])
    await known({ username: 'Nobody Special' })
    await anElection(nation.runtime)
    const standsAs = async (displayName: string, citizen?: Citizen) => {
      const { candidateId } = await stand(citizen ?? (await known({})), 'president', { displayName })
      return (await get(candidateId)).candidate.namesake
    }
    for (const name of ['Аda LIndgren ✓', 'M0 Derator', 'Supervisor', 'Past  President']) {
      expect(await standsAs(name), name).toBe(true)
    }
    expect(await standsAs('Nobody Special')).toBe(false)
    expect(await standsAs('Past President Ada', former)).toBe(false)
  })

  it('is one’s own where one bears it as an administrator', async () => {
    const admin = await aCitizen(nation.database, { username: 'Ada Lindgren', isAdmin: true })
    await anElection(nation.runtime)
    const { candidateId } = await stand(admin, 'president', ada)
    expect((await get(candidateId)).candidate.namesake).toBe(false)
  })

  it('is one candidate’s of twenty who hand it in at once', async () => {
    await anElection(nation.runtime)
    const citizens: Citizen[] = []
    for (let n = 0; n < 20; n++) citizens.push(await aCitizen(nation.database))
    const tries = await Promise.allSettled(citizens.map((one) => stand(one, 'secretary', ada)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'name_taken' })
  })
})

describe('Standing for a position', () => {
  it('makes a candidate page with everything that was said, and a candidate of the citizen', async () => {
    const ada = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const books = await anUpload(nation.database, ada, 'application/pdf')
    const { candidate } = await stand(ada, 'minister_finance', {
      title: 'Bookkeeper',
      goals: ['One', 'Two'],
      promises: ['Always'],
      website: 'https://example.org/ada',
      attachments: { 'PnLs & Stats': [books] },
    })
    expect(candidate).toMatchObject({
      userId: ada.uid,
      position: 'minister_finance',
      positionTitle: 'Minister of Finance',
      title: 'Bookkeeper',
      goals: ['One', 'Two'],
      promises: ['Always'],
      experience: null,
      website: 'https://example.org/ada',
      attachments: { 'PnLs & Stats': [books] },
      twitterFollowers: 500,
      tokenBalance: 100_000,
      verifiedHolder: true,
      votes: 0,
      supporters: [],
      supportersCount: 0,
      isOwner: true,
      may: { edit: true, changePosition: true, delete: true, runAgain: false },
      voting: { open: false },
    })
    expect(await roleOf(ada)).toBe('candidate')
  })

  it.each([
    ['has 99 followers', { followers: 99 }],
    ['holds one base unit less than 50,000 $ON', { tokenBalance: '49999999999999' }],
    ['has no wallet', { walletAddress: null }],
  ])('is refused to a citizen who %s', async (_, facts) => {
    const citizen = await aCitizen(nation.database, facts)
    await anElection(nation.runtime)
    await expect(stand(citizen, 'president')).rejects.toMatchObject({ code: 'candidacy_not_eligible' })
  })

  it('is possible once at a time, and again after a withdrawal, from zero', async () => {
    const [ada, voter] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await anElection(nation.runtime)
    const first = await stand(ada, 'president')
    await expect(stand(ada, 'secretary')).rejects.toMatchObject({ code: 'candidate_exists' })
    await vote(nation.runtime, voter, first.candidateId)
    expect(await withdraw(ada, first.candidateId)).toMatchObject({ votesVoided: 1 })
    const second = await stand(ada, 'president')
    expect(second.candidate.votes).toBe(0)
    await expect(vote(nation.runtime, voter, second.candidateId)).resolves.toMatchObject({ switched: false })
    const mine = await as(nation.runtime, ada, (ctx) => myCandidates(ctx))
    expect(mine.candidate?.id).toBe(second.candidateId)
    expect(mine.past.map((one) => [one.id, one.status])).toEqual([[first.candidateId, 'withdrawn']])
  })

  it('is out of the public eye once it was withdrawn', async () => {
    const [ada, other] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    const admin = await aCitizen(nation.database, { isAdmin: true })
    await anElection(nation.runtime)
    const { candidateId } = await stand(ada, 'president')
    const get = (ctx: Context) => getCandidate(ctx, { candidateId })
    await expect(read(nation.runtime, null, get)).resolves.toMatchObject({ candidate: { status: 'active' } })
    await withdraw(ada, candidateId)
    await expect(read(nation.runtime, null, get)).rejects.toMatchObject({ code: 'candidate_not_found' })
    await expect(as(nation.runtime, other, get)).rejects.toMatchObject({ code: 'candidate_not_found' })
    for (const reader of [ada, admin]) {
      await expect(as(nation.runtime, reader, get)).resolves.toMatchObject({ candidate: { status: 'withdrawn' } })
    }
  })

  it('takes a wallet for one citizen in an election, also after it was withdrawn and unlinked', async () => {
    const wallet = 'TheOneWallet'
    const ada = await aCitizen(nation.database, { walletAddress: wallet })
    const { uid } = await anElection(nation.runtime)
    const { candidateId } = await stand(ada, 'president')
    await withdraw(ada, candidateId)
    const citizens = nation.database.getRepository(Citizen)
    await citizens.update({ id: ada.id }, { walletAddress: null })
    const bob = await aCitizen(nation.database, { walletAddress: wallet })
    await expect(stand(bob, 'president')).rejects.toMatchObject({ code: 'wallet_counted' })
    await citizens.update({ id: bob.id }, { walletAddress: 'AnotherWallet' })
    await expect(stand(bob, 'president')).resolves.toMatchObject({ success: true })
    await citizens.update({ id: ada.id }, { walletAddress: wallet })
    await expect(stand(ada, 'president')).resolves.toMatchObject({ success: true })
    const kept = await nation.database.query<unknown[]>('SELECT citizen_id FROM candidacy_wallets')
    expect(kept).toHaveLength(2)
    const { id } = await nation.database.getRepository(Election).findOneByOrFail({ uid })
    const now = nation.clock.now()
    await nation.database.transaction((tx) => archiveCandidacies(tx, id, now, now))
    expect(await nation.database.query('SELECT citizen_id FROM candidacy_wallets')).toEqual([])
  })

  it('takes no wallet that votes for another citizen in this election', async () => {
    const wallet = 'TheVotingWallet'
    const ada = await aCitizen(nation.database, { walletAddress: wallet })
    await anElection(nation.runtime)
    await nation.database.getRepository(Citizen).update({ id: ada.id }, { walletAddress: null })
    const bob = await aCitizen(nation.database, { walletAddress: wallet })
    await expect(stand(bob, 'president')).rejects.toMatchObject({ code: 'wallet_counted' })
  })

  it('with one wallet succeeds for one of ten who hand it in at once', async () => {
    await anElection(nation.runtime)
    const citizens: Citizen[] = []
    for (let n = 0; n < 10; n++) citizens.push(await aCitizen(nation.database))
    const { election, wallet } = await openedWith(nation.database, 'OneForAll')
    const tries = await Promise.allSettled(
      citizens.map(({ id: citizenId }) =>
        as(nation.runtime, citizens[0]!, ({ tx }) => takeWallet(tx, { election, citizenId, wallet })),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'wallet_counted' })
  })

  it('ends when the phase of the position ends', async () => {
    const ada = await aCitizen(nation.database)
    await anElection(nation.runtime)
    nation.clock.set(new Date('2026-01-08T12:00:00.000Z'))
    await expect(stand(ada, 'president')).rejects.toMatchObject({ code: 'candidacies_closed' })
    await expect(stand(ada, 'minister_finance')).resolves.toMatchObject({ success: true })
  })

  it('in no election is refused', async () => {
    const ada = await aCitizen(nation.database)
    await expect(stand(ada, 'president')).rejects.toMatchObject({ code: 'election_not_found' })
  })
})

describe('Editing a candidate profile', () => {
  it('changes what is given, removes what is emptied, and keeps the rest', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president', { title: 'Dr', experience: 'Ten years' })
    const { candidate } = await edit(ada.citizen, { candidateId: ada.id, bio: 'New bio', title: '', goals: ['Peace'] })
    expect(candidate).toMatchObject({ bio: 'New bio', title: null, goals: ['Peace'], experience: 'Ten years' })
  })

  it('is for its owner only, whatever else they are', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const admin = await aCitizen(nation.database, { isAdmin: true })
    await expect(edit(admin, { candidateId: ada.id, bio: 'x' })).rejects.toMatchObject({ code: 'candidate_not_yours' })
  })

  it('while citizens vote keeps what stood before, with the votes it had, and is over when voting closes', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president', { goals: ['Peace'], vision: 'Before' })
    const version = (number: number) =>
      read(nation.runtime, null, (ctx) => programmeVersion(ctx, { candidateId: ada.id, number }))
    await vote(nation.runtime, voter, ada.id)
    await publishCounts(nation.runtime)
    await edit(ada.citizen, { candidateId: ada.id, vision: 'Before' })
    expect((await get(ada.id)).edits).toEqual([])
    await edit(ada.citizen, { candidateId: ada.id, vision: 'After', goals: ['War'] })
    const first = { number: 1, at: nation.clock.now().getTime(), votes: 1, changed: ['vision', 'goals'] }
    expect(await get(ada.id)).toMatchObject({ candidate: { vision: 'After', goals: ['War'] }, edits: [first] })
    expect(await version(1)).toMatchObject({ programme: { vision: 'Before', goals: ['Peace'] }, edit: first })
    await edit(ada.citizen, { candidateId: ada.id, title: 'Dr' })
    expect((await get(ada.id)).edits.map(({ number, changed }) => [number, changed])).toEqual([
      [2, ['title']],
      [1, ['vision', 'goals']],
    ])
    expect((await version(2)).programme).toMatchObject({ vision: 'After', title: null })
    await expect(version(3)).rejects.toMatchObject({ code: 'candidate_version_not_found' })
    const facts = await nation.database.query<Record<'changed' | 'version', unknown>[]>(
      `SELECT JSON_EXTRACT(facts, '$.changed') AS changed, JSON_EXTRACT(facts, '$.version') AS version
       FROM journal WHERE kind = 'candidates.updated' ORDER BY id`,
    )
    expect(facts.map((one) => [readJson(one.changed), Number(one.version)])).toEqual([
      [['vision', 'goals'], 1],
      [['title'], 2],
    ])
    nation.clock.set(new Date('2026-01-08T12:00:00.000Z'))
    await expect(edit(ada.citizen, { candidateId: ada.id, vision: 'Too late' })).rejects.toMatchObject({
      code: 'programme_closed',
    })
    expect((await get(ada.id, ada.citizen)).candidate).toMatchObject({
      vision: 'After',
      may: { edit: false, delete: true },
    })
  })

  it('before voting opens leaves no trace, and is refused once fifty were made while citizens voted', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'minister_raid_corps')
    await edit(ada.citizen, { candidateId: ada.id, vision: 'Another' })
    expect((await get(ada.id)).edits).toEqual([])
    nation.clock.set(new Date('2026-01-08T12:00:00.000Z'))
    for (let n = 1; n <= 50; n++) await edit(ada.citizen, { candidateId: ada.id, vision: `Vision ${n}` })
    await expect(edit(ada.citizen, { candidateId: ada.id, vision: 'One more' })).rejects.toMatchObject({
      code: 'programme_edits_spent',
    })
    expect((await get(ada.id)).edits).toHaveLength(50)
  })

  it('moves to another position before the first vote and never after it', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await expect(edit(ada.citizen, { candidateId: ada.id, position: 'secretary' })).resolves.toMatchObject({
      candidate: { position: 'secretary' },
    })
    await vote(nation.runtime, voter, ada.id)
    const bob = await aCandidate(nation.runtime, 'secretary')
    await vote(nation.runtime, voter, bob.id)
    await expect(edit(ada.citizen, { candidateId: ada.id, position: 'president' })).rejects.toMatchObject({
      code: 'position_locked',
    })
    await expect(edit(ada.citizen, { candidateId: ada.id, position: 'secretary' })).resolves.toBeTruthy()
  })
})

it('A candidacy is told as the first of its office, and a move as that of the new one and the last of the old', async () => {
  await anElection(nation.runtime)
  const ada = await aCandidate(nation.runtime, 'president')
  const bob = await aCandidate(nation.runtime, 'president')
  await edit(ada.citizen, { candidateId: ada.id, position: 'secretary' })
  await edit(bob.citizen, { candidateId: bob.id, position: 'minister_raid_corps' })
  await edit(ada.citizen, { candidateId: ada.id, position: 'minister_raid_corps' })
  await edit(ada.citizen, { candidateId: ada.id, bio: 'Another' })
  await withdraw(ada.citizen, ada.id)
  await withdraw(bob.citizen, bob.id)
  await stand(await aCitizen(nation.database), 'minister_raid_corps')
  const told = await nation.database.query<{ facts: string }[]>(
    "SELECT facts FROM journal WHERE kind IN ('candidates.stood', 'candidates.updated') ORDER BY id",
  )
  const facts = told.map((one) => readJson<Record<'position' | 'first' | 'last', unknown>>(one.facts))
  expect(facts.map(({ position, first, last }) => ({ position, first, last }))).toEqual([
    { position: 'president', first: true },
    { position: 'president' },
    { position: 'secretary', first: true },
    { position: 'minister_raid_corps', first: true, last: true },
    { position: 'minister_raid_corps', last: true },
    { position: 'minister_raid_corps' },
    { position: 'minister_raid_corps', first: true },
  ])
})

describe('Withdrawing', () => {
  it('voids the votes, keeps the ballots, and frees the voters', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const [ada, bob] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')]
    await vote(nation.runtime, voter, ada.id)
    await withdraw(ada.citizen, ada.id)
    expect((await list({}, voter)).userVotes).toEqual({})
    await expect(vote(nation.runtime, voter, bob.id)).resolves.toMatchObject({ switched: false })
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
    expect(await nation.database.query('SELECT id FROM ballots')).toHaveLength(2)
    await expect(withdraw(ada.citizen, ada.id)).rejects.toMatchObject({ code: 'candidate_withdrawn' })
    expect(await roleOf(ada.citizen)).toBe('citizen')
  })

  it('of another citizen is for administrators', async () => {
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    const other = await aCitizen(nation.database)
    const admin = await aCitizen(nation.database, { isAdmin: true })
    await expect(withdraw(other, ada.id)).rejects.toMatchObject({ code: 'admin_only' })
    expect((await get(ada.id, admin)).candidate.may).toEqual({
      edit: false,
      changePosition: false,
      delete: true,
      runAgain: false,
      rival: false,
    })
    // Powers that were taken away after the request was let in.
    await nation.database.query('UPDATE citizens SET is_admin = FALSE WHERE id = ?', [admin.id])
    await expect(withdraw(admin, ada.id)).rejects.toMatchObject({ code: 'admin_only' })
    await nation.database.query('UPDATE citizens SET is_admin = TRUE WHERE id = ?', [admin.id])
    await expect(withdraw(admin, ada.id)).resolves.toMatchObject({ candidateId: ada.id })
  })

  it('of a rival is no administrator’s, not even after their own withdrawal; of another office’s candidate it is', async () => {
    await anElection(nation.runtime)
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const [rival, other] = [
      await aCandidate(nation.runtime, 'secretary'),
      await aCandidate(nation.runtime, 'president'),
    ]
    const own = await stand(admin, 'secretary')
    const refused = { code: 'candidate_rival' }
    await expect(withdraw(admin, rival.id)).rejects.toMatchObject(refused)
    expect((await get(rival.id, admin)).candidate.may).toMatchObject({ delete: false, rival: true })
    await withdraw(admin, own.candidateId)
    await expect(withdraw(admin, rival.id)).rejects.toMatchObject(refused)
    expect((await get(other.id, admin)).candidate.may).toMatchObject({ delete: true, rival: false })
    await expect(withdraw(admin, other.id)).resolves.toMatchObject({ success: true })
    expect((await get(rival.id)).candidate.status).toBe('active')
    // Nor may they take the place of a candidate whom they removed: not anew, and not by a move.
    await expect(stand(admin, 'president')).rejects.toMatchObject({ code: 'removed_rival' })
    const third = await stand(admin, 'prime_minister')
    const moved = edit(admin, { candidateId: third.candidateId, position: 'president' })
    await expect(moved).rejects.toMatchObject({ code: 'removed_rival' })
  })

  it('is followed by at most nine more candidacies of the same citizen in an hour', async () => {
    await anElection(nation.runtime)
    const ada = await aCitizen(nation.database)
    for (let n = 0; n < 10; n++) await withdraw(ada, (await stand(ada, 'president')).candidateId)
    nation.clock.set(new Date(nation.clock.now().getTime() + 600_000))
    await expect(stand(ada, 'president')).rejects.toMatchObject({ code: 'rate_limited', facts: { retryAfter: 3_000 } })
    nation.clock.set(new Date(nation.clock.now().getTime() + 3_000_000))
    expect(await stand(ada, 'president')).toMatchObject({ success: true })
  })

  it('by an administrator is told on the candidate’s page and beside the results, with the reason', async () => {
    await anElection(nation.runtime)
    const [ada, bob] = [await aCandidate(nation.runtime, 'president'), await aCandidate(nation.runtime, 'president')]
    const admin = await aCitizen(nation.database, { isAdmin: true, username: 'Mara' })
    await withdraw(admin, ada.id, 'An impostor')
    await withdraw(bob.citizen, bob.id)
    const { candidate } = await get(ada.id)
    expect(candidate.removed).toEqual({
      at: nation.clock.now().getTime(),
      by: admin.uid,
      byName: 'Mara',
      reason: 'An impostor',
    })
    expect(candidate).toMatchObject({ status: 'withdrawn', votes: 0 })
    expect(candidate.vision).not.toBe('')
    const { results } = await read(nation.runtime, null, (ctx) => electionResults(ctx, {}))
    const president = results.find(({ position }) => position === 'president')
    expect(president?.removed).toEqual([
      { id: ada.id, displayName: candidate.displayName, twitterHandle: candidate.twitterHandle },
    ])
    expect(president?.candidates).toEqual([])
    await expect(get(bob.id)).rejects.toMatchObject({ code: 'candidate_not_found' })
  })
})

it('A candidacy that names a file which is locked is to come again, and does not wait with the election locked', async () => {
  await anElection(nation.runtime)
  const ada = await aCandidate(nation.runtime, 'president')
  const image = await anUpload(nation.database, ada.citizen)
  const holder = nation.database.createQueryRunner()
  await holder.startTransaction('READ COMMITTED')
  try {
    await holder.query('SELECT id FROM media FOR UPDATE')
    const change = { candidateId: ada.id, bannerImage: image }
    await expect(edit(ada.citizen, change)).rejects.toMatchObject({ code: 'busy' })
    await holder.rollbackTransaction()
    await expect(edit(ada.citizen, change)).resolves.toMatchObject({ success: true })
  } finally {
    if (holder.isTransactionActive) await holder.rollbackTransaction()
    await holder.release()
  }
})

describe('The list of candidates', () => {
  it('is sorted by weight, then voters, then the earlier candidacy, page by page', async () => {
    const whale = await aCitizen(nation.database, { tokenBalance: '20000000000000000' })
    const voters = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await anElection(nation.runtime)
    const standing = []
    for (let i = 0; i < 5; i++) standing.push((await aCandidate(nation.runtime, 'president')).id)
    await vote(nation.runtime, whale, standing[3]!)
    for (const voter of voters) await vote(nation.runtime, voter, standing[4]!)
    await publishCounts(nation.runtime)
    const expected = [standing[4], standing[3], standing[0], standing[1], standing[2]]
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.candidates.map((candidate) => candidate.id))
      cursor = page.nextCursor ?? undefined
      expect(page.total).toBe(5)
    } while (cursor)
    expect(seen).toEqual(expected)
    expect((await list({ sort: 'newest' })).candidates.map((one) => one.id)).toEqual([...standing].reverse())
  })

  it('holds one phase alone where it is asked for, page by page, most votes first', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const president = (await aCandidate(nation.runtime, 'president')).id
    const finance = (await aCandidate(nation.runtime, 'minister_finance')).id
    const secretary = (await aCandidate(nation.runtime, 'secretary')).id
    await vote(nation.runtime, voter, secretary)
    await publishCounts(nation.runtime)
    const ids = async (input: Parameters<typeof list>[0]) => {
      const { candidates, nextCursor, total } = await list(input)
      return { ids: candidates.map(({ id }) => id), nextCursor, total }
    }
    const first = await ids({ phase: 'phase_one', limit: 1 })
    expect(first).toMatchObject({ ids: [secretary], total: 2 })
    const second = await ids({ phase: 'phase_one', limit: 1, cursor: first.nextCursor ?? '' })
    expect(second).toEqual({ ids: [president], nextCursor: null, total: 2 })
    expect(await ids({ phase: 'phase_two' })).toEqual({ ids: [finance], nextCursor: null, total: 1 })
    expect((await ids({ phase: 'phase_one', sort: 'newest' })).ids).toEqual([secretary, president])
    expect((await ids({ phase: 'phase_two', position: 'president' })).ids).toEqual([])
  })

  it('is searched by handle, with or without its @, and by names without regard to accents', async () => {
    await anElection(nation.runtime)
    const keeper = await aCitizen(nation.database, { username: 'Somebody', handle: 'lamp_keeper' })
    const byHandle = await aCandidate(nation.runtime, 'president', { displayName: 'X', bio: 'y' }, keeper)
    const cafe = await aCandidate(nation.runtime, 'secretary', { displayName: 'Café of the Harbour' })
    const find = async (search: string) => (await list({ search })).candidates.map((one) => one.id)
    expect(await find('@lamp_keeper')).toEqual([byHandle.id])
    expect(await find('LAMP_keep')).toEqual([byHandle.id])
    expect(await find('cafe')).toEqual([cafe.id])
    expect(await find('CAFÉ')).toEqual([cafe.id])
    expect(await find('@@lamp_keeper')).toEqual([])
  })

  it('is searched by display name, username and bio, whatever the case, and signs mean themselves', async () => {
    await anElection(nation.runtime)
    const named = await aCandidate(nation.runtime, 'president', { displayName: 'Zoë Ümlaut' })
    const user = await aCitizen(nation.database, { username: 'HarbourPilot' })
    const byUser = await aCandidate(nation.runtime, 'secretary', { displayName: 'X', bio: 'y' }, user)
    const byBio = await aCandidate(nation.runtime, 'secretary', { displayName: 'Q', bio: 'Gave 100% to the PORT' })
    const find = async (search: string) => (await list({ search })).candidates.map((one) => one.id)
    expect(await find('zoë')).toEqual([named.id])
    expect(await find('harbourPILOT')).toEqual([byUser.id])
    expect(await find('the port')).toEqual([byBio.id])
    expect(await find('100%')).toEqual([byBio.id])
    expect(await find('h_rbour')).toEqual([])
    expect(await find('h%pilot')).toEqual([])
    const counted = await list({ search: 'the port', position: 'president' })
    expect(counted).toMatchObject({ total: 0, counts: { president: 0, secretary: 1 } })
  })

  it('shows the caller’s own votes to the caller alone', async () => {
    const voter = await aCitizen(nation.database)
    await anElection(nation.runtime)
    const ada = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, voter, ada.id)
    const own = await list({}, voter)
    expect(own.userVotes).toMatchObject({ president: [{ candidateId: ada.id, voteWeight: 1 }] })
    expect(own.candidates[0]).toMatchObject({ userVotedFor: true, supportersCount: 1, supporters: [] })
    const others = await list({}, ada.citizen)
    expect(others.userVotes).toEqual({})
    expect(others.candidates[0]).toMatchObject({ userVotedFor: false, supportersCount: 0, uncounted: null })
    expect(JSON.stringify(await list())).not.toContain(voter.uid)
  })

  it('refuses a cursor that is not one of its own', async () => {
    await anElection(nation.runtime)
    await expect(list({ cursor: 'bm9uc2Vuc2U' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(list({ cursor: Buffer.from('["1 OR 1=1","2","3"]').toString('base64url') })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('is empty, not missing, in a nation without elections', async () => {
    expect(await list()).toMatchObject({ electionId: null, candidates: [], total: 0 })
  })
})

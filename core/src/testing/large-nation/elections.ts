import { electedRoles, positionIds } from '@nation/domain/elections'
import { base, before, fill, literal, uidSql, type Growth, type Run } from './numbers'

/** Where in time a nation is, and which election is open in it. */
export interface Place {
  readonly now: Date
  /** Its row key and when it began. */
  readonly electionId: string
  readonly startsAt: Date
}

const positions = positionIds.length
/** Candidates for each position of an election that is over. */
const contenders = 10
const each = positions * contenders
const text = `REPEAT('Open books, open doors. ', 20)`

const candidacy = (n: string) => ({
  display_name: `CONCAT('Candidate ', ${n})`,
  bio: text,
  campaign_slogan: `'Open books'`,
  vision: text,
  why_vote_for_me: text,
  goals: `'[]'`,
  promises: `'[]'`,
  attachments: `'{}'`,
})

/** Elections that are over, with their candidates, results, terms and counts. The first citizen stood in a hundred of them. */
export async function pastElections(run: Run, growth: Growth, { now, startsAt }: Place): Promise<void> {
  const at = (days: string) => before(startsAt, `7 * (n + 1) - (${days})`, 'DAY')
  await fill(run, 'elections', growth, {
    id: `${base} + n`,
    uid: uidSql('election'),
    starts_at: at('0'),
    phase_two_at: at('3'),
    ends_at: at('7'),
    stage: `'completed'`,
    created_at: at('0'),
    opened_at: at('0'),
    phase_one_closed_at: at('3'),
    counted_at: at('7'),
    seated_at: at('7'),
    completed_at: at('7'),
    voters: '200000',
    eligible_voters: '800000',
    roll_wallets: '500000',
    roll_last_known: '10',
    roll_method: `'by_mint'`,
    roll_slot: `'312345678'`,
  })
  await fill(run, 'tally_publications', growth, { election_id: `${base} + n`, as_of: at('7'), ballots_from: '0' })
  await pastCandidacies(run, growth, now)
  const seats = { from: growth.from * positions, to: growth.to * positions }
  const winner = `${base} + FLOOR(n / ${positions}) * ${each} + (n % ${positions}) * ${contenders}`
  await fill(run, 'election_results', seats, {
    election_id: `${base} + FLOOR(n / ${positions})`,
    position: `1 + n % ${positions}`,
    winner_candidacy_id: winner,
    rule: `'weight'`,
    candidates: String(contenders),
    voters: '200000',
    weight_units: '2000000',
    decided_at: literal(now),
  })
  await fill(run, 'election_tiers', seats, {
    election_id: `${base} + FLOOR(n / ${positions})`,
    position: `1 + n % ${positions}`,
    weight_units: '10',
    voters: '200000',
  })
  await terms(run, seats, startsAt, winner)
}

async function pastCandidacies(run: Run, growth: Growth, now: Date): Promise<void> {
  const all = { from: growth.from * each, to: growth.to * each }
  const position = `1 + FLOOR((n % ${each}) / ${contenders})`
  const rank = `1 + n % ${contenders}`
  // The second citizen won the presidency for the first sixty elections; the first citizen came last in each of a hundred.
  const citizen = `CASE WHEN n % ${each} = 0 AND n < ${60 * each} THEN 1
    WHEN n % ${each} = ${each - 1} AND n < ${100 * each} THEN 0 ELSE 4 + n % 500 END`
  await fill(run, 'candidacies', all, {
    id: `${base} + n`,
    uid: uidSql('candidate'),
    election_id: `${base} + FLOOR(n / ${each})`,
    position,
    citizen_id: `${base} + ${citizen}`,
    status: `'archived'`,
    ...candidacy('n'),
    stood_at: literal(now),
    updated_at: literal(now),
    final_weight_units: `1000 - 10 * (${rank})`,
    final_supporters: `100 - (${rank})`,
    final_rank: rank,
    won: `${rank} = 1`,
  })
  const counts = { weight_units: `1000 - 10 * (${rank})`, supporters: `100 - (${rank})`, casts: '100' }
  await fill(run, 'tallies', all, { candidacy_id: `${base} + n`, ...counts })
  await fill(run, 'published_tallies', all, {
    candidacy_id: `${base} + n`,
    ...counts,
    election_id: `${base} + FLOOR(n / ${each})`,
    position,
    stands: 'TRUE',
  })
}

/** Of the last election, the first in order, all offices are held now. */
async function terms(run: Run, seats: Growth, startsAt: Date, winner: string): Promise<void> {
  const list = electedRoles.map((office) => `'${office}'`).join(', ')
  const office = `ELT(1 + n % ${positions}, ${list})`
  const citizen = `CASE WHEN n % ${positions} = 0 AND n < ${60 * positions} THEN 1 ELSE 4 + n END`
  const began = before(startsAt, `7 * FLOOR(n / ${positions})`, 'DAY')
  await fill(run, 'terms', seats, {
    id: `${base} + n`,
    office,
    citizen_id: `${base} + ${citizen}`,
    election_id: `${base} + FLOOR(n / ${positions})`,
    candidacy_id: winner,
    how: `'elected'`,
    started_at: began,
    ended_at: `IF(n < ${positions}, NULL, ${before(startsAt, `7 * FLOOR(n / ${positions}) - 7`, 'DAY')})`,
    active_office: `IF(n < ${positions}, ${office}, NULL)`,
    active_citizen_id: `IF(n < ${positions}, ${base} + ${citizen}, NULL)`,
  })
  await fill(run, 'official_names', seats, {
    look: `SHA2(CONCAT('official ', n), 256)`,
    citizen_id: `${base} + ${citizen}`,
  })
}

const openBase = 50_000_000

/** What every candidate of the open election said before an edit. */
const programme = {
  ...{ displayName: 'A candidate', title: null, bio: 'Bio', campaignSlogan: 'Slogan', vision: 'Vision' },
  ...{ whyVoteForMe: 'Why', goals: [], promises: [], experience: null, policies: null, qualifications: null },
  ...{ twitter: null, discord: null, website: null, profilePicture: null, bannerImage: null, attachments: {} },
}

/** Candidates, votes and ballots of the open election. */
export async function openElection(
  run: Run,
  candidates: Growth,
  votes: Growth,
  citizens: number,
  { now, electionId }: Place,
): Promise<void> {
  const position = `1 + n % ${positions}`
  await fill(run, 'candidacies', candidates, {
    id: `${openBase} + n`,
    uid: uidSql('candidate', `(${openBase} + n)`),
    election_id: electionId,
    position,
    citizen_id: `${base} + 600 + n`,
    active_citizen_id: `${base} + 600 + n`,
    status: `'active'`,
    ...candidacy('n'),
    stood_at: literal(now),
    updated_at: literal(now),
    won: 'FALSE',
  })
  const counts = { weight_units: '(n * 7919) % 100000', supporters: '(n * 7919) % 9000', casts: '1' }
  await fill(run, 'tallies', candidates, { candidacy_id: `${openBase} + n`, ...counts })
  await fill(run, 'published_tallies', candidates, {
    candidacy_id: `${openBase} + n`,
    ...counts,
    election_id: electionId,
    position,
    stands: 'TRUE',
  })
  await fill(run, 'programme_versions', candidates, {
    candidacy_id: `${openBase} + n`,
    number: '1',
    programme: `'${JSON.stringify(programme)}'`,
    changed: `'["bio"]'`,
    votes: '0',
    replaced_at: literal(now),
  })
  const vote = {
    election_id: electionId,
    position: `1 + n % 3`,
    citizen_id: `${base} + FLOOR(n / 3)`,
    candidacy_id: `${openBase} + n % 3`,
    weight_units: '10',
  }
  const cast = { from: votes.from, to: Math.min(votes.to, 3 * citizens) }
  await fill(run, 'current_votes', cast, { ...vote, voted_at: literal(now) })
  await fill(run, 'ballots', cast, { ...vote, cast_at: literal(now) })
  await fill(
    run,
    'roll_entries',
    { from: Math.floor(cast.from / 3), to: Math.floor(cast.to / 3) },
    {
      election_id: electionId,
      citizen_id: `${base} + n`,
      wallet_address: `CONCAT('wallet', n)`,
      balance: '0',
      weight_units: '10',
      source: `'fresh'`,
      taken_at: literal(now),
      read_at: literal(now),
    },
  )
}

/** The public id of the n-th candidate of the open election, as a number for `uidOf`. */
export const openCandidate = (n: number): number => openBase + n

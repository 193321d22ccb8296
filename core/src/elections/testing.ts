import type { CallInput } from '@nation/domain/contract'
import { positionOf, weekOf, type ElectionDates, type PositionId } from '@nation/domain/elections'
import { mediaTypes, type MediaType } from '@nation/domain/media'
import type { DataSource } from 'typeorm'
import {
  type Caller,
  change,
  type CitizenContext,
  column,
  type Context,
  runBatch,
  readRows,
  type Runtime,
} from '../platform'
import type { Citizen } from '../citizens/citizen.entity'
import { aCitizen, signedIn } from '../testing/factories'
import { createCandidate } from './candidates.service'
import type { BallotRequest } from './ballot-inputs'
import { castBallots, type BallotOutcome } from './cast-ballots'
import { planElection } from './elections.service'
import { publishTallies } from './publications'
import { takeStep } from './rollover/steps'
import { isNotVoid } from './is-not-void'
import { castVotes } from './votes.service'

/** Runs a service as a citizen, in a transaction of its own. */
export function as<T>(runtime: Runtime, citizen: Citizen, service: (ctx: CitizenContext) => Promise<T>): Promise<T> {
  const caller: NonNullable<Caller> = signedIn(citizen)
  return change(runtime, { caller }, (ctx) => service({ ...ctx, caller }))
}

/** An open election with its roll; by default of this week. */
export async function anElection(runtime: Runtime, dates?: ElectionDates): Promise<{ id: string; uid: string }> {
  const week = dates ?? weekOf(runtime.clock.now())
  return change(runtime, {}, async (ctx: Context) => {
    const { id, uid } = await planElection(ctx, week, null)
    await takeStep(ctx, { step: 'open', electionId: id, dueAt: week.startsAt })
    return { id, uid }
  })
}

/** An election that has just ended and is counted; answers how to seat its government, in a transaction of its own. */
export async function anElectionToSeat(runtime: Runtime): Promise<() => Promise<void>> {
  const dates = weekOf(new Date(weekOf(runtime.clock.now()).startsAt.getTime() - 1))
  const { id } = await anElection(runtime, dates)
  const take = (step: 'close-phase-one' | 'count' | 'seat') =>
    change(runtime, {}, (ctx) => takeStep(ctx, { step, electionId: id, dueAt: dates.endsAt }))
  await take('close-phase-one')
  await take('count')
  return () => take('seat')
}

let campaigns = 0

/** Valid texts of a candidacy, with a name that no other has. */
export const campaign = (position: PositionId, overrides: Partial<CallInput<'candidates.create'>> = {}) => ({
  displayName: `Ada of Harbour ${++campaigns}`,
  bio: 'Citizen since the first week.',
  campaignSlogan: 'Open books, open doors',
  vision: 'Every citizen can read the books.',
  whyVoteForMe: 'I kept the books of three communities.',
  position,
  ...overrides,
})

let files = 0

/** A file that the citizen has uploaded; answers its address. */
export async function anUpload(database: DataSource, citizen: Citizen, type: MediaType = 'image/png'): Promise<string> {
  const hash = String(++files).padStart(64, '0')
  const name = `uploads/${hash}.${mediaTypes[type]}`
  const at = citizen.joinedAt
  await database.query(
    `INSERT INTO media (owner_id, name, hash, preset, type, bytes, sent_bytes, created_at, review_at)
     VALUES (?, ?, ?, 'attachment', ?, 1, 1, ?, ?)`,
    [citizen.id, name, hash, type, at, at],
  )
  return `/media/${name}`
}

/** The attachments that a candidacy for a position needs, uploaded. */
export async function requiredFiles(
  database: DataSource,
  citizen: Citizen,
  position: PositionId,
): Promise<Record<string, string[]>> {
  const required = positionOf(position).attachments.filter((one) => one.required)
  const files: Record<string, string[]> = {}
  for (const { label } of required) files[label] = [await anUpload(database, citizen)]
  return files
}

/** A citizen who stands for a position; answers the citizen and the candidate's public id. */
export async function aCandidate(
  runtime: Runtime,
  position: PositionId,
  overrides: Partial<CallInput<'candidates.create'>> = {},
  citizen?: Citizen,
): Promise<{ citizen: Citizen; id: string }> {
  const who = citizen ?? (await aCitizen(runtime.database))
  const attachments = await requiredFiles(runtime.database, who, position)
  const profile = campaign(position, { attachments, ...overrides })
  const { candidateId } = await as(runtime, who, (ctx) => createCandidate(ctx, profile))
  return { citizen: who, id: candidateId }
}

/** Casts a citizen's vote, as the call does. */
export const vote = (runtime: Runtime, citizen: Citizen, candidateId: string, electionId?: string) =>
  as(runtime, citizen, async (ctx) => {
    const input = { candidateId, electionId, userId: undefined }
    const [outcome] = await runBatch(ctx, castVotes, [{ caller: ctx.caller, input }])
    if (!outcome?.answer) throw outcome?.refused ?? new Error('the vote had no outcome')
    return outcome.answer
  })

/** Casts many ballots in one transaction, as the group commit does. */
export const voteInBatch = (runtime: Runtime, requests: readonly BallotRequest[]): Promise<readonly BallotOutcome[]> =>
  change(runtime, {}, async (ctx) => (await castBallots(ctx.tx, ctx.now, ctx.journal, requests)).outcomes)

/** Publishes all votes that were cast so far, as if five seconds were over. */
export const publishCounts = (runtime: Runtime, electionUid?: string): Promise<void> =>
  change(runtime, {}, async (ctx) => {
    const elections = await readRows(
      ctx.tx,
      { id: column.key, uid: column.text, ends_at: column.instant },
      `SELECT id, uid, ends_at FROM elections WHERE ${electionUid === undefined ? '1 = 1' : 'uid = ?'} ORDER BY id`,
      electionUid === undefined ? [] : [electionUid],
    )
    const instant = new Date(ctx.now().getTime() + 1)
    for (const { ends_at: endsAt, ...election } of elections)
      await publishTallies(ctx, { ...election, endsAt }, instant)
  })

/** The counters, and a count of the votes, by public id of the candidate. They must be equal. */
export async function talliesAndRecount(database: DataSource) {
  const tallies = await readRows(
    database,
    { uid: column.text, weight_units: column.integer, supporters: column.integer },
    'SELECT c.uid, t.weight_units, t.supporters FROM tallies t JOIN candidacies c ON c.id = t.candidacy_id ORDER BY c.id',
  )
  const counted = await readRows(
    database,
    { uid: column.text, weight_units: column.integer, supporters: column.integer },
    `SELECT c.uid, COALESCE(SUM(v.weight_units), 0) AS weight_units, COUNT(v.citizen_id) AS supporters
     FROM candidacies c LEFT JOIN current_votes v ON v.candidacy_id = c.id AND v.position = c.position AND v.election_id = c.election_id
       AND ${isNotVoid('c')}
     GROUP BY c.id, c.uid ORDER BY c.id`,
  )
  const plain = (rows: readonly { uid: string; weight_units: number; supporters: number }[]) =>
    Object.fromEntries(rows.map((row) => [row.uid, [row.weight_units, row.supporters]]))
  return { tallies: plain(tallies), recount: plain(counted) }
}

import { z } from 'zod'
import { stageColumn, statusColumn } from './columns'
import type { CallOutput } from '@nation/domain/contract'
import {
  candidaciesOpen,
  candidacyBalance,
  candidacyOpen,
  canEdit,
  displayTokens,
  positionNumbered,
  votesOf,
  votingOpen,
  votingSpan,
  type PositionId,
} from '@nation/domain/elections'
import { can, isAdministrator } from '@nation/domain/permissions'
import { pageColumn, pageJoin, pageRow, pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import { type Context, column, readRows, type RowOf } from '../platform'
import { uncountedVotes, withUncounted, type Uncounted } from './uncounted'
import { everyPosition } from './every-position'
import { namesakes } from './namesakes'
import { promiseRecords } from './records'
import { isNotVoid } from './is-not-void'
import type { Limits } from '@nation/domain/system'
import { readLimits } from '../system'

export type CandidateAnswer = CallOutput<'candidates.get'>['candidate']
export type UserVotesAnswer = CallOutput<'candidates.list'>['userVotes']

const candidateRow = {
  id: column.key,
  uid: column.text,
  election_id: column.key,
  position: column.integer,
  citizen_id: column.key,
  status: statusColumn,
  display_name: column.text,
  title: column.text.nullable,
  bio: column.text,
  campaign_slogan: column.text,
  vision: column.text,
  why_vote_for_me: column.text,
  goals: column.json(z.array(z.string())),
  promises: column.json(z.array(z.string())),
  experience: column.text.nullable,
  policies: column.text.nullable,
  qualifications: column.text.nullable,
  twitter: column.text.nullable,
  discord: column.text.nullable,
  website: column.text.nullable,
  profile_picture: column.text.nullable,
  banner_image: column.text.nullable,
  attachments: column.json(z.record(z.string(), z.array(z.string()))),
  stood_at: column.instant,
  updated_at: column.instant,
  final_rank: column.integer.nullable,
  won: column.flag,
  weight_units: column.integer,
  supporters: column.integer,
  casts: column.integer,
  ended_at: column.instant.nullable,
  removal_reason: column.text.nullable,
  remover_uid: column.text.nullable,
  remover: column.text.nullable,
  as_of: column.instant,
  election_uid: column.text,
  starts_at: column.instant,
  phase_two_at: column.instant,
  ends_at: column.instant,
  stage: stageColumn,
  citizen_uid: column.text,
  username: column.text,
  handle: column.text,
  followers: column.integer,
  wallet_address: column.text.nullable,
  token_balance: column.bigint,
  ...pageRow,
  ...pictureRow,
}

type CandidateRow = RowOf<typeof candidateRow>

/** The caller's own vote for a position. No other caller sees it. */
export interface OwnVote {
  readonly position: PositionId
  readonly candidateId: string
  readonly weightUnits: number
  readonly votedAt: Date
}

/**
 * Candidates with these row keys, in that order, as the caller may see them. `own`: the caller's votes, if they were read
 * already.
 */
export async function candidateViews(
  ctx: Context,
  ids: readonly string[],
  own?: readonly OwnVote[],
): Promise<CandidateAnswer[]> {
  if (ids.length === 0) return []
  const rows = await readRows(
    ctx.tx,
    candidateRow,
    `SELECT c.id, c.uid, c.election_id, c.position, c.citizen_id, c.status, c.display_name, c.title, c.bio, c.campaign_slogan,
       c.vision, c.why_vote_for_me, c.goals, c.promises, c.experience, c.policies, c.qualifications, c.twitter, c.discord,
       c.website, c.profile_picture, c.banner_image, c.attachments, c.stood_at, c.updated_at, c.final_rank, c.won, c.ended_at, c.removal_reason,
       r.uid AS remover_uid, r.username AS remover, p.weight_units, p.supporters, p.casts, pub.as_of,
       e.uid AS election_uid, e.starts_at, e.phase_two_at, e.ends_at, e.stage,
       z.uid AS citizen_uid, z.username, z.handle, z.followers, z.wallet_address, z.token_balance,
       ${pageColumn}, ${pictureColumns('z')}
     FROM candidacies c
     JOIN published_tallies p ON p.candidacy_id = c.id
     JOIN tally_publications pub ON pub.election_id = c.election_id
     JOIN elections e ON e.id = c.election_id
     JOIN citizens z ON z.id = c.citizen_id
     LEFT JOIN citizens r ON r.id = c.removed_by
     ${pageJoin('z')}
     WHERE c.id IN (?)`,
    [ids],
  )
  const limits = await readLimits(ctx.tx)
  const votedFor = new Set((own ?? (await ownVotesFor(ctx, ids))).map((vote) => vote.candidateId))
  const uncounted = await uncountedIn(ctx, rows)
  const isNamesake = await namesakes(ctx.tx, rows)
  const isRival = await rivals(ctx, rows)
  const recordOf = await promiseRecords(ctx.tx, rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row
      ? [
          withUncounted(
            present(ctx, row, limits, {
              userVotedFor: votedFor.has(row.uid),
              namesake: isNamesake(row),
              isRival: isRival(row),
              record: recordOf(row),
            }),
            uncounted.get(row.uid),
          ),
        ]
      : []
  })
}

/** The caller's votes that the counts of these rows do not contain yet. All rows of an election have counts of one instant. */
async function uncountedIn(ctx: Context, rows: readonly CandidateRow[]): Promise<Map<string, Uncounted>> {
  const open = rows.filter((row) => row.stage === 'phase_one' || row.stage === 'phase_two')
  const instants = new Map(open.map((row) => [row.election_id, row.as_of]))
  const all = new Map<string, Uncounted>()
  for (const [electionId, asOf] of instants) {
    for (const [uid, own] of await uncountedVotes(ctx, electionId, asOf)) all.set(uid, own)
  }
  return all
}

function present(
  ctx: Context,
  row: CandidateRow,
  limits: Limits,
  {
    userVotedFor,
    namesake,
    isRival,
    record,
  }: Pick<CandidateAnswer, 'userVotedFor' | 'namesake' | 'record'> & { isRival: boolean },
): CandidateAnswer {
  const position = positionNumbered(row.position)
  return {
    id: row.uid,
    electionId: row.election_uid,
    userId: row.citizen_uid,
    displayName: row.display_name,
    title: row.title,
    bio: row.bio,
    position: position.id,
    positionTitle: position.title,
    profilePicture: row.profile_picture ?? pictureOfRow(row),
    bannerImage: row.banner_image,
    campaignSlogan: row.campaign_slogan,
    vision: row.vision,
    goals: row.goals,
    promises: row.promises,
    whyVoteForMe: row.why_vote_for_me,
    experience: row.experience,
    policies: row.policies,
    qualifications: row.qualifications,
    twitter: row.twitter,
    twitterUsername: row.handle,
    username: row.username,
    twitterHandle: row.handle,
    namesake,
    record,
    twitterFollowers: row.followers,
    pageNumber: row.page_number,
    discord: row.discord,
    website: row.website,
    ...holdingsOf(ctx, row, limits),
    attachments: row.attachments,
    createdAt: row.stood_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    votes: votesOf(row.weight_units),
    supportersCount: row.supporters,
    countsAsOf: row.as_of.getTime(),
    uncounted: null,
    supporters: [],
    userVotedFor,
    status: row.status,
    rank: row.final_rank,
    won: row.won,
    cancelled: row.stage === 'cancelled',
    removed: removalOf(row),
    ...whatTheCallerMay(ctx, row, position.id, isRival),
  }
}

function removalOf(row: CandidateRow): CandidateAnswer['removed'] {
  if (row.remover_uid === null || row.remover === null || row.ended_at === null) return null
  return { at: row.ended_at.getTime(), by: row.remover_uid, byName: row.remover, reason: row.removal_reason }
}

/** Tells of candidacies whether the caller is an administrator who stands, or stood, for the same office in the same election. */
async function rivals(ctx: Context, rows: readonly CandidateRow[]): Promise<(row: CandidateRow) => boolean> {
  const { caller } = ctx
  if (caller === null || !isAdministrator(caller)) return () => false
  const own = await readRows(
    ctx.tx,
    { election_id: column.key, position: column.integer },
    'SELECT DISTINCT election_id, position FROM candidacies WHERE citizen_id = ? AND election_id IN (?)',
    [caller.id, [...new Set(rows.map((row) => row.election_id))]],
  )
  return (row) =>
    row.citizen_id !== caller.id &&
    own.some(({ election_id: election, position }) => election === row.election_id && position === row.position)
}

/** The candidate's wallet and balance, as far as the caller may see them (decision 47). */
function holdingsOf(ctx: Context, row: CandidateRow, limits: Limits) {
  const isCandidate = row.status === 'active'
  const balance = row.token_balance
  const enough = balance >= candidacyBalance(limits)
  const seen = can(ctx.caller, 'holdings.view', { ownerId: row.citizen_uid, isCandidate })
  return {
    walletAddress: seen ? row.wallet_address : null,
    tokenBalance: seen ? displayTokens(balance) : null,
    tokenBalanceBaseUnits: seen ? String(row.token_balance) : null,
    verifiedHolder: isCandidate && row.wallet_address !== null && enough,
  }
}

/** What is open now, and what this caller may do. The client hides everything else. */
function whatTheCallerMay(ctx: Context, row: CandidateRow, position: PositionId, isRival: boolean) {
  const now = ctx.now()
  const election = {
    startsAt: row.starts_at,
    phaseTwoAt: row.phase_two_at,
    endsAt: row.ends_at,
    stage: row.stage,
  }
  const candidacy = { position, status: row.status }
  const span = votingSpan(election, position)
  const isOwner = ctx.caller?.id === row.citizen_id
  const changeable = candidacyOpen(candidacy, election, now).allowed
  const open = row.status === 'active' && votingOpen(election, position, now).allowed
  return {
    isOwner,
    voting: { open, opensAt: span.from.getTime(), closesAt: span.to.getTime() },
    may: {
      edit: canEdit({ isOwner }, candidacy, election, now).allowed,
      changePosition: isOwner && changeable && row.casts === 0 && candidaciesOpen(election, position, now).allowed,
      delete: changeable && (isOwner || (ctx.caller !== null && isAdministrator(ctx.caller) && !isRival)),
      rival: changeable && isRival,
      runAgain: isOwner && row.status === 'archived',
    },
  }
}

const ownVoteRow = {
  position: column.integer,
  uid: column.text,
  weight_units: column.integer,
  voted_at: column.instant,
}

type OwnVoteRow = RowOf<typeof ownVoteRow>

const ownVoteOf = (row: OwnVoteRow): OwnVote => ({
  position: positionNumbered(row.position).id,
  candidateId: row.uid,
  weightUnits: row.weight_units,
  votedAt: row.voted_at,
})

/** The caller's current votes in an election. No answer ever reads the votes of another citizen. */
export async function ownVotes(ctx: Context, electionId: string): Promise<OwnVote[]> {
  if (!ctx.caller) return []
  const rows = await readRows(
    ctx.tx,
    ownVoteRow,
    `SELECT v.position, c.uid, v.weight_units, v.voted_at FROM current_votes v JOIN candidacies c ON c.id = v.candidacy_id
     WHERE v.election_id = ? AND v.position IN (${everyPosition}) AND v.citizen_id = ? AND ${isNotVoid('c')}
     ORDER BY v.position`,
    [electionId, ctx.caller.id],
  )
  return rows.map(ownVoteOf)
}

async function ownVotesFor(ctx: Context, candidacyIds: readonly string[]): Promise<OwnVote[]> {
  if (!ctx.caller) return []
  const rows = await readRows(
    ctx.tx,
    ownVoteRow,
    `SELECT v.position, c.uid, v.weight_units, v.voted_at FROM candidacies c
     JOIN current_votes v ON v.election_id = c.election_id AND v.position = c.position AND v.citizen_id = ?
     WHERE c.id IN (?) AND v.candidacy_id = c.id AND ${isNotVoid('c')}`,
    [ctx.caller.id, candidacyIds],
  )
  return rows.map(ownVoteOf)
}

/** Votes by position, each a list of at most one (requirements 1.3, userVotes). */
export function userVotesOf(votes: readonly OwnVote[]): UserVotesAnswer {
  const shown = votes.map((vote) => [
    vote.position,
    [{ candidateId: vote.candidateId, voteWeight: votesOf(vote.weightUnits), votedAt: vote.votedAt.getTime() }],
  ])
  return Object.fromEntries(shown) as UserVotesAnswer
}

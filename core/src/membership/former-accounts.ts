import { positions } from '@nation/domain/elections'
import { createHmac } from 'node:crypto'
import type { EntityManager } from 'typeorm'
import type { Keys } from '../auth'
import { isNotVoid } from '../elections'
import { column, type Context, readFirst, readRows } from '../platform'
import { recallPollVotes, rememberPollVotes } from '../polls'

type HashKey = Pick<Keys, 'formerAccounts'>

/** The HMAC of X's id: without the nation's secret it cannot be matched to an account, not even by trying ids. */
const xHashOf = (keys: HashKey, xId: string): Buffer => createHmac('sha256', keys.formerAccounts).update(xId).digest()

/**
 * Stores that the owner of this X account has voted already, until the elections are over in which they have,
 * and until the polls close on which they have.
 * Call it with the elections and the citizen locked, so that no ballot of theirs is under way.
 */
export async function rememberVotes(
  ctx: Context,
  keys: HashKey,
  citizen: { readonly id: string; readonly xId: string; readonly votesFrom: Date | null },
): Promise<void> {
  await rememberPollVotes(ctx.tx, xHashOf(keys, citizen.xId), citizen.id)
  const voted = await lastElectionVotedIn(ctx.tx, citizen.id)
  const until = [voted, citizen.votesFrom].reduce((a, b) => (a && b ? (a > b ? a : b) : (a ?? b)), null)
  if (until === null || until <= ctx.now()) return
  await ctx.tx.query(
    `INSERT INTO former_accounts (x_seal, votes_from) VALUES (?, ?)
     ON DUPLICATE KEY UPDATE votes_from = GREATEST(votes_from, VALUES(votes_from))`,
    [xHashOf(keys, citizen.xId), until],
  )
}

async function lastElectionVotedIn(tx: EntityManager, citizenId: string): Promise<Date | null> {
  const open = await readRows(
    tx,
    { id: column.key, ends_at: column.instant },
    'SELECT id, ends_at FROM elections WHERE completed_at IS NULL',
  )
  if (open.length === 0) return null
  // By constants of the whole key: asked as one join, MySQL reads all votes of each election.
  const voted = await readRows(
    tx,
    { election_id: column.key },
    `SELECT v.election_id FROM current_votes v STRAIGHT_JOIN candidacies c ON c.id = v.candidacy_id AND ${isNotVoid('c')}
     WHERE v.election_id IN (?) AND v.position IN (?) AND v.citizen_id = ?`,
    [open.map(({ id }) => id), positions.map(({ order }) => order), citizenId],
  )
  const ends = open.filter(({ id }) => voted.some((vote) => vote.election_id === id)).map((one) => one.ends_at)
  return ends.reduce<Date | null>((last, at) => (last && last > at ? last : at), null)
}

/** From when a newcomer may vote, when they were here before and have voted; null for other citizens. */
export async function votesFromOf(ctx: Context, keys: HashKey, xId: string): Promise<Date | null> {
  const row = await readFirst(
    ctx.tx,
    { votes_from: column.instant },
    'SELECT votes_from FROM former_accounts WHERE x_seal = ?',
    [xHashOf(keys, xId)],
  )
  const from = row?.votes_from ?? null
  return from !== null && from > ctx.now() ? from : null
}

/** A newcomer who was here before has voted on the polls on which they voted then. */
export const recallPolls = (ctx: Context, keys: HashKey, citizen: { readonly id: string; readonly xId: string }) =>
  recallPollVotes(ctx.tx, xHashOf(keys, citizen.xId), citizen.id, ctx.now())

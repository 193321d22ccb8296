import { createHmac } from 'node:crypto'
import type { EntityManager } from 'typeorm'
import type { Keys } from '../auth/keys'
import { isNotVoid } from '../elections/void-votes'
import type { Context } from '../platform'
import { recallPollVotes, rememberPollVotes } from '../polls/former-votes'

type SealKey = Pick<Keys, 'formerAccounts'>

/** X's id, sealed: without the nation's secret nobody can tell, or try out, whose it was. */
const sealOf = (keys: SealKey, xId: string): Buffer => createHmac('sha256', keys.formerAccounts).update(xId).digest()

/**
 * Remembers that whoever comes back with this X account has voted already, until the elections are over in which they have,
 * and until the polls close on which they have.
 * Call it with the elections and the citizen locked, so that no ballot of theirs is under way.
 */
export async function rememberVotes(
  ctx: Context,
  keys: SealKey,
  citizen: { readonly id: string; readonly xId: string; readonly votesFrom: Date | null },
): Promise<void> {
  await rememberPollVotes(ctx.tx, sealOf(keys, citizen.xId), citizen.id)
  const voted = await lastElectionVotedIn(ctx.tx, citizen.id)
  const until = [voted, citizen.votesFrom].reduce((a, b) => (a && b ? (a > b ? a : b) : (a ?? b)), null)
  if (until === null || until <= ctx.now()) return
  await ctx.tx.query(
    `INSERT INTO former_accounts (x_seal, votes_from) VALUES (?, ?)
     ON DUPLICATE KEY UPDATE votes_from = GREATEST(votes_from, VALUES(votes_from))`,
    [sealOf(keys, citizen.xId), until],
  )
}

async function lastElectionVotedIn(tx: EntityManager, citizenId: string): Promise<Date | null> {
  const rows: { at: Date | null }[] = await tx.query(
    // In this order votes are looked up by their key: MySQL would otherwise read all of the nation's.
    `SELECT MAX(e.ends_at) AS at FROM elections e
     STRAIGHT_JOIN current_votes v
       ON v.election_id = e.id AND v.position IN (1, 2, 3, 4, 5, 6, 7, 8, 9) AND v.citizen_id = ?
     STRAIGHT_JOIN candidacies c ON c.id = v.candidacy_id AND ${isNotVoid('c')}
     WHERE e.completed_at IS NULL`,
    [citizenId],
  )
  return rows[0]?.at ?? null
}

/** From when a newcomer may vote, when they were here before and have voted; null for everybody else. */
export async function votesFromOf(ctx: Context, keys: SealKey, xId: string): Promise<Date | null> {
  const rows: { votes_from: Date }[] = await ctx.tx.query('SELECT votes_from FROM former_accounts WHERE x_seal = ?', [
    sealOf(keys, xId),
  ])
  const from = rows[0]?.votes_from ?? null
  return from !== null && from > ctx.now() ? from : null
}

/** A newcomer who was here before has voted on the polls on which they voted then. */
export const recallPolls = (ctx: Context, keys: SealKey, citizen: { readonly id: string; readonly xId: string }) =>
  recallPollVotes(ctx.tx, sealOf(keys, citizen.xId), citizen.id, ctx.now())

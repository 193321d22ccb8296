import { positionNumbered } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { type Context, column, readOne } from '../../platform'
import { countEligible } from '../live-turnout'
import { publishTallies } from '../publications'
import type { ElectionRow } from '../rows'
import { decideAll, recount, type PositionDecision, type TierCount } from './recount'

/**
 * Counts an election that has ended: recounts, decides every position and keeps the results with the rule that decided.
 * @throws RecountDiffers when the counters are wrong; nothing is changed then
 */
export async function countElection(ctx: Context, election: ElectionRow): Promise<void> {
  const at = ctx.now()
  const { counted, tiers } = await recount(ctx.tx, election)
  // From now on all readers see these counts.
  await publishTallies(ctx, election, election.endsAt)
  const decisions = decideAll(counted)
  await saveRankings(ctx.tx, decisions)
  await ctx.tx.query(
    `INSERT INTO election_results (election_id, position, winner_candidacy_id, rule, candidates, voters, weight_units, decided_at)
     VALUES ?`,
    [decisions.map((decision) => resultRow(election, decision, at))],
  )
  await saveTiers(ctx.tx, election, tiers)
  const { voters, eligible } = await turnout(ctx.tx, election)
  await ctx.tx.query(
    `UPDATE elections SET stage = 'counted', counted_at = ?, voters = ?, eligible_voters = ? WHERE id = ?`,
    [at, voters, eligible, election.id],
  )
  ctx.journal.add({
    kind: 'elections.counted',
    subject: election.uid,
    facts: { electionId: election.uid, voters, results: decisions.map(publicResult) },
  })
}

function resultRow(election: ElectionRow, decision: PositionDecision, at: Date) {
  const voters = decision.ranking.reduce((sum, one) => sum + one.voters, 0)
  const weight = decision.ranking.reduce((sum, one) => sum + one.weightUnits, 0)
  const { position, winner, rule, ranking } = decision
  return [election.id, position, winner?.id ?? null, rule, ranking.length, voters, weight, at]
}

const publicResult = ({ position, winner, rule }: PositionDecision) => ({
  position: positionNumbered(position).id,
  candidateId: winner?.uid ?? null,
  rule,
})

const batchSize = 500

/** Writes each candidate's final place, many at a time. */
async function saveRankings(tx: EntityManager, decisions: readonly PositionDecision[]): Promise<void> {
  const ranked = decisions
    .flatMap(({ ranking, winner }) => ranking.map((one, index) => ({ ...one, rank: index + 1, won: one === winner })))
    .sort((a, b) => a.sequence - b.sequence)
  for (let from = 0; from < ranked.length; from += batchSize) {
    const batch = ranked.slice(from, from + batchSize)
    const values = batch.map(() => 'SELECT ? AS id, ? AS weight, ? AS voters, ? AS place, ? AS won').join(' UNION ALL ')
    await tx.query(
      `UPDATE candidacies c JOIN (${values}) AS given ON given.id = c.id
       SET c.final_weight_units = given.weight, c.final_supporters = given.voters, c.final_rank = given.place, c.won = given.won`,
      batch.flatMap((one) => [one.sequence, one.weightUnits, one.voters, one.rank, one.won]),
    )
  }
}

async function saveTiers(tx: EntityManager, election: ElectionRow, tiers: readonly TierCount[]): Promise<void> {
  if (tiers.length === 0) return
  await tx.query('INSERT INTO election_tiers (election_id, position, weight_units, voters) VALUES ?', [
    tiers.map((tier) => [election.id, tier.position, tier.weightUnits, tier.voters]),
  ])
}

async function turnout(tx: EntityManager, election: ElectionRow): Promise<{ voters: number; eligible: number }> {
  const voters = await readOne(
    tx,
    { n: column.integer },
    'SELECT COUNT(DISTINCT citizen_id) AS n FROM current_votes WHERE election_id = ?',
    [election.id],
  )
  return { voters: voters.n, eligible: await countEligible(tx, election) }
}

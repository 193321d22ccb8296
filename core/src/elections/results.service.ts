import { column, readRows, type Context } from '../platform'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import {
  baseUnitsPerToken,
  decide,
  positions,
  sharesOf,
  votesOf,
  weightTiers,
  type DecidingRule,
  type PositionDefinition,
} from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { pictureColumns, pictureOfRow, pictureRow } from '../citizens'
import { electionMeant, openOrNext } from './calendar'
import { Election, ElectionResult, ElectionTier } from './election.entity'
import { electionSummaries } from './elections.service'

type Answer = CallOutput<'elections.results'>
type PositionAnswer = Answer['results'][number]

/**
 * The results of an election: for each position the winner, the margin and the deciding rule. While the election is not counted,
 * the standings: nobody leads where nobody has voted. Without an id: the election that was counted last.
 * @throws NationError `election_not_found`
 */
export async function electionResults(ctx: Context, input: CallInput<'elections.results'>): Promise<Answer> {
  const now = ctx.now()
  const election = input.electionId
    ? await electionMeant(ctx.tx, input.electionId, now)
    : ((await latestCounted(ctx.tx)) ?? (await openOrNext(ctx.tx, now)))
  if (!election) throw new NationError('election_not_found')
  const [summary] = await electionSummaries(ctx.tx, [election], now)
  if (!summary) throw new NationError('election_not_found')
  const all = await contendersOf(ctx.tx, election)
  const contenders = all.filter((one) => !one.removed)
  const decided = await ctx.tx.getRepository(ElectionResult).findBy({ electionId: election.id })
  const tiers = decided.length > 0 ? await ctx.tx.getRepository(ElectionTier).findBy({ electionId: election.id }) : []
  const { rollWallets: wallets, rollLastKnown: lastKnown, rollMethod: method, rollSlot: slot } = election
  return {
    success: true,
    election: summary,
    final: election.countedAt !== null,
    turnout: summary.turnout,
    roll: wallets === null || lastKnown === null ? null : { wallets, lastKnown, method, slot },
    results: positions.map((position) =>
      presentPosition(
        position,
        contenders.filter((one) => one.position === position.order),
        all.filter((one) => one.removed && one.position === position.order),
        decided.find((one) => one.position === position.order)?.rule,
        decided.length > 0 ? tiers.filter((one) => one.position === position.order) : null,
        election.countedAt !== null,
      ),
    ),
    now: now.getTime(),
  }
}

function latestCounted(tx: EntityManager): Promise<Election | null> {
  return tx
    .getRepository(Election)
    .createQueryBuilder('election')
    .where('election.countedAt IS NOT NULL')
    .orderBy('election.startsAt', 'DESC')
    .getOne()
}

interface Contender {
  readonly uid: string
  readonly citizenUid: string
  readonly position: number
  readonly displayName: string
  readonly username: string
  readonly handle: string
  readonly picture: string | null
  readonly weightUnits: number
  readonly voters: number
  readonly sequence: number
  /** Whether an administrator ended the candidacy. */
  readonly removed: boolean
}

/**
 * All candidates who stood until the end, with their public counts: those of the last publication, or of the count; and those whom an
 * administrator removed.
 */
async function contendersOf(tx: EntityManager, election: Election): Promise<Contender[]> {
  const rows = await readRows(
    tx,
    {
      id: column.integer,
      uid: column.text,
      citizen_uid: column.text,
      position: column.integer,
      display_name: column.text,
      username: column.text,
      handle: column.text,
      profile_picture: column.text.nullable,
      weight_units: column.integer,
      supporters: column.integer,
      removed_by: column.key.nullable,
      ...pictureRow,
    },
    `SELECT c.id, c.uid, z.uid AS citizen_uid, c.position, c.display_name, z.username, z.handle,
       c.removed_by, c.profile_picture, ${pictureColumns('z')}, t.weight_units, t.supporters
     FROM candidacies c JOIN published_tallies t ON t.candidacy_id = c.id JOIN citizens z ON z.id = c.citizen_id
     WHERE c.election_id = ? AND (c.status IN ('active', 'archived') OR c.removed_by IS NOT NULL)`,
    [election.id],
  )
  return rows.map((row) => ({
    uid: row.uid,
    citizenUid: row.citizen_uid,
    position: row.position,
    displayName: row.display_name,
    username: row.username,
    handle: row.handle,
    picture: row.profile_picture ?? pictureOfRow(row),
    weightUnits: row.weight_units,
    voters: row.supporters,
    sequence: row.id,
    removed: row.removed_by !== null,
  }))
}

function presentPosition(
  definition: PositionDefinition,
  contenders: readonly Contender[],
  removed: readonly Contender[],
  rule: DecidingRule | undefined,
  tiers: readonly ElectionTier[] | null,
  final: boolean,
): PositionAnswer {
  const decision = decide(contenders)
  const voters = contenders.reduce((sum, one) => sum + one.voters, 0)
  const winner = final || voters > 0 ? decision.winner : null
  const total = contenders.reduce((sum, one) => sum + one.weightUnits, 0)
  const shares = sharesOf(decision.ranking.map((one) => one.weightUnits))
  const supportersShares = sharesOf(decision.ranking.map((one) => one.voters))
  const bySequence = contenders.toSorted((a, b) => a.sequence - b.sequence)
  const stood = new Map(bySequence.map((one, index) => [one, index + 1]))
  const candidates = decision.ranking.map((one, index) => ({
    id: one.uid,
    userId: one.citizenUid,
    displayName: one.displayName,
    username: one.username,
    twitterHandle: one.handle,
    profilePicture: one.picture,
    votes: votesOf(one.weightUnits),
    weightUnits: one.weightUnits,
    supportersCount: one.voters,
    share: shares[index] ?? 0,
    supportersShare: supportersShares[index] ?? 0,
    stood: stood.get(one) ?? 0,
    rank: index + 1,
    winner: one === winner,
  }))
  return {
    position: definition.id,
    title: definition.title,
    role: definition.role,
    phase: definition.phase,
    winner: candidates.find((one) => one.winner) ?? null,
    rule: rule ?? decision.rule,
    candidates,
    removed: removed.map(({ uid: id, displayName, handle: twitterHandle }) => ({ id, displayName, twitterHandle })),
    totalVotes: votesOf(total),
    weightUnits: total,
    voters,
    tiers: tiers && presentTiers(tiers),
  }
}

/** All tiers, the lightest first, also those without voters. */
function presentTiers(counted: readonly ElectionTier[]): NonNullable<PositionAnswer['tiers']> {
  return weightTiers.toReversed().map(({ tier, title, units, from }) => {
    const voters = counted.find((one) => one.weightUnits === units)?.voters ?? 0
    const weightUnits = voters * units
    const multiplier = votesOf(units)
    return {
      tier,
      title,
      multiplier,
      from: Number(from / baseUnitsPerToken),
      voters,
      votes: votesOf(weightUnits),
      weightUnits,
    }
  })
}

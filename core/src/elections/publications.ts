import { countsForEvent, positionNumbered, publicationInstant, votesOf } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { type Context, change, type Runtime, column, readFirst, readRows, type RowOf } from '../platform'
import { addVoters, countEligible, eligibleAnew } from './live-turnout'

/** An election whose public counts are to be updated to an instant. */
interface Published {
  readonly id: string
  readonly uid: string
  readonly endsAt: Date
}

interface Publication {
  /** Votes that were cast before this instant are in the public counts. */
  readonly asOf: Date
  /** No ballot with a smaller key is missing in the counts, nor will one be. */
  readonly from: string
  /** Citizens who are in the counts, and how many of them are published. */
  readonly voters: number
  readonly shownVoters: number
  /** How many may vote; null while they are not counted. */
  readonly eligible: number | null
}

/** Longer than a vote can wait for its locks: a vote that was cast earlier than this has been committed or rolled back. */
const longestVoteMs = 15_000

/**
 * Updates the public counts of every open election to the last multiple of five seconds, each election in one transaction. Any
 * number of processes may call it: the first one does the work, the others skip a locked or finished election. None waits for
 * another.
 */
export async function publishDueTallies(runtime: Runtime): Promise<void> {
  const dueAt = () => publicationInstant(runtime.clock.now())
  const due = await readRows(
    runtime.database,
    { id: column.key, uid: column.text, ends_at: column.instant, eligible_at: column.instant.nullable },
    `SELECT e.id, e.uid, e.ends_at, p.eligible_at FROM elections e JOIN tally_publications p ON p.election_id = e.id
     WHERE e.stage IN ('phase_one', 'phase_two') AND p.as_of < ? ORDER BY e.id`,
    [dueAt()],
  )
  for (const { id, uid, ends_at: endsAt, eligible_at: eligibleAt } of due) {
    const election = { id, uid, endsAt }
    // Whoever does it now has counted who may vote: this is not done beside them, for nothing, with every try.
    if (!(await lockedPublication(runtime.database.manager, id, 'FOR UPDATE SKIP LOCKED'))) continue
    const eligible = await eligibleAnew(runtime.database, election, eligibleAt, runtime.clock.now())
    await change(runtime, {}, async (ctx) => {
      const last = await lockedPublication(ctx.tx, election.id, 'FOR UPDATE SKIP LOCKED')
      const instant = dueAt()
      if (!last || last.asOf >= instant) return
      if (eligible !== null) await keepEligible(ctx, election.id, eligible)
      await publish(ctx, election, { ...last, asOf: instant, eligible: eligible ?? last.eligible })
    })
  }
}

/**
 * Updates the public counts of an election to an instant, for all candidates at once, and announces them in one journal entry.
 * The new counts are the exact counters minus the ballots that were cast at that instant or later, so a delay of this function
 * does not change them. The counts never go back: if a later instant was published already, that one is published again.
 */
export async function publishTallies(ctx: Context, election: Published, instant: Date): Promise<void> {
  const last = await lockPublication(ctx.tx, election.id)
  await publish(ctx, election, { ...last, asOf: last.asOf > instant ? last.asOf : instant })
}

/**
 * At the opening, under the election's exclusive lock: every ballot of it gets a greater key than all that there are. Else its first
 * publication would read those of all years. The key is read without a lock: one that is too small is right, too.
 */
export async function skipEarlierBallots(tx: EntityManager, electionId: string): Promise<void> {
  const last = await readFirst(tx, { id: column.key }, 'SELECT id FROM ballots ORDER BY id DESC LIMIT 1')
  await tx.query('UPDATE tally_publications SET ballots_from = ? WHERE election_id = ?', [last?.id ?? '0', electionId])
}

async function keepEligible(ctx: Context, electionId: string, eligible: number): Promise<void> {
  await ctx.tx.query('UPDATE tally_publications SET eligible = ?, eligible_at = ? WHERE election_id = ?', [
    eligible,
    ctx.now(),
    electionId,
  ])
}

async function publish(ctx: Context, election: Published, publication: Publication): Promise<void> {
  const { asOf, from, shownVoters } = publication
  const changed = await changedCounts(ctx.tx, election.id, asOf, from)
  await writeCounts(ctx.tx, changed)
  const voters = publication.voters + (await addVoters(ctx.tx, election.id, asOf, from))
  const eligible = await eligibleAtLeast(ctx.tx, election, voters, publication.eligible)
  await ctx.tx.query(
    `UPDATE tally_publications SET as_of = ?, ballots_from = ?, voters = ?, shown_voters = ?, eligible = ?
     WHERE election_id = ?`,
    [asOf, await nextBallotsFrom(ctx.tx, asOf, from), voters, voters, eligible, election.id],
  )
  const shown = changed.filter((one) => one.differs)
  if (shown.length === 0 && voters === shownVoters) return
  const { counts, partly } = countsForEvent(shown.map(forEvent))
  ctx.journal.add({
    kind: 'elections.tally-changed',
    subject: election.uid,
    facts: {
      electionId: election.uid,
      asOf: asOf.getTime(),
      changed: shown.length,
      counts: counts.map(presentCount),
      ...(partly.length > 0 && { partly }),
      voters,
      eligible,
    },
  })
}

/**
 * How many may vote. Those are counted every ten minutes, and who joined since may have voted: where more voted than could, they are
 * counted again. Whoever voted could, also where the two counts are of different moments.
 */
async function eligibleAtLeast(
  tx: EntityManager,
  election: Published,
  voters: number,
  known: number | null,
): Promise<number> {
  if (known !== null && known >= voters) return known
  return Math.max(voters, await countEligible(tx, election))
}

/**
 * Locks an election's public counts. The locks of castBallots come before it.
 * @returns the instant of the counts, and where to read ballots from
 */
export async function lockPublication(tx: EntityManager, electionId: string): Promise<Publication> {
  const publication = await lockedPublication(tx, electionId, 'FOR UPDATE')
  if (!publication) throw new Error(`Election ${electionId} has no public counts.`)
  return publication
}

async function lockedPublication(tx: EntityManager, electionId: string, lock: string): Promise<Publication | null> {
  const row = await readFirst(
    tx,
    {
      as_of: column.instant,
      ballots_from: column.key,
      voters: column.integer,
      shown_voters: column.integer,
      eligible: column.integer.nullable,
    },
    `SELECT as_of, ballots_from, voters, shown_voters, eligible FROM tally_publications WHERE election_id = ? ${lock}`,
    [electionId],
  )
  if (!row) return null
  const { as_of: asOf, ballots_from: from, shown_voters: shownVoters, voters, eligible } = row
  return { asOf, from, voters, shownVoters, eligible }
}

const countRow = {
  id: column.key,
  uid: column.text,
  position: column.integer,
  weight_units: column.integer,
  supporters: column.integer,
  casts: column.integer,
  /** Whether the public counts change. Otherwise only `casts` does. */
  differs: column.flag,
}

type CountRow = RowOf<typeof countRow>

const forEvent = ({ uid, supporters, weight_units: weightUnits, position }: CountRow) => ({
  uid,
  supporters,
  weightUnits,
  position: positionNumbered(position).id,
})

const presentCount = (row: ReturnType<typeof forEvent>) => ({
  id: row.uid,
  votes: votesOf(row.weightUnits),
  supportersCount: row.supporters,
})

/**
 * The candidates whose counts at an instant differ from the public ones. It is one statement, so counters and ballots come from
 * one state of the database. The counters are read without locks; votes continue meanwhile.
 */
function changedCounts(tx: EntityManager, electionId: string, asOf: Date, from: string): Promise<CountRow[]> {
  const since = 'FROM ballots FORCE INDEX (PRIMARY) WHERE id >= ? AND election_id = ? AND cast_at >= ?'
  const values = [from, electionId, asOf]
  return readRows(
    tx,
    countRow,
    `SELECT counted.id, counted.uid, counted.position, counted.weight_units, counted.supporters, counted.casts,
       counted.weight_units <> counted.public_units OR counted.supporters <> counted.public_supporters AS differs
     FROM (
       SELECT c.id, c.uid, c.position, p.weight_units AS public_units, p.supporters AS public_supporters,
         CAST(t.weight_units AS SIGNED) - COALESCE(later.units, 0) AS weight_units,
         CAST(t.supporters AS SIGNED) - COALESCE(later.voters, 0) AS supporters,
         p.casts AS public_casts, CAST(t.casts AS SIGNED) - COALESCE(later.casts, 0) AS casts
       FROM candidacies c
       JOIN tallies t ON t.candidacy_id = c.id
       JOIN published_tallies p ON p.candidacy_id = c.id
       LEFT JOIN (
         SELECT candidacy_id, SUM(units) AS units, SUM(voters) AS voters, SUM(casts) AS casts FROM (
           SELECT candidacy_id, CAST(weight_units AS SIGNED) AS units, 1 AS voters, 1 AS casts ${since}
           UNION ALL
           SELECT previous_candidacy_id, -CAST(weight_units AS SIGNED), -1, 0 ${since} AND previous_candidacy_id IS NOT NULL
         ) AS moved GROUP BY candidacy_id
       ) AS later ON later.candidacy_id = c.id
       WHERE c.election_id = ? AND c.status = 'active'
     ) AS counted
     WHERE counted.weight_units <> counted.public_units OR counted.supporters <> counted.public_supporters
       OR counted.casts <> counted.public_casts
     ORDER BY counted.id`,
    [...values, ...values, electionId],
  )
}

/**
 * Where the next publication begins to read ballots: at the last one that was cast so long before the instant that every
 * ballot written before it has been committed or undone, and was cast before the instant, too. Keys are given when a ballot is
 * written; that is at most `longestVoteMs` after it was cast and before it is committed.
 */
async function nextBallotsFrom(tx: EntityManager, asOf: Date, from: string): Promise<string> {
  const row = await readFirst(
    tx,
    { id: column.key },
    'SELECT id FROM ballots FORCE INDEX (PRIMARY) WHERE id >= ? AND cast_at < ? ORDER BY id DESC LIMIT 1',
    [from, new Date(asOf.getTime() - 2 * longestVoteMs)],
  )
  return row?.id ?? from
}

const batchSize = 500

async function writeCounts(tx: EntityManager, counts: readonly CountRow[]): Promise<void> {
  for (let from = 0; from < counts.length; from += batchSize) {
    const batch = counts.slice(from, from + batchSize)
    const values = batch.map(() => 'SELECT ? AS id, ? AS units, ? AS supporters, ? AS casts').join(' UNION ALL ')
    await tx.query(
      `UPDATE published_tallies p JOIN (${values}) AS given ON given.id = p.candidacy_id
       SET p.weight_units = given.units, p.supporters = given.supporters, p.casts = given.casts`,
      batch.flatMap((one) => [one.id, one.weight_units, one.supporters, one.casts]),
    )
  }
}

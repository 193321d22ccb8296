import type { ElectionStage } from '@nation/domain/elections'
import type { Context } from '../../platform'
import { archiveCandidacies } from '../archive-candidacies'
import { lockCalendar } from '../calendar'
import { planElection, writePlanned } from '../elections.service'
import { publishTallies, skipEarlierBallots } from '../publications'
import { takeRoll } from '../roll'
import { electionsById, type ElectionRow } from '../rows'
import { countElection } from './count'
import { gapNow, type DueStep } from './due'
import { seatGovernment } from './seat'

type ElectionStep = Exclude<DueStep['step'], 'plan'>

interface Step {
  /** The stage that the step starts from; elsewhere it has been done already. */
  readonly from: ElectionStage
  readonly due: (election: ElectionRow) => Date
  readonly run: (ctx: Context, election: ElectionRow) => Promise<void>
}

const steps: Record<ElectionStep, Step> = {
  open: { from: 'planned', due: (one) => one.startsAt, run: openElection },
  'close-phase-one': { from: 'phase_one', due: (one) => one.phaseTwoAt, run: closePhaseOne },
  count: { from: 'phase_two', due: (one) => one.endsAt, run: countElection },
  seat: { from: 'counted', due: (one) => one.endsAt, run: seatGovernment },
  complete: { from: 'seated', due: (one) => one.endsAt, run: completeElection },
}

/**
 * Does one step in the caller's transaction. The election is locked for itself first, which waits for votes in flight, and
 * the time is read after that: so the step happens once, however many processes try, and no vote comes after it.
 */
export async function takeStep(ctx: Context, due: DueStep): Promise<void> {
  if (due.step === 'plan') return fillGap(ctx)
  const [election] = await electionsById(ctx.tx, [due.electionId], 'FOR UPDATE')
  const step = steps[due.step]
  if (election?.stage !== step.from || step.due(election) > ctx.now()) return
  await step.run(ctx, election)
}

async function fillGap(ctx: Context): Promise<void> {
  await lockCalendar(ctx.tx)
  const dates = await gapNow(ctx.tx, ctx.now())
  if (!dates) return
  const election = await planElection(ctx, dates, null)
  // One that is due opens at once, and that is told.
  if (dates.startsAt > ctx.now()) writePlanned(ctx, election, null)
}

async function openElection(ctx: Context, election: ElectionRow): Promise<void> {
  const at = ctx.now()
  const roll = await takeRoll(ctx.tx, election, at)
  await ctx.tx.query(
    `UPDATE elections SET stage = 'phase_one', opened_at = ?, roll_wallets = ?, roll_last_known = ?, roll_method = ?,
       roll_slot = ? WHERE id = ?`,
    [at, roll.entries, roll.entries - roll.fresh, roll.method, roll.slot, election.id],
  )
  await skipEarlierBallots(ctx.tx, election.id)
  ctx.journal.add({
    kind: 'elections.opened',
    subject: election.uid,
    facts: {
      electionId: election.uid,
      startsAt: election.startsAt.getTime(),
      phaseTwoAt: election.phaseTwoAt.getTime(),
      endsAt: election.endsAt.getTime(),
      rollEntries: roll.entries,
      rollFresh: roll.fresh,
      rollMethod: roll.method,
      rollSlot: roll.slot,
    },
  })
}

/** Closes phase one. No vote is under way: the public counts become the exact ones. */
async function closePhaseOne(ctx: Context, election: ElectionRow): Promise<void> {
  await publishTallies(ctx, election, election.phaseTwoAt)
  await ctx.tx.query(`UPDATE elections SET stage = 'phase_two', phase_one_closed_at = ? WHERE id = ?`, [
    ctx.now(),
    election.id,
  ])
  ctx.journal.add({
    kind: 'elections.phase-closed',
    subject: election.uid,
    facts: { electionId: election.uid, phase: 'phase_one' },
  })
}

/** Archives the candidacies, which stay readable with their results; their citizens may stand again. */
async function completeElection(ctx: Context, election: ElectionRow): Promise<void> {
  const at = ctx.now()
  await archiveCandidacies(ctx.tx, election.id, election.endsAt, at)
  await ctx.tx.query(`UPDATE elections SET stage = 'completed', completed_at = ? WHERE id = ?`, [at, election.id])
  ctx.journal.add({ kind: 'elections.completed', subject: election.uid, facts: { electionId: election.uid } })
}

import { can } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { canCancel } from '@nation/domain/elections'
import { allow, NationError } from '@nation/domain/errors'
import { callerNow } from '../auth'
import type { CitizenContext } from '../platform'
import { archiveCandidacies } from './archive-candidacies'
import { electionMeant, lockCalendar } from './calendar'
import { Election } from './election.entity'
import { electionSummaries } from './elections.service'
import { electionsById } from './rows'

/**
 * `elections.cancel`: cancels a planned election before it opens. Its candidates may stand again. The election stays in the
 * database with its reason, and another one may be planned on its dates; otherwise the rollover plans the regular weeks there.
 * @throws NationError `election_not_found`, `election_not_yours`, `election_opened`, `election_cancelled`
 */
export async function cancelElection(
  ctx: CitizenContext,
  input: CallInput<'elections.cancel'>,
): Promise<CallOutput<'elections.cancel'>> {
  await lockCalendar(ctx.tx)
  const { id, createdBy } = await electionMeant(ctx.tx, input.electionId, ctx.now())
  const [election] = await electionsById(ctx.tx, [id], 'FOR UPDATE')
  if (!election) throw new NationError('election_not_found')
  const caller = await callerNow(ctx)
  const now = ctx.now()
  const createdById = createdBy === ctx.caller.id ? ctx.caller.uid : null
  if (!can(caller, 'elections.cancel', { createdById })) throw new NationError('election_not_yours')
  allow(canCancel(election, now))

  const candidacies = await archiveCandidacies(ctx.tx, id, now, now)
  const elections = ctx.tx.getRepository(Election)
  await elections.update(
    { id },
    {
      stage: 'cancelled',
      cancelledAt: now,
      cancelledBy: ctx.caller.id,
      cancelReason: input.reason,
      cancelledNumber: id,
      // The election has no further step.
      completedAt: now,
    },
  )
  ctx.journal.add({
    kind: 'elections.cancelled',
    actor: ctx.caller.uid,
    subject: election.uid,
    facts: {
      electionId: election.uid,
      startsAt: election.startsAt.getTime(),
      endsAt: election.endsAt.getTime(),
      reason: input.reason,
      candidacies,
    },
  })
  const [summary] = await electionSummaries(ctx.tx, [await elections.findOneByOrFail({ id })], now)
  if (!summary) throw new NationError('election_not_found')
  return { success: true, election: summary, candidacies, now: now.getTime() }
}

import type { CallInput, CallOutput } from '@nation/domain/contract'
import { positionNumbered, positionOf } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { CitizenContext } from '../platform'
import { inputFromEarlier } from './candidacy-profile'
import { Candidacy } from './candidacy.entity'
import { stand } from './candidates.service'

/**
 * `candidates.run-again`: creates a candidacy in the open election with the profile and files of an archived one of the caller.
 * It is a new candidacy: its requirements are checked again, and it has no votes.
 * @throws NationError `candidate_not_found`, `candidate_not_yours`, `candidacy_running`, `candidate_withdrawn`, and the
 *   refusals of `createCandidate`
 */
export async function runAgain(
  ctx: CitizenContext,
  input: CallInput<'candidates.run-again'>,
): Promise<CallOutput<'candidates.run-again'>> {
  const earlier = await ctx.tx.getRepository(Candidacy).findOneBy({ uid: input.candidateId })
  if (!earlier) throw new NationError('candidate_not_found')
  if (earlier.citizenId !== ctx.caller.id) throw new NationError('candidate_not_yours')
  if (earlier.status === 'withdrawn') throw new NationError('candidate_withdrawn')
  if (earlier.status === 'active') throw new NationError('candidacy_running')
  const position = input.position ?? positionNumbered(earlier.position).id
  const asked = positionOf(position).attachments.map(({ label }) => label)
  const attachments = Object.fromEntries(Object.entries(earlier.attachments).filter(([label]) => asked.includes(label)))
  return stand(
    ctx,
    { ...inputFromEarlier(earlier), attachments, position, electionId: input.electionId, userId: undefined },
    attachments,
  )
}

import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { z } from 'zod'
import { column, readRows, type Context } from '../platform'
import { getCandidate } from './candidates.queries'
import { editOf, editRow } from './programme-edits'
import { candidaciesByUid } from './rows'

const text = z.string()
const maybe = text.nullable()
const programmeColumn = column.json(
  z.object({
    displayName: text,
    title: maybe,
    bio: text,
    campaignSlogan: text,
    vision: text,
    whyVoteForMe: text,
    goals: z.array(text),
    promises: z.array(text),
    experience: maybe,
    policies: maybe,
    qualifications: maybe,
    twitter: maybe,
    discord: maybe,
    website: maybe,
    profilePicture: maybe,
    bannerImage: maybe,
    attachments: z.record(text, z.array(text)),
  }),
)

/**
 * `candidates.version`: what a programme said before an edit while voting was open. Whoever may read the candidate may read it.
 * @throws NationError `candidate_not_found`, `candidate_version_not_found`
 */
export async function programmeVersion(
  ctx: Context,
  { candidateId, number }: CallInput<'candidates.version'>,
): Promise<CallOutput<'candidates.version'>> {
  await getCandidate(ctx, { candidateId })
  const [candidacy] = await candidaciesByUid(ctx.tx, [candidateId])
  const [row] = await readRows(
    ctx.tx,
    { ...editRow, programme: programmeColumn },
    'SELECT number, changed, votes, replaced_at, programme FROM programme_versions WHERE candidacy_id = ? AND number = ?',
    [candidacy?.id ?? 0, number],
  )
  if (!row) throw new NationError('candidate_version_not_found')
  return { success: true, programme: row.programme, edit: editOf(row), now: ctx.now().getTime() }
}

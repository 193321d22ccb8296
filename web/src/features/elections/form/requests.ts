import type { CallRequest } from '@nation/domain/contract'
import { positionOf } from '@nation/domain/elections'
import type { Candidate } from '../shared/types'
import { emptyDraft, filesOf, padded, requirementsOf } from './draft'
import type { Draft } from './draft'

const written = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '')

/** The files of the chosen position; those of one that was chosen before stay behind. */
const attachmentsOf = (draft: Draft): Record<string, string[]> =>
  Object.fromEntries(
    requirementsOf(draft)
      .map((need): [string, string[]] => [need.type, [...filesOf(draft, need)]])
      .filter(([, files]) => files.length > 0),
  )

/** The call's input that a draft stands for. Ask `problemsOf` first. */
export function creationOf(draft: Draft, electionId: string): CallRequest<'candidates.create'> {
  const { position } = draft
  if (position === '') throw new Error('no position chosen')
  return {
    ...draft,
    position,
    goals: written(draft.goals),
    promises: written(draft.promises),
    attachments: attachmentsOf(draft),
    electionId,
  }
}

/** A candidacy as a draft: what an edit begins with, and what a new candidacy takes over from an old one. */
export function draftOf(candidate: Candidate): Draft {
  const { displayName, bio, campaignSlogan, vision, whyVoteForMe, position } = candidate
  return {
    ...emptyDraft,
    displayName,
    bio,
    campaignSlogan,
    vision,
    whyVoteForMe,
    position,
    // The citizen's own portrait stands in for one that was never chosen, and is nothing to send.
    profilePicture: isChosen(candidate.profilePicture) ? candidate.profilePicture : '',
    bannerImage: candidate.bannerImage ?? '',
    title: candidate.title ?? '',
    experience: candidate.experience ?? '',
    policies: candidate.policies ?? '',
    qualifications: candidate.qualifications ?? '',
    twitter: candidate.twitter ?? '',
    discord: candidate.discord ?? '',
    website: candidate.website ?? '',
    goals: padded(candidate.goals),
    promises: padded(candidate.promises),
    attachments: filesByType(candidate),
  }
}

/** The nation names attachments by their label, the form by their type. */
const filesByType = ({ position, attachments }: Candidate): Draft['attachments'] =>
  Object.fromEntries(
    positionOf(position).attachments.map(({ label, type }) => [type, attachments[label] ?? attachments[type] ?? []]),
  )

const isChosen = (picture: string | null): picture is string => picture?.startsWith('/media/uploads/') === true

type Update = CallRequest<'candidates.update'>

/** What an edit changed, and nothing else: what is left out stays as it is, also where it was changed meanwhile. */
export function updateOf(candidate: Candidate, draft: Draft): Update {
  const before = draftOf(candidate)
  const sent = { ...draft, goals: written(draft.goals), promises: written(draft.promises) }
  const was = { ...before, goals: written(before.goals), promises: written(before.promises) }
  const changed = (Object.keys(emptyDraft) as (keyof Draft)[]).filter(
    (field) => field !== 'attachments' && JSON.stringify(sent[field]) !== JSON.stringify(was[field]),
  )
  const attachments = attachmentsOf(draft)
  return {
    candidateId: candidate.id,
    ...(Object.fromEntries(changed.map((field) => [field, sent[field]])) as Partial<Update>),
    ...(JSON.stringify(attachments) !== JSON.stringify(attachmentsOf(before)) && { attachments }),
  }
}

/** Whether an edit changes anything. */
export const changesAnything = (update: Update): boolean => Object.keys(update).length > 1

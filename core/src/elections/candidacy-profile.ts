import { isDeepStrictEqual } from 'node:util'
import type { CallInput } from '@nation/domain/contract'
import type { Candidacy } from './candidacy.entity'

/** The fields of a candidacy's profile and their columns. This list is used for standing, editing and standing again. */
const requiredTexts = ['displayName', 'bio', 'campaignSlogan', 'vision', 'whyVoteForMe'] as const
const lists = ['goals', 'promises'] as const
const optionalTexts = [
  'title',
  'experience',
  'policies',
  'qualifications',
  'twitter',
  'discord',
  'website',
  'profilePicture',
  'bannerImage',
] as const

type Field = (typeof requiredTexts | typeof lists | typeof optionalTexts)[number]

/** Texts and pictures of a candidacy; its position and files have rules of their own. */
export type CandidacyProfile = Pick<Candidacy, Field>

/** All that a candidate says of themselves, with their files. */
export type Programme = CandidacyProfile & Pick<Candidacy, 'attachments'>

/** The programme of a candidacy, and no other column of it. */
export const programmeOf = (candidacy: Programme): Programme => ({
  ...each(requiredTexts, (field) => candidacy[field]),
  ...each(lists, (field) => candidacy[field]),
  ...each(optionalTexts, (field) => candidacy[field]),
  attachments: candidacy.attachments,
})

/** The fields of a programme that an edit changes. */
export function changedFields(before: Programme, changes: Partial<Programme>): (keyof Programme)[] {
  const fields = Object.keys(programmeOf(before)) as (keyof Programme)[]
  return fields.filter((field) => field in changes && !isDeepStrictEqual(before[field], changes[field]))
}

function each<Name extends Field, Value>(
  fields: readonly Name[],
  valueOf: (field: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Record<Name, Value>
}

/** A new candidacy's profile; what is left out is empty. */
export const newProfile = (input: CallInput<'candidates.create'>): CandidacyProfile => ({
  ...each(requiredTexts, (field) => input[field]),
  ...each(lists, (field) => input[field] ?? []),
  ...each(optionalTexts, (field) => input[field] ?? null),
})

/** The changes of an edit: a field that is left out stays; an empty optional text is removed. */
export function changedProfile(input: CallInput<'candidates.update'>): Partial<CandidacyProfile> {
  const given = <Name extends Field>(fields: readonly Name[]) => fields.filter((field) => input[field] !== undefined)
  return {
    ...each(given(requiredTexts), (field) => input[field] ?? ''),
    ...each(given(lists), (field) => input[field] ?? []),
    ...each(given(optionalTexts), (field) => input[field] || null),
  }
}

/** The profile of an earlier candidacy, as input for a new one. */
export const inputFromEarlier = (earlier: CandidacyProfile) => ({
  ...each(requiredTexts, (field) => earlier[field]),
  ...each(lists, (field) => earlier[field]),
  ...each(optionalTexts, (field) => earlier[field] ?? undefined),
})

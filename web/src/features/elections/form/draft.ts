import { candidacyLimits as limits, keepLatest, positionOf } from '@nation/domain/elections'
import type { AttachmentRequirement } from '@nation/domain/elections'
import type { PositionId } from '../shared/types'

/** What a candidate has typed so far. */
export interface Draft {
  profilePicture: string
  bannerImage: string
  position: PositionId | ''
  displayName: string
  title: string
  bio: string
  campaignSlogan: string
  vision: string
  goals: readonly string[]
  promises: readonly string[]
  whyVoteForMe: string
  experience: string
  policies: string
  qualifications: string
  twitter: string
  discord: string
  website: string
  /** Addresses of uploaded files by type of requirement, the oldest first. */
  attachments: Readonly<Record<string, readonly string[]>>
}

export type TextField = Exclude<keyof Draft, 'position' | 'goals' | 'promises' | 'attachments'>

export const emptyDraft: Draft = {
  profilePicture: '',
  bannerImage: '',
  position: '',
  displayName: '',
  title: '',
  bio: '',
  campaignSlogan: '',
  vision: '',
  goals: ['', '', ''],
  promises: ['', '', ''],
  whyVoteForMe: '',
  experience: '',
  policies: '',
  qualifications: '',
  twitter: '',
  discord: '',
  website: '',
  attachments: {},
}

export type Problems = Readonly<Record<string, string>>

/** Texts to the letter (requirements 1.5). */
export const formTexts = {
  missing: 'Missing Information: Please fill in all required fields',
  attachment: 'This attachment is required',
  notYours: 'Access Denied: You can only edit your own candidate profile',
} as const

/** What a candidacy cannot be without, when it is made and after every edit (ruling: edited candidacy). */
const required: readonly TextField[] = ['displayName', 'bio', 'campaignSlogan', 'vision', 'whyVoteForMe']

const isHttps = (address: string) => /^https:\/\//i.test(address) && URL.canParse(address)
const isPicture = (address: string) => isHttps(address) || /^\/media\/[\w./-]+$/.test(address)

/** The fields that have a limit of another name. */
const otherLimits = { twitter: limits.handle, discord: limits.handle, website: limits.url } as const

/** Which required fields are empty, by what is said at each. */
function missingIn(draft: Draft): Record<string, string> {
  const missing: Record<string, string> = {}
  if (draft.position === '') missing.position = 'Please choose a position.'
  for (const field of required) {
    if (draft[field].trim() === '') missing[field] = 'Please fill this in.'
  }
  for (const requirement of requirementsOf(draft)) {
    if (requirement.required && filesOf(draft, requirement).length === 0) {
      missing[`attachments.${requirement.type}`] = formTexts.attachment
    }
  }
  return missing
}

/** What is said of a draft as a whole: that something is missing, only where something is (requirements 1.5). Otherwise null. */
export const sentenceFor = (draft: Draft): string | null =>
  Object.keys(missingIn(draft)).length > 0 ? formTexts.missing : null

/** What is missing or not valid, by field; empty when the candidacy can be sent (requirements 1.5). */
export function problemsOf(draft: Draft): Problems {
  const problems = missingIn(draft)
  for (const [field, max] of Object.entries({ ...limits, ...otherLimits })) {
    const value = draft[field as TextField] as unknown
    if (typeof value === 'string' && value.trim().length > max) problems[field] = `At most ${max} characters.`
  }
  for (const field of ['profilePicture', 'bannerImage'] as const) {
    const address = draft[field].trim()
    if (address !== '' && !isPicture(address)) problems[field] = 'Please give an https address.'
  }
  if (draft.website.trim() !== '' && !isHttps(draft.website.trim())) problems.website = 'Please give an https address.'
  return problems
}

/** What the chosen position asks to be shown. */
export const requirementsOf = (draft: Draft): readonly AttachmentRequirement[] =>
  draft.position === '' ? [] : positionOf(draft.position).attachments

/** The files that answer a requirement so far. */
export const filesOf = (draft: Draft, { type }: AttachmentRequirement): readonly string[] =>
  draft.attachments[type] ?? []

/** The attachments with one more file; only the latest that the requirement allows stay. */
export function withFile(draft: Draft, requirement: AttachmentRequirement, file: string): Draft['attachments'] {
  const files = [...filesOf(draft, requirement).filter((one) => one !== file), file]
  return { ...draft.attachments, [requirement.type]: keepLatest(requirement, files) }
}

/** The attachments without one of their files. */
export function withoutFile(draft: Draft, requirement: AttachmentRequirement, file: string): Draft['attachments'] {
  return { ...draft.attachments, [requirement.type]: filesOf(draft, requirement).filter((one) => one !== file) }
}

/** A draft from the fields that the device has stored: an older version of this page may have written them. */
export function draftFrom(stored: Readonly<Record<string, unknown>>): Draft {
  const texts = Object.entries(emptyDraft).map(([field, empty]): [string, unknown] => {
    const value = stored[field]
    if (Array.isArray(empty)) return [field, Array.isArray(value) ? padded(value) : [...emptyDraft.goals]]
    return [field, typeof value === 'string' ? value : empty]
  })
  const attachments = Object.entries((stored.attachments ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string[]] => Array.isArray(entry[1]) && entry[1].every((one) => typeof one === 'string'),
  )
  return { ...(Object.fromEntries(texts) as unknown as Draft), attachments: Object.fromEntries(attachments) }
}

/** Three texts, however many were written. */
export const padded = (texts: readonly unknown[]): readonly string[] =>
  [0, 1, 2].map((index) => (typeof texts[index] === 'string' ? texts[index] : ''))

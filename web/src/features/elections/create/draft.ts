import type { CallRequest } from '@nation/domain/contract'
import { candidacyLimits as limits, positionOf } from '@nation/domain/elections'
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
  /** Addresses of attachments by type of requirement, one a line. */
  attachments: Readonly<Record<string, string>>
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

const required: readonly TextField[] = ['displayName', 'bio', 'campaignSlogan', 'vision', 'whyVoteForMe']

/** The lines of an attachment field that hold something. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const isHttps = (address: string) => /^https:\/\//i.test(address) && URL.canParse(address)
const isPicture = (address: string) => isHttps(address) || /^\/media\/[\w./-]+$/.test(address)

/** What is missing or not valid, by field; empty when the candidacy can be sent (spec document 1 section 5). */
export function problemsOf(draft: Draft): Problems {
  const problems: Record<string, string> = {}
  if (draft.position === '') problems.position = 'Please choose a position.'
  for (const field of required) {
    if (draft[field].trim() === '') problems[field] = 'Please fill this in.'
  }
  for (const [field, max] of Object.entries(limits)) {
    const value = draft[field as TextField] as unknown
    if (typeof value === 'string' && value.trim().length > max) problems[field] = `At most ${max} characters.`
  }
  for (const field of ['profilePicture', 'bannerImage'] as const) {
    const address = draft[field].trim()
    if (address !== '' && !isPicture(address)) problems[field] = 'Please give an https address.'
  }
  if (draft.website.trim() !== '' && !isHttps(draft.website.trim())) problems.website = 'Please give an https address.'
  if (draft.position !== '') {
    for (const requirement of positionOf(draft.position).attachments) {
      const problem = attachmentProblem(requirement, linesOf(draft.attachments[requirement.type] ?? ''))
      if (problem !== null) problems[`attachments.${requirement.type}`] = problem
    }
  }
  return problems
}

function attachmentProblem(requirement: AttachmentRequirement, addresses: readonly string[]): string | null {
  if (requirement.required && addresses.length === 0) return 'This attachment is required'
  if (addresses.length > requirement.maxFiles) return `At most ${requirement.maxFiles} files.`
  return addresses.every(isPicture) ? null : 'Please give an https address on each line.'
}

/** The call's input that a draft stands for. Ask `problemsOf` first. */
export function requestOf(draft: Draft, electionId: string | undefined): CallRequest<'candidates.create'> {
  if (draft.position === '') throw new Error('no position chosen')
  const { position } = draft
  const attachments = Object.fromEntries(
    positionOf(position)
      .attachments.map(({ type }) => [type, linesOf(draft.attachments[type] ?? '')] as const)
      .filter(([, addresses]) => addresses.length > 0),
  )
  return {
    ...draft,
    position,
    goals: draft.goals.filter((goal) => goal.trim() !== ''),
    promises: draft.promises.filter((promise) => promise.trim() !== ''),
    attachments,
    ...(electionId !== undefined && { electionId }),
  }
}

const keyOf = (uid: string) => `nation.draft.candidacy.${uid}`

/** Reads the draft that this device keeps for a citizen. */
export function readDraft(uid: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(uid)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...emptyDraft, ...kept } : null
  } catch {
    return null
  }
}

/** Keeps a draft on this device; null forgets it. */
export function keepDraft(uid: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(uid), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(uid))
  } catch {
    // No storage: the draft lives as long as the page.
  }
}

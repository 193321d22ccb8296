import { DRAFT_KEYS, keep } from '../../../lib/store/device'
import { draftFrom } from './draft'
import type { Draft } from './draft'

/** A draft as this device stores it. */
export interface StoredDraft {
  readonly draft: Draft
  /** What an edit began from: when the profile was changed last, as it was read then. */
  readonly base: number | null
}

const prefix = `${DRAFT_KEYS}candidacy`

/** The key of the draft of a citizen's next candidacy. */
export const newDraftKey = (uid: string): string => `${prefix}.${uid}`

/** The key of the unsent changes to a candidacy. */
export const editDraftKey = (uid: string, candidateId: string): string => `${prefix}.${uid}.${candidateId}`

/** What this device stores for a draft. */
export const textOf = (draft: Draft, base: number | null): string =>
  JSON.stringify({ ...draft, ...(base !== null && { base }) })

/** Reads what this device stores under a key. */
export function readDraft(key: string): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { base, ...fields } = stored as Record<string, unknown>
    return { draft: draftFrom(fields), base: typeof base === 'number' ? base : null }
  } catch {
    return null
  }
}

/** Stores a draft on this device; null deletes it. Answers false where it lasts only as long as the page: no storage, or no room. */
export const saveDraft = (key: string, draft: Draft | null, base: number | null = null): boolean =>
  keep(key, draft && textOf(draft, base))

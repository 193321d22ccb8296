import { draftFrom } from './draft'
import type { Draft } from './draft'

/** A draft as this device keeps it. */
export interface StoredDraft {
  readonly draft: Draft
  /** What an edit began from: when the profile was changed last, as it was read then. */
  readonly base: number | null
}

const prefix = 'nation.draft.candidacy'

/** Where a citizen's next candidacy is kept. */
export const newDraftKey = (uid: string): string => `${prefix}.${uid}`

/** Where the changes to a candidacy are kept. */
export const editDraftKey = (uid: string, candidateId: string): string => `${prefix}.${uid}.${candidateId}`

/** Reads what this device keeps under a key. */
export function readDraft(key: string): StoredDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { base, ...fields } = kept as Record<string, unknown>
    return { draft: draftFrom(fields), base: typeof base === 'number' ? base : null }
  } catch {
    return null
  }
}

/** Keeps a draft on this device; null forgets it. */
export function saveDraft(key: string, draft: Draft | null, base: number | null = null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify({ ...draft, ...(base !== null && { base }) }))
    else localStorage.removeItem(key)
  } catch {
    // No storage: the draft lives as long as the page.
  }
}

import { DRAFT_KEYS, followStored, keep } from '../../../lib/store/device'

/** What a citizen has written to an interview's questions, by the question's id. */
export type Draft = Readonly<Record<string, string>>

/** Each interview and citizen has a draft of their own on a device. */
const keyOf = (interviewId: string, uid: string) => `${DRAFT_KEYS}interview.${interviewId}.${uid}`

/** Reads the draft that this device keeps; whatever is no text is left out. */
export function readDraft(interviewId: string, uid: string): Draft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(interviewId, uid)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** What this device stores for a draft; null for one in which nothing stands. */
const textOf = (draft: Draft): string | null =>
  Object.values(draft).every((text) => text === '') ? null : JSON.stringify(draft)

/**
 * Keeps a draft on this device; one in which nothing stands is forgotten. Answers false where it lasts only as long as the page: no
 * storage, or no room.
 */
export const saveDraft = (interviewId: string, uid: string, draft: Draft): boolean =>
  keep(keyOf(interviewId, uid), textOf(draft))

/** Forgets the draft that was sent. What was written since, here or in another tab, stays. */
export function forgetSent(interviewId: string, uid: string, sent: Draft): void {
  if (textOf(readDraft(interviewId, uid)) === textOf(sent)) saveDraft(interviewId, uid, {})
}

/**
 * Calls back with what another tab writes to an interview, and with an empty draft when it sent the one that is shown here.
 * @returns how to stop
 */
export function followDraft(
  interviewId: string,
  uid: string,
  hear: (draft: Draft) => void,
  shown: () => Draft,
): () => void {
  const key = keyOf(interviewId, uid)
  return followStored(
    key,
    () => hear(readDraft(interviewId, uid)),
    () => textOf(shown()),
  )
}

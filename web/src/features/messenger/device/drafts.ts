import { keep, MESSENGER_KEYS, readStored } from '../../../lib/store/device'
import type { Quoted, RoomId } from '../types'

/** What somebody has begun to write in a conversation. */
export interface Draft {
  readonly text: string
  readonly replyTo: Quoted | null
  /** Uploads of the writer that go with it, each by its address. */
  readonly images: readonly string[]
}

export const noDraft: Draft = { text: '', replyTo: null, images: [] }

/** Each citizen and conversation has a draft of its own on a device. */
const keyOf = (uid: string, room: RoomId) => `${MESSENGER_KEYS}draft.${uid}.${room}`

/** Whether what a device kept is a quotation. */
export function asQuoted(kept: unknown): Quoted | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { number, senderName, excerpt } = kept as Record<string, unknown>
  return typeof number === 'number' && typeof senderName === 'string' && typeof excerpt === 'string'
    ? { number, senderName, excerpt }
    : null
}

/** Whether what a device kept is a list of addresses. */
export const asImages = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []

/** Reads the draft that this device keeps. */
export function readDraft(uid: string, room: RoomId): Draft {
  try {
    const kept = JSON.parse(readStored(keyOf(uid, room)) ?? '{}') as Record<string, unknown>
    return {
      text: typeof kept.text === 'string' ? kept.text : '',
      replyTo: asQuoted(kept.replyTo),
      images: asImages(kept.images),
    }
  } catch {
    return noDraft
  }
}

/** Keeps a draft on this device; an empty one is forgotten. */
export function saveDraft(uid: string, room: RoomId, draft: Draft): void {
  const empty = draft.text === '' && draft.replyTo === null && draft.images.length === 0
  keep(keyOf(uid, room), empty ? null : JSON.stringify(draft))
}

import { keep, MESSENGER_KEYS, readStored } from '../../../lib/store/device'
import type { Quoted, RoomId } from '../types'

/** The unsent message of a conversation. */
export interface Draft {
  readonly text: string
  readonly replyTo: Quoted | null
  /** Uploads of the writer that go with it, each by its address. */
  readonly images: readonly string[]
}

export const noDraft: Draft = { text: '', replyTo: null, images: [] }

/** Each citizen and conversation has a draft of its own on a device. */
const keyOf = (uid: string, room: RoomId) => `${MESSENGER_KEYS}draft.${uid}.${room}`

/** The quotation that a device has stored; null where it is none. */
export function asQuoted(stored: unknown): Quoted | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { number, senderName, excerpt } = stored as Record<string, unknown>
  return typeof number === 'number' && typeof senderName === 'string' && typeof excerpt === 'string'
    ? { number, senderName, excerpt }
    : null
}

/** The addresses that a device has stored; empty where it is no list. */
export const asImages = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : []

/** Reads the draft that this device stores. */
export function readDraft(uid: string, room: RoomId): Draft {
  try {
    const stored = JSON.parse(readStored(keyOf(uid, room)) ?? '{}') as Record<string, unknown>
    return {
      text: typeof stored.text === 'string' ? stored.text : '',
      replyTo: asQuoted(stored.replyTo),
      images: asImages(stored.images),
    }
  } catch {
    return noDraft
  }
}

/** Stores a draft on this device; an empty one is deleted. */
export function saveDraft(uid: string, room: RoomId, draft: Draft): void {
  const empty = draft.text === '' && draft.replyTo === null && draft.images.length === 0
  keep(keyOf(uid, room), empty ? null : JSON.stringify(draft))
}

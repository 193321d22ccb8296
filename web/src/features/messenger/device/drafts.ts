import { contentLimits } from '@nation/domain/messenger'
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
export const readDraft = (uid: string, room: RoomId): Draft => asDraft(readStored(keyOf(uid, room)))

function asDraft(text: string | null): Draft {
  try {
    const stored = JSON.parse(text ?? '{}') as Record<string, unknown>
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

type Hear = (draft: Draft) => void
const hearers = new Map<string, Set<Hear>>()

/** Follows a draft that is changed elsewhere: in another tab, or by `putDraft`. Answers how to stop. */
export function followDraft(uid: string, room: RoomId, hear: Hear): () => void {
  const own = keyOf(uid, room)
  const ofTabs = ({ key, newValue }: StorageEvent) => {
    if (key === own) hear(asDraft(newValue))
  }
  addEventListener('storage', ofTabs)
  hearers.set(own, (hearers.get(own) ?? new Set()).add(hear))
  return () => {
    removeEventListener('storage', ofTabs)
    hearers.get(own)?.delete(hear)
  }
}

/** Puts a draft into the field of its conversation. */
export function putDraft(uid: string, room: RoomId, draft: Draft): void {
  saveDraft(uid, room, draft)
  for (const hear of hearers.get(keyOf(uid, room)) ?? []) hear(draft)
}

/** What was not sent, and behind it what is being written; null where these are more images than a message holds. */
export function rewritten(draft: Draft, { text, replyTo, images }: Draft): Draft | null {
  const all = [...new Set([...images, ...draft.images])]
  if (all.length > contentLimits.images) return null
  return {
    text: [text, draft.text].filter((one) => one !== '').join('\n'),
    replyTo: replyTo ?? draft.replyTo,
    images: all,
  }
}

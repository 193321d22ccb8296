import type { Message, RoomId } from '../types'

/** Another text for a message that was sent, not saved yet. */
export interface UnsavedEdit {
  readonly message: Message
  readonly text: string
}

/** They last as long as the page: a message can be edited for some minutes only. */
const edits = new Map<string, UnsavedEdit>()

const keyOf = (uid: string, room: RoomId) => `${uid} ${room}`

/** The edit that a citizen left in a conversation. */
export const unsavedEdit = (uid: string, room: RoomId): UnsavedEdit | null => edits.get(keyOf(uid, room)) ?? null

/** Keeps an edit for coming back; null: it was saved, or given up. */
export function keepEdit(uid: string, room: RoomId, edit: UnsavedEdit | null): void {
  if (edit) edits.set(keyOf(uid, room), edit)
  else edits.delete(keyOf(uid, room))
}

/** Forgets them all: another citizen signs in. */
export const clearEdits = (): void => edits.clear()

import { mayRead, mentionedHandles, type Channel } from '@nation/domain/messenger'
import type { EntityManager } from 'typeorm'
import { readRows, rowsOf, column, type Statement } from '../platform'
import { rolesOf, writerColumns, writerRow, type WriterRow } from './rows'

const targetRow = { ...writerRow, handle: column.text }

/** A citizen whom a text mentions. */
export interface Mentioned {
  readonly id: string
  readonly uid: string
}

/** Citizens by their handle in lower case. */
export type ByHandle = ReadonlyMap<string, WriterRow>

/** Reads the citizens of handles. If X gave a handle to several in turn, it is that of the citizen who was seen with it last. */
export function handleStatement(handles: readonly string[]): Statement {
  const select = `SELECT ${writerColumns}, handle FROM citizens`
  if (handles.length === 0) return { sql: `${select} WHERE FALSE`, values: [] }
  return { sql: `${select} WHERE handle IN (?) AND left_at IS NULL ORDER BY x_refreshed_at, id`, values: [handles] }
}

/** The citizens in the rows of `handleStatement`. */
export const handlesIn = (rows: unknown): ByHandle => byHandle(rowsOf(rows, targetRow))

const byHandle = (rows: readonly (WriterRow & { readonly handle: string })[]): ByHandle =>
  new Map(rows.map((row) => [row.handle.toLowerCase(), row]))

/** The conversation in which a text is written. */
interface Place {
  readonly channel: Channel | null
  readonly low_id: string | null
  readonly high_id: string | null
}

/** The citizens whom a text mentions and who may read it there; a mention of the author does not count. */
export function mentionedIn(text: string, known: ByHandle, { channel, low_id, high_id }: Place, senderId: string) {
  const found = mentionedHandles(text).flatMap((handle) => known.get(handle) ?? [])
  const mayReadIt = (who: WriterRow) =>
    channel === null ? who.id === low_id || who.id === high_id : mayRead(rolesOf(who), channel)
  return found.filter((who) => who.id !== senderId && mayReadIt(who)).map(({ id, uid }): Mentioned => ({ id, uid }))
}

/** Updates the mentions of a message after an edit. Its row is locked. */
export async function mentionAnew(
  tx: EntityManager,
  message: { readonly conversation_id: string; readonly number: number; readonly sender_id: string },
  place: Place,
  text: string,
): Promise<void> {
  const { conversation_id: conversation, number } = message
  const { sql, values } = handleStatement(mentionedHandles(text))
  const known = byHandle(await readRows(tx, targetRow, sql, values))
  const mentioned = mentionedIn(text, known, place, message.sender_id)
  await tx.query('DELETE FROM message_mentions WHERE conversation_id = ? AND number = ?', [conversation, number])
  if (mentioned.length > 0) await tx.query(insertMentions, [mentioned.map(({ id }) => [id, conversation, number])])
  await tx.query('UPDATE messages SET has_mentions = ? WHERE conversation_id = ? AND number = ?', [
    mentioned.length > 0,
    conversation,
    number,
  ])
}

export const insertMentions = 'INSERT INTO message_mentions (citizen_id, conversation_id, number) VALUES ?'

/** The number of unread messages that mention the reader of row `r`, whose row key is `reader`, in conversation `v`: an index range. */
export const unreadMentions = (reader: string): string =>
  `(SELECT COUNT(*) FROM message_mentions mm FORCE INDEX (PRIMARY) WHERE mm.citizen_id = ${reader} AND mm.conversation_id = v.id
    AND mm.number > COALESCE(r.read_number, 0))`

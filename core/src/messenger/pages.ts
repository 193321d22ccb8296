import type { CallOutput } from '@nation/domain/contract'
import { readRows, type CitizenContext } from '../platform'
import { contentsOf } from './content'
import { messageColumns, messageRow, presentMessage, senderAndQuoted } from './rows'

export type Messages = CallOutput<'messenger.get-group-messages'>

/** The requested messages: the newest, those before a number, or those after one. */
export interface Paging {
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly limit: number
}

/** A conversation, as its reader sees it. */
export interface ReadPlace {
  /** Row key. */
  readonly id: string
  readonly lastNumber: number
  readonly readNumber: number
}

/** A page of messages, the oldest first. Numbers have no holes, so a page is a range of the primary key. */
export async function messagesPage(
  ctx: CitizenContext,
  { id, lastNumber, readNumber }: ReadPlace,
  { before, after, limit }: Paging,
): Promise<Messages> {
  const forward = after !== undefined
  const from = forward ? after + 1 : Math.max(1, Math.min(before ?? Infinity, lastNumber + 1) - limit)
  const to = Math.min(from + limit - 1, (before ?? Infinity) - 1)
  const rows = await readRows(
    ctx.tx,
    messageRow,
    `SELECT ${messageColumns} FROM messages m ${senderAndQuoted}
     WHERE m.conversation_id = ? AND m.number BETWEEN ? AND ? ORDER BY m.number`,
    [id, from, to === Infinity ? Number.MAX_SAFE_INTEGER : to],
  )
  const last = rows.at(-1)?.number
  const contents = await contentsOf(ctx.tx, id, rows, ctx.caller.id)
  return {
    success: true,
    messages: rows.map((row) => presentMessage(row, ctx.caller, contents.get(row.number))),
    lastNumber: Math.max(lastNumber, last ?? 0),
    readNumber,
    hasOlder: (rows[0]?.number ?? from) > 1 && lastNumber > 0,
    hasNewer: (last ?? from - 1) < lastNumber,
  }
}

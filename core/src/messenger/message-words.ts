import { messageWords, type Channel } from '@nation/domain/messenger'
import type { DataSource } from 'typeorm'
import type { JournalEntry, Projection } from '../journal'
import { column, readRows, type Queries, byKey, tuplesOf } from '../platform'

/** A message's place: the row key of its conversation, and its number. */
type Place = readonly [conversationId: string, number: number]

interface Spoken {
  readonly place: Place
  readonly text: string
}

/** Rows that one statement writes or removes. */
const atOnce = 1_000

/**
 * The words by which messages are found (decision 74). A posted message gets its words here, after the sender's transaction; edits and
 * deletions change them in their own transactions, because only these know the earlier text.
 */
export const messageWordsProjection: Projection = {
  name: 'message-words',
  kinds: ['messenger.posted', 'messenger.posted-directly'],
  entriesAtOnce: 50,
  apply: async ({ tx }, entries) => {
    const keys = await keysOf(tx, entries)
    const ranges = entries.flatMap(({ facts }) => {
      const { channel, conversationId, from, to } = facts as unknown as Posted
      const id = keys.get(channel ?? conversationId ?? '')
      return id === undefined ? [] : [{ id, from, to }]
    })
    for (const { id, from, to } of joined(ranges)) await indexRange(tx, id, from, to)
  },
}

interface Posted {
  readonly channel?: Channel
  readonly conversationId?: string
  readonly from: number
  readonly to: number
}

/** Consecutive messages of one conversation. */
interface Range {
  readonly id: string
  readonly from: number
  readonly to: number
}

/**
 * Each batch of a group's messages is an entry of its own; consecutive messages are read at once, in the order in which an erasure
 * locks them.
 */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const range of ranges.toSorted((a, b) => byKey(a.id, b.id) || a.from - b.from)) {
    const last = all.at(-1)
    if (last?.id === range.id && range.from <= last.to + 1)
      all[all.length - 1] = { ...last, to: Math.max(last.to, range.to) }
    else all.push(range)
  }
  return all
}

/** The row keys of the conversations that entries name, by channel or public id. The admin chat is not searched. */
async function keysOf(tx: Queries, entries: readonly JournalEntry[]): Promise<Map<string, string>> {
  const all = entries.map(({ facts }) => facts as unknown as Posted)
  const named = (of: 'channel' | 'conversationId') => [...new Set(all.flatMap((facts) => facts[of] ?? []))]
  const rows = await readRows(
    tx,
    { id: column.key, uid: column.text, channel: column.text.nullable },
    `SELECT id, uid, channel FROM conversations FORCE INDEX (uq_conversations_channel) WHERE channel IN (?)
     UNION SELECT id, uid, channel FROM conversations FORCE INDEX (uq_conversations_uid) WHERE uid IN (?)`,
    [
      [...named('channel'), ''],
      [...named('conversationId'), ''],
    ],
  )
  return new Map(
    rows.flatMap(({ id, uid, channel }) => (channel === 'admin-chat' ? [] : [[channel ?? uid, id] as const])),
  )
}

/** Writes the words of the current texts. The rows are locked, so an edit, a deletion or an erasure comes before or after. */
async function indexRange(tx: Queries, conversationId: string, from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += 100) {
    const rows = await readRows(
      tx,
      { number: column.integer, text: column.text },
      `SELECT number, text FROM messages FORCE INDEX (PRIMARY)
       WHERE conversation_id = ? AND number BETWEEN ? AND ? ORDER BY number FOR UPDATE`,
      [conversationId, first, Math.min(to, first + 99)],
    )
    await addWords(tx, conversationId, rows)
  }
}

const wordRows = (messages: readonly Spoken[]) =>
  messages.flatMap(({ place: [conversationId, number], text }) =>
    messageWords(text).map((word) => [conversationId, word, number] as const),
  )

interface Said {
  readonly number: number
  readonly text: string
}

/** The words travel as one JSON document: a row of values for each word costs more to serialise than the words cost to find. */
async function addWords(tx: Queries, conversationId: string, messages: readonly Said[]): Promise<void> {
  const words = messages.map(({ number, text }) => [number, messageWords(text)] as const)
  const there = words.filter(([, some]) => some.length > 0)
  if (there.length === 0) return
  await tx.query(
    `INSERT IGNORE INTO message_words (conversation_id, word, number)
     SELECT ?, said.word, said.number FROM JSON_TABLE(?, '$[*]' COLUMNS (
       number BIGINT UNSIGNED PATH '$[0]',
       NESTED PATH '$[1][*]' COLUMNS (word VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$')
     )) AS said`,
    [conversationId, JSON.stringify(there)],
  )
}

/** Removes the words of messages, given their earlier texts. Their rows are locked. */
export async function removeWords(tx: Queries, messages: readonly Spoken[]): Promise<void> {
  const rows = wordRows(messages)
  for (let first = 0; first < rows.length; first += atOnce) {
    const part = rows.slice(first, first + atOnce)
    await tx.query('DELETE FROM message_words WHERE (conversation_id, word, number) IN (?)', [tuplesOf(part)])
  }
}

/** Replaces the words of a message after an edit. Its row is locked. */
export async function replaceWords(tx: Queries, place: Place, before: string, after: string): Promise<void> {
  await removeWords(tx, [{ place, text: before }])
  const [conversationId, number] = place
  await addWords(tx, conversationId, [{ number, text: after }])
}

/**
 * Adds the words of all messages that are missing, a batch of messages in each transaction. For the operator, never for a request.
 * @returns how many messages were read
 */
export async function rebuildWords(database: DataSource): Promise<number> {
  const conversations = await readRows(
    database,
    { id: column.key, last_number: column.integer },
    `SELECT id, last_number FROM conversations WHERE channel IS NULL OR channel <> 'admin-chat' ORDER BY id`,
  )
  let done = 0
  for (const { id, last_number: last } of conversations) {
    for (let first = 1; first <= last; first += 500) {
      const to = Math.min(last, first + 499)
      await database.transaction('READ COMMITTED', (tx) => indexRange(tx, id, first, to))
      done += to - first + 1
    }
  }
  return done
}

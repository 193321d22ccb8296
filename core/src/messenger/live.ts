import { channels, type Channel } from '@nation/domain/messenger'
import { z } from 'zod'
import type { JournalEntry } from '../journal'
import { column, readRows, type Queries, type RowOf, groupBy } from '../platform'
import { contentsOf } from './content'
import {
  messageColumns,
  messageRow,
  nobody,
  presentMessage,
  senderAndQuoted,
  type MessageView,
  type Reader,
} from './rows'

/** The messages of an event, in their state at the time of the read. */
export interface LiveMessages {
  /** The view for readers without a part in the messages. It does not say which reactions are the reader's own. */
  readonly shared: { readonly messages: readonly MessageView[] }
  /** The views, by public id, for readers who see something of their own: the client id of a message, or a mention of themselves. */
  readonly byCitizen: ReadonlyMap<string, { readonly messages: readonly MessageView[] }>
  /** Whether the panel's session reads them: it reads the admin chat, and no conversation of citizens. */
  readonly panelToo: boolean
}

/**
 * The most messages and characters of one batch of events; for more, readers ask for pages. A batch is written to a stream at once, and
 * a stream that is a mebibyte behind is closed.
 */
const most = { messages: 500, text: 100_000 }

const kinds: readonly string[] = [
  'messenger.posted',
  'messenger.changed',
  'messenger.posted-directly',
  'messenger.changed-directly',
]

/** Whether messages are attached to an event when it is delivered. */
export const tellsOfMessages = ({ kind }: Pick<JournalEntry, 'kind'>): boolean => kinds.includes(kind)

const reach = z.object({
  channel: z.enum(channels).optional(),
  conversationId: z.string().optional(),
  from: z.number(),
  to: z.number(),
})

interface Asked {
  readonly seq: number
  readonly channel: Channel | null
  readonly uid: string | null
  readonly from: number
  readonly to: number
}

/**
 * The messages of events, by the events' numbers, read in one statement. Messages beyond the limits are missing. The caller must check
 * at the same moment whether a reader may see them.
 */
export async function liveMessages(
  database: Queries,
  entries: readonly JournalEntry[],
): Promise<ReadonlyMap<number, LiveMessages>> {
  const asked = within(entries.filter(tellsOfMessages).flatMap(askedBy), most.messages, ({ from, to }) => to - from + 1)
  const inChannels = asked.filter(({ channel }) => channel !== null)
  const direct = asked.filter(({ uid }) => uid !== null)
  const parts = [
    ...(inChannels.length > 0 ? [select('channel', channelPlaces)] : []),
    ...(direct.length > 0 ? [select('uid', directPlaces)] : []),
  ]
  if (parts.length === 0) return new Map()
  const values = [inChannels, direct]
    .filter((some) => some.length > 0)
    .map((some) => JSON.stringify(some.flatMap(eachOf)))
  const rows = await readRows(database, askedRow, `${parts.join(' UNION ALL ')} ORDER BY asked_seq, number`, values)
  const bySeq = groupBy(rows, (row) => row.asked_seq)
  const lengthOf = ([, found]: readonly [number, readonly AskedRow[]]) =>
    found.reduce((sum, { text }) => sum + text.length, 0)
  const messages = new Map<number, LiveMessages>()
  const channelOf = new Map(asked.map(({ seq, channel }) => [seq, channel]))
  for (const [seq, found] of within([...bySeq], most.text, lengthOf)) {
    const channel = channelOf.get(seq) ?? null
    const presented = channel === null ? await presentDirectly(database, found) : await present(database, found)
    messages.set(seq, { ...presented, panelToo: channel === 'admin-chat' })
  }
  return messages
}

/** The first of these whose sizes together stay within a limit. */
function within<T>(some: readonly T[], limit: number, sizeOf: (one: T) => number): T[] {
  let sum = 0
  return some.filter((one) => (sum += sizeOf(one)) <= limit)
}

function askedBy({ seq, facts }: JournalEntry): Asked[] {
  const { success, data } = reach.safeParse(facts)
  if (!success) return []
  const { channel = null, conversationId: uid = null, from, to } = data
  return channel === null && uid === null ? [] : [{ seq, channel, uid, from, to }]
}

/** Each number of a range. (With bounds from another table, the database may scan all messages.) */
const eachOf = ({ seq, channel, uid, from, to }: Asked) =>
  Array.from({ length: to - from + 1 }, (_, place) => ({ seq, channel, uid, number: from + place }))

const askedRow = { asked_seq: column.integer.present, conversation_id: column.key, ...messageRow }

type AskedRow = RowOf<typeof askedRow>

const channelPlaces = `place VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin PATH '$.channel'`
const directPlaces = `place CHAR(36) CHARACTER SET ascii COLLATE ascii_bin PATH '$.uid'`

/** Messages of conversations, which are selected by one of their two names. */
const select = (name: 'channel' | 'uid', place: string): string =>
  `SELECT asked.seq AS asked_seq, m.conversation_id, ${messageColumns}
   FROM JSON_TABLE(?, '$[*]' COLUMNS (
     seq BIGINT UNSIGNED PATH '$.seq', ${place},
     number BIGINT UNSIGNED PATH '$.number'
   )) AS asked
   STRAIGHT_JOIN conversations v ON v.${name} = asked.place
   STRAIGHT_JOIN messages m ON m.conversation_id = v.id AND m.number = asked.number
   ${senderAndQuoted}`

type Presented = Omit<LiveMessages, 'panelToo'>

/**
 * The messages of one event, all of one conversation. Most have no further content to read. Readers without a part in a message share
 * one view object of it; each citizen who has a part in it gets a view of their own.
 */
async function present(database: Queries, rows: readonly AskedRow[]): Promise<Presented> {
  const contents = await contentsOf(database, rows[0]?.conversation_id ?? '0', rows, nobody.id)
  const as = (row: AskedRow, reader: Reader) => presentMessage(row, reader, contents.get(row.number))
  const messages = rows.map((row) => as(row, nobody))
  const byCitizen = new Map<string, { readonly messages: MessageView[] }>()
  for (const [place, row] of rows.entries()) {
    for (const reader of [{ id: row.sender_id, uid: row.uid }, ...(contents.get(row.number)?.mentioned ?? [])]) {
      const views = byCitizen.get(reader.uid) ?? { messages: [...messages] }
      views.messages[place] = as(row, reader)
      byCitizen.set(reader.uid, views)
    }
  }
  return { shared: { messages }, byCitizen }
}

/** The same for a direct conversation. If something may be withheld from one of the two, each gets the view that the pages show. */
async function presentDirectly(database: Queries, rows: readonly AskedRow[]): Promise<Presented> {
  const presented = await present(database, rows)
  const isWhole = rows.every((row) => row.withheld_from === null && row.reply_withheld === null && !row.has_reactions)
  if (isWhole) return presented
  const conversation = rows[0]?.conversation_id ?? '0'
  const readers = await readRows(
    database,
    { id: column.key, uid: column.text },
    'SELECT c.id, c.uid FROM conversations v JOIN citizens c ON c.id IN (v.low_id, v.high_id) WHERE v.id = ?',
    [conversation],
  )
  const byCitizen = new Map<string, { readonly messages: readonly MessageView[] }>()
  for (const reader of readers) {
    const contents = await contentsOf(database, conversation, rows, reader.id)
    byCitizen.set(reader.uid, { messages: rows.map((row) => presentMessage(row, reader, contents.get(row.number))) })
  }
  return { ...presented, byCitizen }
}

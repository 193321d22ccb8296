import { byKey, distinct, tuplesOf, type Statement } from '../platform'
import { insertMentions, type Mentioned } from './mentions'
import type { LockedConversation, Post, UploadRow } from './post-inputs'
import type { WriterRow } from './rows'

/** A message that was accepted and is not written yet. */
export interface NewMessage {
  readonly uid: string
  readonly number: number
  readonly post: Post
  readonly conversation: LockedConversation
  readonly sender: WriterRow
  readonly mentioned: readonly Mentioned[]
  readonly images: readonly UploadRow[]
  /** The citizen who blocks its sender, and so never sees it (row key). */
  readonly withheldFrom: string | null
  /** The sender's new read marker; null when it is not written. */
  readonly readTo: number | null
}

/** Withheld messages count as read, except a request, which its recipient may see later. An answer accepts a stranger's request. */
export function written(made: readonly NewMessage[], at: Date): readonly Statement[] {
  if (made.length === 0) return []
  const rows = made.map(({ uid, number, post, conversation, sender, images, mentioned, withheldFrom }) => {
    const { message, clientId = null, replyTo = null } = post
    const has = [images.length > 0, mentioned.length > 0]
    return [conversation.id, number, uid, sender.id, clientId, message, replyTo, at, ...has, withheldFrom]
  })
  const last = new Map(made.map(({ conversation, number }) => [conversation.id, number]))
  const numbers = [...last].sort(([a], [b]) => byKey(a, b))
  const markers = new Map(
    made.flatMap(({ conversation: { id, accepted_at, started_by }, sender, number, withheldFrom, readTo }) => {
      const isRequest = accepted_at === null && started_by === sender.id
      const passed = withheldFrom === null || isRequest ? [] : [[withheldFrom, number] as const]
      const own = readTo === null ? [] : [[sender.id, readTo] as const]
      return [...own, ...passed].map(([reader, read]) => [`${reader}:${id}`, [reader, id, read]])
    }),
  )
  return [
    {
      sql: `INSERT INTO messages (conversation_id, number, uid, sender_id, client_id, text, reply_to, sent_at, has_images,
        has_mentions, withheld_from) VALUES ?`,
      values: [rows],
    },
    numbersWritten(numbers, at),
    ...(markers.size > 0 ? [markersWritten([...markers.values()])] : []),
    ...contentWritten(made),
    ...directWritten(made, at),
  ]
}

/** The last numbers of conversations, by row key. Most messages of a batch go into one group. */
function numbersWritten(numbers: readonly (readonly [id: string, last: number])[], at: Date): Statement {
  const [[id, last] = ['0', 0]] = numbers
  if (numbers.length === 1)
    return { sql: 'UPDATE conversations SET last_number = ?, last_at = ? WHERE id = ?', values: [last, at, id] }
  return {
    sql: `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (
        id BIGINT UNSIGNED PATH '$[0]', last_number BIGINT UNSIGNED PATH '$[1]'
      )) AS now STRAIGHT_JOIN conversations v ON v.id = now.id
      SET v.last_number = now.last_number, v.last_at = ?`,
    values: [JSON.stringify(numbers), at],
  }
}

/** Moves read markers forward, never back. */
const markersWritten = (markers: readonly unknown[]): Statement => ({
  sql: `INSERT INTO conversation_readers (citizen_id, conversation_id, read_number) VALUES ?
    ON DUPLICATE KEY UPDATE read_number = GREATEST(read_number, VALUES(read_number))`,
  values: [markers],
})

/** Both citizens' lists of conversations are in the order of the last message. */
function directWritten(made: readonly NewMessage[], at: Date): readonly Statement[] {
  const direct = made.filter(({ conversation }) => conversation.channel === null)
  if (direct.length === 0) return []
  const pairs = distinct(direct.map(({ conversation }) => conversation)).flatMap(({ id, low_id, high_id, blockers }) =>
    [low_id, high_id].flatMap((citizen) => (blockers.includes(citizen ?? '') ? [] : [[citizen, id]])),
  )
  const lists = {
    sql: 'UPDATE conversation_readers SET last_at = ? WHERE (citizen_id, conversation_id) IN (?)',
    values: [at, tuplesOf(pairs)],
  }
  const answered = direct.filter(
    ({ conversation, sender }) => conversation.accepted_at === null && conversation.started_by !== sender.id,
  )
  if (answered.length === 0) return [lists]
  const ids = distinct(answered.map(({ conversation }) => conversation.id))
  return [lists, { sql: 'UPDATE conversations SET accepted_at = ? WHERE id IN (?)', values: [at, ids] }]
}

/** The images of the messages, and the citizens whom they mention. */
function contentWritten(made: readonly NewMessage[]): readonly Statement[] {
  const images = made.flatMap(({ conversation, number, images }) =>
    images.map(({ name, width, height }, place) => [conversation.id, number, place + 1, name, width, height]),
  )
  const mentions = made.flatMap(({ conversation, number, mentioned }) =>
    mentioned.map(({ id }) => [id, conversation.id, number]),
  )
  return [
    {
      sql: 'INSERT INTO message_images (conversation_id, number, place, name, width, height) VALUES ?',
      values: [images],
    },
    { sql: insertMentions, values: [mentions] },
  ].filter(({ values: [rows] }) => (rows?.length ?? 0) > 0)
}

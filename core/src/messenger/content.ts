import { reactions, type Reaction } from '@nation/domain/messenger'
import { column, readRows, type Queries, groupBy } from '../platform'
import type { MessageView, Reader } from './rows'

/** The flags of a message's row that say which content it has; most messages have none. */
export const contentFlags = {
  has_images: column.flag,
  has_mentions: column.flag,
  has_reactions: column.flag,
}

export const contentColumns = 'm.has_images, m.has_mentions, m.has_reactions'

/** The columns of a message that reading its content needs. */
interface Flagged {
  readonly number: number
  readonly deleted_at: Date | null
  readonly has_images: boolean
  readonly has_mentions: boolean
  readonly has_reactions: boolean
}

/** The content of a message besides its text, and the citizens whom it mentions. */
export interface MessageContent extends Pick<MessageView, 'images' | 'reactions'> {
  readonly mentioned: readonly Reader[]
}

export const noContent: MessageContent = { images: [], mentioned: [], reactions: [] }

const imageRow = { number: column.integer, name: column.text, width: column.integer, height: column.integer }
const mentionRow = { number: column.integer, id: column.key, uid: column.text }
const reactionRow = {
  number: column.integer,
  reaction: column.oneOf(reactions),
  count: column.integer,
  mine: column.flag,
}

/**
 * The contents of messages of one conversation, by number, as a reader (row key) sees them. Messages without content are missing: most
 * messages, and the deleted ones.
 */
export async function contentsOf(
  tx: Queries,
  conversationId: string,
  messages: readonly Flagged[],
  readerId: string,
): Promise<ReadonlyMap<number, MessageContent>> {
  const there = messages.filter((one) => one.deleted_at === null && hasContent(one))
  if (there.length === 0) return new Map()
  const numbersOf = (flag: keyof typeof contentFlags) => there.filter((one) => one[flag]).map(({ number }) => number)
  const of = async <T>(numbers: readonly number[], read: (numbers: readonly number[]) => Promise<T[]>) =>
    numbers.length === 0 ? [] : read(numbers)
  const images = await of(numbersOf('has_images'), (numbers) =>
    readRows(
      tx,
      imageRow,
      `SELECT number, name, width, height FROM message_images
       WHERE conversation_id = ? AND number IN (?) ORDER BY number, place`,
      [conversationId, numbers],
    ),
  )
  const mentions = await of(numbersOf('has_mentions'), (numbers) =>
    readRows(
      tx,
      mentionRow,
      `SELECT mm.number, c.id, c.uid FROM message_mentions mm FORCE INDEX (ix_message_mentions_message)
       JOIN citizens c ON c.id = mm.citizen_id WHERE mm.conversation_id = ? AND mm.number IN (?)
       ORDER BY mm.number, mm.citizen_id`,
      [conversationId, numbers],
    ),
  )
  const given = await of(numbersOf('has_reactions'), (numbers) =>
    readRows(
      tx,
      reactionRow,
      // The counts do not contain withheld reactions: only the citizen who gave one sees it, added here.
      `SELECT n.number, n.reaction, n.count + COALESCE(r.withheld, FALSE) AS count, r.citizen_id IS NOT NULL AS mine
       FROM message_reaction_counts n
       LEFT JOIN message_reactions r ON r.conversation_id = n.conversation_id AND r.number = n.number
         AND r.citizen_id = ? AND r.reaction = n.reaction
       WHERE n.conversation_id = ? AND n.number IN (?) AND (n.count > 0 OR r.withheld)`,
      [readerId, conversationId, numbers],
    ),
  )
  const [imagesOf, mentionsOf, givenTo] = [byNumber(images), byNumber(mentions), byNumber(given)]
  return new Map(
    there.map(({ number }) => [
      number,
      {
        images: imagesOf(number).map(({ name, width, height }) => ({ url: `/media/${name}`, width, height })),
        mentioned: mentionsOf(number).map(({ id, uid }) => ({ id, uid })),
        reactions: givenTo(number)
          .map(({ reaction, count, mine }) => ({ reaction, count, mine }))
          .sort((a, b) => place(a.reaction) - place(b.reaction)),
      },
    ]),
  )
}

const hasContent = (one: Flagged): boolean => one.has_images || one.has_mentions || one.has_reactions

/** Rows by their message's number. */
function byNumber<T extends { readonly number: number }>(rows: readonly T[]): (number: number) => readonly T[] {
  const groups = groupBy(rows, (row) => row.number)
  return (number) => groups.get(number) ?? []
}

const place = (reaction: Reaction): number => reactions.indexOf(reaction)

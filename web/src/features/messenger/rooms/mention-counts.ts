import type { Message } from '../types'
import type { Line } from './lines'

/** Whether messages behind one number, up to another, are all at hand. */
export type AtHand = (after: number, upTo: number) => boolean

/** Whether a marker that moves on to `number` leaves some mentions unread, and only the nation knows how many. */
export const isUncounted = (line: Line | undefined, number: number, atHand: AtHand = () => false): boolean =>
  line !== undefined &&
  line.mentionCount > 0 &&
  number > line.readNumber &&
  number < line.lastNumber &&
  !atHand(line.readNumber, number)

/**
 * Whether changed messages up to `to` may change how many unread ones mention the reader: an edit adds or removes a mention, a deletion
 * removes one; a reaction does neither. `before` answers what was known of a message.
 */
export const changesMentions = (
  line: Line | undefined,
  to: number,
  messages: readonly Message[] | null,
  before: (number: number) => Message | undefined = () => undefined,
): boolean => {
  if (line === undefined || to <= line.readNumber) return false
  if (messages === null) return true
  return messages.some(
    ({ number, editedAt, deletedAt, mentionsYou }) =>
      number > line.readNumber &&
      (editedAt !== null || deletedAt !== null) &&
      (mentionsYou || line.mentionCount > 0) &&
      before(number)?.mentionsYou !== mentionsYou,
  )
}

import { dateInWords } from '@nation/domain/formats'
import type { Outgoing } from '../device/outbox'
import type { Message } from '../types'

/** A line of the conversation: a message, or one that is on its way from here. */
export type Line = Message | Outgoing

export const isOutgoing = (line: Line): line is Outgoing => 'state' in line

/** What a line is known by in the list: `data-line`. */
export const keyOf = (line: Line): string => line.clientId ?? String(isOutgoing(line) ? line.at : line.number)

/** Messages of one sender that follow each other within this time, in milliseconds, stand together. */
const TOGETHER = 5 * 60_000

/** When a line was written, in milliseconds. */
export const instantOf = (line: Line): number => (isOutgoing(line) ? line.at : line.timestamp)

const dayOf = (instant: number): string => new Date(instant).toDateString()

/** The heading of a day in the reader's own time. */
export function dayInWords(instant: number, now: number): string {
  if (dayOf(instant) === dayOf(now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return dayOf(instant) === yesterday.toDateString() ? 'Yesterday' : dateInWords(sameDateInUtc(instant))
}

/** The start in UTC of the date that the reader's calendar shows at an instant: `dateInWords` names dates of UTC. */
function sameDateInUtc(instant: number): number {
  const at = new Date(instant)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
}

/** Whether another day begins with this line. */
export const beginsDay = (line: Line, before: Line | undefined): boolean =>
  !before || dayOf(instantOf(before)) !== dayOf(instantOf(line))

/** Whether a line begins what its sender says in one go: it then bears the name and the time. */
export function beginsGroup(line: Line, before: Line | undefined, ownUid: string | undefined): boolean {
  if (!before || beginsDay(line, before)) return true
  const senderOf = (one: Line) => (isOutgoing(one) ? ownUid : one.senderId)
  return senderOf(before) !== senderOf(line) || instantOf(line) - instantOf(before) > TOGETHER
}

import type { EntityManager } from 'typeorm'
import { z } from 'zod'
import { column, readRows, tuplesOf, write } from '../platform'
import { removeWords } from './message-words'

const batchSize = 500

/** Erases at most a batch of one kind of data about a former citizen. A repeat changes nothing. */
type Part = (tx: EntityManager, leaverId: string) => Promise<number>

const place = { conversation_id: column.key, number: column.integer }

/** A place among the messages of a citizen, in the order of conversation and number. */
const placeAfter = z.tuple([z.string(), z.number()])

/**
 * Erases the texts of the messages after a place; the empty messages stay. Each batch continues after the one before and reads no
 * message twice, so the cost of a batch does not grow with the number of messages.
 * @returns the place of the last message, or null when there are no more
 */
async function messages(tx: EntityManager, senderId: string, now: Date, after: string): Promise<string | null> {
  const [conversation, number] = placeAfter.parse(JSON.parse(after))
  const rows = await readRows(
    tx,
    { ...place, text: column.text },
    `SELECT conversation_id, number, text FROM messages FORCE INDEX (ix_messages_sender)
     WHERE sender_id = ? AND (conversation_id > ? OR (conversation_id = ? AND number > ?))
     ORDER BY conversation_id, number LIMIT ${batchSize} FOR UPDATE`,
    [senderId, conversation, conversation, number],
  )
  const last = rows.at(-1)
  if (!last) return null
  const places = [tuplesOf(rows.map((row) => [row.conversation_id, row.number]))]
  await removeWords(
    tx,
    rows.map(({ conversation_id, number, text }) => ({ place: [conversation_id, number], text })),
  )
  for (const table of ['message_images', 'message_mentions'])
    await tx.query(`DELETE FROM ${table} WHERE (conversation_id, number) IN (?)`, places)
  await tx.query(
    `UPDATE messages SET text = '', client_id = NULL, has_images = FALSE, has_mentions = FALSE,
       deleted_at = COALESCE(deleted_at, ?) WHERE (conversation_id, number) IN (?)`,
    [now, ...places],
  )
  // The next steps lock other messages, so they need another transaction than this one, which holds these.
  return rows.length < batchSize ? behindTheLast : JSON.stringify([last.conversation_id, last.number])
}

/** Erases the mentions of the citizen. */
const mentions: Part = async (tx, citizenId) => {
  const { affectedRows } = await write(
    tx,
    `DELETE FROM message_mentions WHERE citizen_id = ? ORDER BY conversation_id, number LIMIT ${batchSize}`,
    [citizenId],
  )
  return affectedRows
}

/** Erases the citizen's reactions. The rows of the messages are locked first, as a reaction locks them. */
const reactions: Part = async (tx, citizenId) => {
  const rows = await readRows(
    tx,
    { ...place, reaction: column.text, withheld: column.flag },
    `SELECT r.conversation_id, r.number, r.reaction, r.withheld FROM message_reactions r FORCE INDEX (ix_message_reactions_citizen)
     STRAIGHT_JOIN messages m ON m.conversation_id = r.conversation_id AND m.number = r.number
     WHERE r.citizen_id = ? ORDER BY r.conversation_id, r.number LIMIT ${batchSize}`,
    [citizenId],
  )
  if (rows.length === 0) return 0
  await readRows(
    tx,
    place,
    `SELECT conversation_id, number FROM messages WHERE (conversation_id, number) IN (?)
     ORDER BY conversation_id, number FOR UPDATE`,
    [tuplesOf(rows.map((row) => [row.conversation_id, row.number]))],
  )
  const givenIn = (some: typeof rows) => [tuplesOf(some.map((row) => [row.conversation_id, row.number, row.reaction]))]
  await tx.query('DELETE FROM message_reactions WHERE citizen_id = ? AND (conversation_id, number, reaction) IN (?)', [
    citizenId,
    ...givenIn(rows),
  ])
  // Withheld reactions are not counted.
  const counted = rows.filter(({ withheld }) => !withheld)
  if (counted.length > 0)
    await tx.query(
      'UPDATE message_reaction_counts SET count = count - 1 WHERE (conversation_id, number, reaction) IN (?)',
      givenIn(counted),
    )
  return rows.length
}

/** Erases the citizen's read markers. */
const markers: Part = async (tx, citizenId) => {
  await tx.query('DELETE FROM conversation_readers WHERE citizen_id = ?', [citizenId])
  return 0
}

/** The place at which an erasure begins. */
export const fromTheFirst = JSON.stringify(['0', 0])
/** The place after all messages. */
const behindTheLast = JSON.stringify(['18446744073709551615', 0])

/**
 * Erases a batch of a former citizen's data in the messenger, from a place among their messages on.
 * @returns the place at which the next batch continues, or null when nothing is left
 */
export async function deleteMessages(
  tx: EntityManager,
  leaverId: string,
  now: Date,
  after = fromTheFirst,
): Promise<string | null> {
  if (after !== behindTheLast) {
    const next = await messages(tx, leaverId, now, after)
    if (next !== null) return next
  }
  for (const part of [mentions, reactions, markers]) {
    if ((await part(tx, leaverId)) === batchSize) return behindTheLast
  }
  return null
}

/**
 * Erases the blocks of and by a former citizen, their mute, the reasons of reports by and about them, and their texts and images in the
 * evidence of reports. The reports and their outcomes stay.
 */
export async function deleteSafety(tx: EntityManager, citizenId: string): Promise<void> {
  await tx.query('DELETE FROM citizen_blocks WHERE blocker_id = ?', [citizenId])
  await tx.query('DELETE FROM citizen_blocks WHERE blocked_id = ?', [citizenId])
  await tx.query('DELETE FROM citizen_mutes WHERE citizen_id = ?', [citizenId])
  await tx.query(`UPDATE message_reports SET reason = '' WHERE reporter_id = ?`, [citizenId])
  await tx.query(`UPDATE message_reports SET reason = '', resolution = NULL WHERE reported_id = ?`, [citizenId])
  await tx.query(`UPDATE message_report_lines SET text = '', images = NULL WHERE sender_id = ?`, [citizenId])
}

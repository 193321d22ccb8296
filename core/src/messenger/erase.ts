import type { EntityManager } from 'typeorm'
import { z } from 'zod'
import { column, readRows, tuplesOf, write } from '../platform'
import { removeWords } from './message-words'

const batchSize = 500

/** Erases at most a batch of one kind of data about a former citizen. Done again, it changes nothing. */
type Part = (tx: EntityManager, leaverId: string) => Promise<number>

const place = { conversation_id: column.key, number: column.integer }

/** A place among what a citizen said, in the order of conversation and number. */
const placeAfter = z.tuple([z.string(), z.number()])

/**
 * What they said behind a place; that something was said there stays. Each batch goes on behind the one before: what is done is not
 * looked at again, so a batch costs the same however much the citizen said.
 * @returns the place of the last one, or null when there is nothing behind it
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
  // What follows locks other messages: not in the same transaction, which holds these.
  return rows.length < batchSize ? behindTheLast : JSON.stringify([last.conversation_id, last.number])
}

/** Where they are mentioned. */
const mentions: Part = async (tx, citizenId) => {
  const { affectedRows } = await write(
    tx,
    `DELETE FROM message_mentions WHERE citizen_id = ? ORDER BY conversation_id, number LIMIT ${batchSize}`,
    [citizenId],
  )
  return affectedRows
}

/** Their reactions. The messages' rows are locked first, as a reaction locks them. */
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
  // What is withheld is not counted.
  const counted = rows.filter(({ withheld }) => !withheld)
  if (counted.length > 0)
    await tx.query(
      'UPDATE message_reaction_counts SET count = count - 1 WHERE (conversation_id, number, reaction) IN (?)',
      givenIn(counted),
    )
  return rows.length
}

/** Up to where they read. */
const markers: Part = async (tx, citizenId) => {
  await tx.query('DELETE FROM conversation_readers WHERE citizen_id = ?', [citizenId])
  return 0
}

/** Where an erasure begins. */
export const fromTheFirst = JSON.stringify(['0', 0])
/** Where nothing is left that they said. */
const behindTheLast = JSON.stringify(['18446744073709551615', 0])

/**
 * Takes away a batch of what the messenger tells of a former citizen, from a place among their messages on.
 * @returns the place from which the next batch goes on, or null when nothing is left to take away
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
 * Takes away whom a former citizen blocked and who blocked them, their mute, why they reported and were reported, and their words and
 * images in the evidence of reports. That a message was reported and what became of it stays.
 */
export async function deleteSafety(tx: EntityManager, citizenId: string): Promise<void> {
  await tx.query('DELETE FROM citizen_blocks WHERE blocker_id = ?', [citizenId])
  await tx.query('DELETE FROM citizen_blocks WHERE blocked_id = ?', [citizenId])
  await tx.query('DELETE FROM citizen_mutes WHERE citizen_id = ?', [citizenId])
  await tx.query(`UPDATE message_reports SET reason = '' WHERE reporter_id = ?`, [citizenId])
  await tx.query(`UPDATE message_reports SET reason = '', resolution = NULL WHERE reported_id = ?`, [citizenId])
  await tx.query(`UPDATE message_report_lines SET text = '', images = NULL WHERE sender_id = ?`, [citizenId])
}

import { createHash } from 'node:crypto'
import {
  commandLifetimeMs,
  commandOf,
  isGone,
  needsToBeOnline,
  subjectIdOf,
  type CommandCall,
} from '@nation/domain/commands'
import type { CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { column, readOne, write, type CitizenContext } from '../platform'
import { perform } from './services'
import { lockSubject, subjectRow, versionOf } from './subject'

/** A command as it was queued; its input was parsed by the contract of its call. */
export interface Command {
  readonly key: string
  readonly call: CommandCall
  readonly input: Readonly<Record<string, unknown>>
  /** The input as the console sent it: it sends the same with every repeat, also to a server that reads it otherwise by now. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly version: string | null
}

type Answer = CallOutput<'commands.run'>

/**
 * `commands.run`: claims the key, locks the row, compares it with what the command was based on, and does it. Key and effect are
 * of one transaction, so a repeat finds both or neither (decision 88).
 * @throws NationError `command_conflict` with the row as it is (`theirs`, JSON), `idempotency_key_reused`, `command_online_only`, or
 * whatever the call itself refuses
 */
export async function runCommand(ctx: CitizenContext, command: Command): Promise<Answer> {
  const { call, input } = command
  const { table } = commandOf(call)
  const processed = await claim(ctx, command)
  if (processed) {
    const row = await subjectRow(ctx.tx, table, processed.id)
    return { success: true, table, ...processed, row }
  }
  // Asked after the key: a repeat of what an older server did is answered, not refused.
  if (needsToBeOnline(call)) throw new NationError('command_online_only')
  await requireVersion(ctx, command)
  const answer = await perform(ctx, call, input)
  const id = subjectIdOf(call, input) ?? madeBy(call, answer)
  const row = await subjectRow(ctx.tx, table, id)
  const version = versionOf(table, row)
  await ctx.tx.query('UPDATE admin_commands SET subject = ?, version = ? WHERE admin = ? AND command_key = ?', [
    id,
    version,
    ctx.caller.uid,
    command.key,
  ])
  return { success: true, table, id, version, row }
}

/** Refuses a command whose row is gone, or not what it was based on. */
async function requireVersion(ctx: CitizenContext, { call, input, version }: Command): Promise<void> {
  const id = subjectIdOf(call, input)
  if (id === null) return
  const { table } = commandOf(call)
  await lockSubject(ctx, table, id)
  const row = await subjectRow(ctx.tx, table, id)
  if (isGone(table, row) || versionOf(table, row) !== version)
    throw new NationError('command_conflict', { theirs: JSON.stringify(row) })
}

/** The id of what a call made, in its answer. */
function madeBy(call: CommandCall, answer: unknown): string {
  const id = (commandOf(call).creates ?? []).reduce<unknown>(
    (value, field) => (value as Readonly<Record<string, unknown>> | undefined)?.[field],
    answer,
  )
  if (typeof id !== 'string') throw new Error(`The answer of ${call} does not say what it made.`)
  return id
}

const processedRow = {
  call_id: column.text,
  body_hash: column.bytes,
  subject: column.text.nullable,
  version: column.text.nullable,
}

/**
 * Takes the key for this transaction, or tells what the command left behind when it was processed. A repeat that comes while the first
 * is under way waits for its commit on the primary key.
 */
async function claim(ctx: CitizenContext, { key, call, sent, version }: Command) {
  const hash = createHash('sha256')
    .update(JSON.stringify([call, Object.entries(sent).sort(byName), version]))
    .digest()
  // An upsert that changes nothing: it takes the row's lock at once, where INSERT IGNORE would share it and then deadlock.
  await ctx.tx.query(
    `INSERT INTO admin_commands (admin, command_key, call_id, body_hash, processed_at) VALUES (?)
     ON DUPLICATE KEY UPDATE admin = admin`,
    [[ctx.caller.uid, key, call, hash, ctx.now()]],
  )
  const known = await readOne(
    ctx.tx,
    processedRow,
    'SELECT call_id, body_hash, subject, version FROM admin_commands WHERE admin = ? AND command_key = ?',
    [ctx.caller.uid, key],
  )
  // Every committed row has its subject: without one, this transaction has just made it.
  if (known.subject === null) return null
  if (!known.body_hash.equals(hash)) throw new NationError('idempotency_key_reused')
  return { id: known.subject, version: known.version }
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)

/** Forgets commands that were processed longer ago than a console keeps them, at most `limit` at a time. Returns how many went. */
export async function deleteOldCommands(tx: EntityManager, now: Date, limit = 1_000): Promise<number> {
  const before = new Date(now.getTime() - commandLifetimeMs)
  const sql = `DELETE FROM admin_commands WHERE processed_at < ? ORDER BY processed_at LIMIT ${limit}`
  const { affectedRows } = await write(tx, sql, [before])
  return affectedRows
}

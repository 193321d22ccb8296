import type { CallOutput } from '@nation/domain/contract'
import { progressOf, type WorkFacts } from '@nation/domain/work'
import type { EntityManager } from 'typeorm'
import { type Context, column, readFirst, readRows, type RowOf } from '../platform'

/** Which piece of long work: what is done, and to what. Together they are its name. */
export interface WorkName {
  /** `<feature>.<what is done>`, such as `citizens.refresh-from-x`. */
  readonly kind: string
  readonly key: string
}

/** A piece of long work as it is stored. */
export interface LongWork extends WorkFacts, WorkName {
  readonly id: string
  /** Where to go on, in words of the work's own; null at its beginning. */
  readonly position: string | null
  readonly finishedAt: Date | null
  readonly error: string | null
}

const rowShape = {
  id: column.key,
  kind: column.text,
  work_key: column.text,
  state: column.oneOf(['waiting', 'running', 'done', 'failed']),
  total: column.integer.nullable,
  done: column.integer,
  position: column.text.nullable,
  started_at: column.instant,
  updated_at: column.instant,
  finished_at: column.instant.nullable,
  error: column.text.nullable,
}

type Row = RowOf<typeof rowShape>

const columns = 'id, kind, work_key, state, total, done, position, started_at, updated_at, finished_at, error'

/**
 * Begins long work, or returns the one of that name that was begun before: the next worker goes on from its
 * `position`. The row is locked until the transaction ends, so that one batch is done by one worker.
 */
export async function beginWork(
  tx: EntityManager,
  { kind, key }: WorkName,
  at: Date,
  total: number | null = null,
): Promise<LongWork> {
  await tx.query(
    `INSERT INTO long_work (kind, work_key, state, total, done, started_at, updated_at) VALUES (?, ?, 'running', ?, 0, ?, ?)
     ON DUPLICATE KEY UPDATE id = id`,
    [kind, key, total, at, at],
  )
  const work = await lockWork(tx, { kind, key })
  if (!work) throw new Error(`The long work ${kind} ${key} is not there.`)
  return work
}

/** Long work, locked until the transaction ends, for the worker that goes on with it; null when it was not begun. */
export async function lockWork(tx: EntityManager, { kind, key }: WorkName): Promise<LongWork | null> {
  const row = await readFirst(
    tx,
    rowShape,
    `SELECT ${columns} FROM long_work WHERE kind = ? AND work_key = ? FOR UPDATE`,
    [kind, key],
  )
  return row ? workOf(row) : null
}

/** Long work as it stands, without a lock, for reading. */
export async function readWork(tx: EntityManager, { kind, key }: WorkName): Promise<LongWork | null> {
  const row = await readFirst(tx, rowShape, `SELECT ${columns} FROM long_work WHERE kind = ? AND work_key = ?`, [
    kind,
    key,
  ])
  return row ? workOf(row) : null
}

/** The first piece of that kind which is not over, oldest first; null when there is none. */
export async function openWork(tx: EntityManager, kind: string): Promise<LongWork | null> {
  const row = await readFirst(
    tx,
    rowShape,
    `SELECT ${columns} FROM long_work WHERE kind = ? AND state IN ('running', 'waiting') ORDER BY id LIMIT 1`,
    [kind],
  )
  return row ? workOf(row) : null
}

/** What a batch has done; call it in the transaction that does it, so that both happen or neither. */
export interface Batch {
  /** How many more are done. */
  readonly done: number
  /** Where to go on. */
  readonly position: string | null
  /** How many there are to do in all, when that has become known or has changed. */
  readonly total?: number
}

/** Moves long work on by a batch. Waiting or failed work runs again. */
export async function advanceWork(
  tx: EntityManager,
  work: Pick<LongWork, 'id'>,
  batch: Batch,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE long_work SET state = 'running', done = done + ?, position = ?, total = COALESCE(?, total), updated_at = ?,
       error = NULL WHERE id = ?`,
    [batch.done, batch.position, batch.total ?? null, at, work.id],
  )
}

/** Ends long work that is done. Its total becomes what was done. */
export async function finishWork(tx: EntityManager, work: Pick<LongWork, 'id'>, at: Date): Promise<void> {
  await tx.query(
    `UPDATE long_work SET state = 'done', total = done, updated_at = ?, finished_at = ?, error = NULL WHERE id = ?`,
    [at, at, work.id],
  )
}

/** Begins finished or failed work of that name anew, from its beginning. */
export async function restartWork(
  tx: EntityManager,
  work: Pick<LongWork, 'id'>,
  at: Date,
  total: number | null = null,
): Promise<void> {
  await tx.query(
    `UPDATE long_work SET state = 'running', total = ?, done = 0, position = NULL, started_at = ?, updated_at = ?,
       finished_at = NULL, error = NULL WHERE id = ?`,
    [total, at, at, work.id],
  )
}

/**
 * Says why long work does not go on: `waiting` is tried again by itself, `failed` needs a person. What was done stays.
 * Work that is done stays done.
 */
export async function holdWork(
  tx: EntityManager,
  work: Pick<LongWork, 'id'>,
  state: 'waiting' | 'failed',
  why: unknown,
  at: Date,
): Promise<void> {
  const sentence = why instanceof Error ? why.message : String(why)
  await tx.query(`UPDATE long_work SET state = ?, error = ?, updated_at = ? WHERE id = ? AND state <> 'done'`, [
    state,
    sentence.slice(0, 500),
    at,
    work.id,
  ])
}

const shown = 50

/** `admin.background-work`: how far long work is; what is not over first, then what moved last. */
export async function backgroundWork(ctx: Context): Promise<CallOutput<'admin.background-work'>> {
  const rows = await readRows(
    ctx.tx,
    rowShape,
    `SELECT ${columns} FROM long_work WHERE state IN ('running', 'waiting', 'failed')
     ORDER BY updated_at DESC, id DESC LIMIT ${shown}`,
  )
  const done = await readRows(
    ctx.tx,
    rowShape,
    `SELECT ${columns} FROM long_work FORCE INDEX (ix_long_work_state) WHERE state = 'done'
     ORDER BY updated_at DESC, id DESC LIMIT ${shown}`,
  )
  return {
    success: true,
    work: [...rows, ...done].slice(0, shown).map(workOf).map(presentWork),
    now: ctx.now().getTime(),
  }
}

function presentWork(work: LongWork): CallOutput<'admin.background-work'>['work'][number] {
  const { kind, key, state, total, done, error } = work
  return {
    kind,
    key,
    state,
    total,
    done,
    ...progressOf(work),
    startedAt: work.startedAt.getTime(),
    updatedAt: work.updatedAt.getTime(),
    finishedAt: work.finishedAt?.getTime() ?? null,
    error,
  }
}

function workOf(row: Row): LongWork {
  return {
    id: row.id,
    kind: row.kind,
    key: row.work_key,
    state: row.state,
    total: row.total,
    done: row.done,
    position: row.position,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    finishedAt: row.finished_at,
    error: row.error,
  }
}

import { createHash } from 'node:crypto'
import { can } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { taskPriorities, taskStatuses } from '@nation/domain/tasks'
import { cursorInstant, readCursor, strangeCursor, writeCursor, type CitizenContext, type SignedIn } from '../platform'
import { presentResponse, presentTasks, responsesWhere, taskNamed, tasksFrom, type TaskRow } from './task-rows'

type Filter = Omit<CallInput<'government-tasks.get-tasks'>, 'limit' | 'cursor' | 'userId'>

/** A condition with its values. */
interface Condition {
  readonly sql: string
  readonly values: readonly unknown[]
}

/**
 * `government-tasks.get-tasks`: the newest first; overdue ones, the longest overdue first. Each filter is read in the order of an
 * index, so a page costs the same however many tasks there are.
 * @throws NationError `forbidden` for a list by person, which is the administrators'; `invalid_input` for a cursor of other filters
 */
export async function getTasks(
  ctx: CitizenContext,
  { limit, cursor, ...filter }: CallInput<'government-tasks.get-tasks'>,
): Promise<CallOutput<'government-tasks.get-tasks'>> {
  if (filter.personId !== undefined && !can(ctx.caller, 'tasks.filter-by-person')) throw new NationError('forbidden')
  const now = ctx.now()
  const print = printOf(filter, ctx.caller)
  const rows = filter.overdue
    ? await overduePage(ctx, filter, now, { limit, after: cursor && keysOf(cursor, print, 2) })
    : await newestPage(ctx, filter, { limit, after: cursor && keysOf(cursor, print, 1) })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const keys = last && (filter.overdue ? [last.due_at!.getTime(), last.id] : [last.id])
  return {
    success: true,
    tasks: await presentTasks(ctx.tx, ctx.caller, page, now),
    nextCursor: keys ? writeCursor([print, ...keys]) : null,
    now: now.getTime(),
  }
}

interface Page {
  readonly limit: number
  readonly after: readonly string[] | '' | undefined
}

/** What a cursor belongs to, as a whole number: the filters and, where they are one's own, who asks. */
function printOf(filter: Filter, { uid, governmentRole }: SignedIn): number {
  const { mine = false, overdue = false, assignedTo, priority, status, personId } = filter
  const caller = mine ? [uid, governmentRole] : []
  const text = JSON.stringify([mine, overdue, assignedTo, priority, status, personId, ...caller])
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}

/** The keys of a cursor. @throws NationError `invalid_input` when it was written for other filters */
function keysOf(cursor: string, print: number, keys: number): string[] {
  const [of, ...values] = readCursor(cursor, keys + 1)
  if (of !== String(print)) throw strangeCursor()
  return values
}

/** Overdue tasks, the longest overdue first: of every combination of values that the filters allow, and of these together. */
async function overduePage(ctx: CitizenContext, filter: Filter, now: Date, { limit, after }: Page): Promise<TaskRow[]> {
  if (filter.status === 'completed') return []
  const due = [{ sql: 't.due_at <= ?', values: [now] }, ...(after ? [behind(after)] : [])]
  const parts = partsOf({ ...filter, status: 'open' }, ctx.caller, byDueDate)
  return inOneMessage(ctx, parts, () => due, 'due_at, id', limit)
}

function behind([due, id]: readonly string[]): Condition {
  const at = cursorInstant(due)
  return { sql: '(t.due_at > ? OR (t.due_at = ? AND t.id > ?))', values: [at, at, id] }
}

/** The filters that no index is chosen for. */
function otherConditions({ mine, assignedTo, priority, personId }: Filter, caller: SignedIn): Condition[] {
  return [
    ...(assignedTo ? [{ sql: 't.assigned_to = ?', values: [assignedTo] }] : []),
    ...(priority ? [{ sql: 't.priority = ?', values: [priority] }] : []),
    ...(mine ? [{ sql: `(t.assigned_to IN (?) OR ${tookPart})`, values: [officesOf(caller), caller.uid] }] : []),
    ...(personId ? [{ sql: tookPart, values: [personId] }] : []),
  ]
}

const tookPart = `EXISTS (SELECT 1 FROM task_people p JOIN citizens c ON c.id = p.citizen_id AND c.uid = ? WHERE p.task_id = t.id)`

/** The assignments that a citizen has by their office. */
const officesOf = ({ governmentRole }: SignedIn): string[] => ['all', ...(governmentRole ? [governmentRole] : [])]

/**
 * The newest tasks that meet the filters: of every combination of values that they allow the newest, each by an index that begins
 * with these values, and of all these the newest.
 */
async function newestPage(ctx: CitizenContext, filter: Filter, { limit, after }: Page): Promise<TaskRow[]> {
  const until = ({ key }: Part) => (after ? [{ sql: `${key} < ?`, values: after }] : [])
  return inOneMessage(ctx, partsOf(filter, ctx.caller, byAge), until, 'id DESC', limit)
}

/** The first tasks of several parts, each of which is read in its order no further than a page. */
async function inOneMessage(
  ctx: CitizenContext,
  parts: readonly Part[],
  further: (part: Part) => readonly Condition[],
  order: 'id DESC' | 'due_at, id',
  limit: number,
): Promise<TaskRow[]> {
  const [first, ...others] = parts
  const orderIn = ({ key }: Part) => (order === 'id DESC' ? `${key} DESC` : 't.due_at, t.id')
  const rest = (part: Part) =>
    `WHERE ${all([...part.conditions, ...further(part)])} ORDER BY ${orderIn(part)} LIMIT ${limit + 1}`
  const values = parts.flatMap((part) => valuesOf([...part.conditions, ...further(part)]))
  if (first && others.length === 0 && order === 'id DESC') return tasksFrom(ctx.tx, first.from, rest(first), values)
  // Keys first: with the names of people joined to it, a range of due dates is read whole and sorted.
  const selects = parts.map((part) => `(SELECT t.id, t.due_at FROM ${part.from} ${rest(part)})`)
  const merged =
    others.length === 0 ? selects.join('') : `(${selects.join(' UNION ')} ORDER BY ${order} LIMIT ${limit + 1})`
  const found = `${merged} found STRAIGHT_JOIN tasks t ON t.id = found.id`
  return tasksFrom(ctx.tx, found, `ORDER BY ${order === 'id DESC' ? 't.id DESC' : 't.due_at, t.id'}`, values)
}

/** A part of a list that one index has in order. */
interface Part {
  readonly from: string
  /** The task's key, as that index has it: by the same key of another table, MySQL sorts all rows. */
  readonly key: 't.id' | 'p.task_id'
  readonly conditions: readonly Condition[]
}

const byIndex = (index: string) => `tasks t FORCE INDEX (${index})`

/** The indexes that have the tasks of an office, of a priority and of a status in an order. */
interface Indexes {
  readonly assigned: string
  readonly priority: string
  readonly status: string
}

const byAge: Indexes = { assigned: 'ix_tasks_assigned', priority: 'ix_tasks_priority', status: 'ix_tasks_status' }
const byDueDate: Indexes = {
  assigned: 'ix_tasks_assigned_due',
  priority: 'ix_tasks_priority_due',
  status: 'ix_tasks_due',
}

function partsOf(filter: Filter, caller: SignedIn, indexes: Indexes): Part[] {
  const { mine, assignedTo, priority, personId } = filter
  const statuses = filter.status ? [filter.status] : taskStatuses
  const priorities = priority ? [priority] : taskPriorities
  const rest = [is('status', statuses), ...(priority ? [is('priority', [priority])] : [])]
  const ofOffices = (offices: readonly string[]) =>
    combined([is('assigned_to', offices), is('status', statuses), is('priority', priorities)]).map(
      (conditions): Part => ({
        from: byIndex(indexes.assigned),
        key: 't.id',
        conditions,
      }),
    )
  if (personId)
    return [
      ofPerson(personId, [is('status', statuses), ...otherConditions({ ...filter, personId: undefined }, caller)]),
    ]
  if (assignedTo && mine && !officesOf(caller).includes(assignedTo))
    return [ofPerson(caller.uid, [...rest, is('assigned_to', [assignedTo])])]
  if (assignedTo) return ofOffices([assignedTo])
  if (mine) return [...ofOffices(officesOf(caller)), ofPerson(caller.uid, rest)]
  // Deleted tasks are few, or the page is soon full.
  if (!priority && !filter.status)
    return [{ from: byIndex('PRIMARY'), key: 't.id', conditions: [{ sql: `t.status <> 'deleted'`, values: [] }] }]
  const index = priority ? indexes.priority : indexes.status
  return combined(rest).map((conditions) => ({ from: byIndex(index), key: 't.id', conditions }))
}

/** The tasks that a citizen created or answered, in the order of the tasks. */
const ofPerson = (uid: string, conditions: readonly Condition[]): Part => ({
  key: 'p.task_id',
  from: `citizens person STRAIGHT_JOIN task_people p ON p.citizen_id = person.id STRAIGHT_JOIN tasks t ON t.id = p.task_id`,
  conditions: [{ sql: 'person.uid = ?', values: [uid] }, ...conditions],
})

const is = (name: 'status' | 'priority' | 'assigned_to', values: readonly string[]): Condition => ({
  sql: `t.${name} IN (${values.map(() => '?').join(', ')})`,
  values,
})

/** Each combination of one value of every condition: an index is read in its order only where all before it is one value. */
function combined(conditions: readonly Condition[]): Condition[][] {
  return conditions.reduce<Condition[][]>(
    (sets, { sql, values }) =>
      sets.flatMap((set) => values.map((value) => [...set, { sql: sql.replace(/ IN .*$/, ' = ?'), values: [value] }])),
    [[]],
  )
}

const all = (conditions: readonly Condition[]): string => conditions.map(({ sql }) => sql).join(' AND ')
const valuesOf = (conditions: readonly Condition[]): unknown[] => conditions.flatMap(({ values }) => values)

/**
 * `government-tasks.get-responses`: one task with the responses to it, the newest first.
 * @throws NationError `task_not_found`, also for one that was deleted
 */
export async function getTaskResponses(
  ctx: CitizenContext,
  { taskId, limit, cursor }: CallInput<'government-tasks.get-responses'>,
): Promise<CallOutput<'government-tasks.get-responses'>> {
  const row = await taskNamed(ctx.tx, taskId)
  const now = ctx.now()
  const [task] = row ? await presentTasks(ctx.tx, ctx.caller, [row], now) : []
  if (!row || !task) throw new NationError('task_not_found')
  const print = Number.parseInt(row.id, 10)
  const [before] = cursor ? keysOf(cursor, print, 1) : []
  const found = await responsesWhere(
    ctx.tx,
    before === undefined ? 'r.task_id = ?' : 'r.task_id = ? AND r.place < ?',
    before === undefined ? [row.id] : [row.id, before],
    `LIMIT ${limit + 1}`,
  )
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    success: true,
    task,
    responses: page.map(presentResponse),
    nextCursor: last ? writeCursor([print, last.place]) : null,
    now: now.getTime(),
  }
}

import { z } from 'zod'
import { can } from '@nation/domain/permissions'
import type { CallOutput } from '@nation/domain/contract'
import { isOverdue, taskAssignees, taskLimits, taskPriorities, taskWriters, type TaskState } from '@nation/domain/tasks'
import type { EntityManager } from 'typeorm'
import { column, readFirst, readRows, type RowOf, type SignedIn } from '../platform'

type TaskView = CallOutput<'government-tasks.get-tasks'>['tasks'][number]
export type ResponseView = TaskView['responses'][number]

const status = column.oneOf(['open', 'completed', 'deleted'])

/** A task as it is stored, with the names of who created it and of who holds its office now. */
const taskRow = {
  id: column.key,
  uid: column.text,
  title: column.text,
  description: column.text,
  priority: column.oneOf(taskPriorities),
  assigned_to: column.oneOf(taskAssignees),
  holder: column.text.nullable,
  status,
  due_at: column.instant.nullable,
  response_count: column.integer,
  created_by: column.text,
  created_by_name: column.text,
  created_by_role: column.oneOf(taskWriters),
  created_at: column.instant,
  updated_at: column.instant,
  completed_at: column.instant.nullable,
}

export type TaskRow = RowOf<typeof taskRow>

const columns = `t.id, t.uid, t.title, t.description, t.priority, t.assigned_to, holder.username AS holder, t.status, t.due_at,
  t.response_count, author.uid AS created_by, author.username AS created_by_name, t.created_by_role, t.created_at, t.updated_at,
  t.completed_at`

const people = `STRAIGHT_JOIN citizens author ON author.id = t.created_by
  LEFT JOIN terms seat ON seat.active_office = t.assigned_to LEFT JOIN citizens holder ON holder.id = seat.citizen_id`

/**
 * The tasks of a source, in its order.
 * @param from where `t` comes from: tables before it, and what it is joined by
 * @param rest conditions, order and limit
 */
export function tasksFrom(
  tx: EntityManager,
  from: string,
  rest: string,
  values: readonly unknown[],
): Promise<TaskRow[]> {
  return readRows(tx, taskRow, `SELECT ${columns} FROM ${from} ${people} ${rest}`, values)
}

/** The task of a public id; deleted ones, too. */
export async function taskNamed(tx: EntityManager, uid: string): Promise<TaskRow | undefined> {
  return readFirst(tx, taskRow, `SELECT ${columns} FROM tasks t ${people} WHERE t.uid = ?`, [uid])
}

const responseRow = {
  task_id: column.key,
  place: column.integer,
  uid: column.text,
  answer: column.text,
  images: column.json(z.array(z.string())),
  citizen: column.text,
  citizen_name: column.text,
  citizen_role: column.oneOf(taskWriters),
  submitted_at: column.instant,
}

type ResponseRow = RowOf<typeof responseRow>

/** Responses that meet a condition on `r`, the newest of each task first. */
export function responsesWhere(
  tx: EntityManager,
  where: string,
  values: readonly unknown[],
  limit = '',
): Promise<ResponseRow[]> {
  return readRows(
    tx,
    responseRow,
    `SELECT r.task_id, r.place, r.uid, r.answer, r.images, c.uid AS citizen, c.username AS citizen_name, r.citizen_role, r.submitted_at
     FROM task_responses r FORCE INDEX (uq_task_responses_place) STRAIGHT_JOIN citizens c ON c.id = r.citizen_id
     WHERE ${where} ORDER BY r.task_id DESC, r.place DESC ${limit}`,
    values,
  )
}

/** A response as it is answered. */
export const presentResponse = (row: ResponseRow): ResponseView => ({
  id: row.uid,
  answer: row.answer,
  images: row.images,
  submittedBy: row.citizen,
  submittedByName: row.citizen_name,
  submittedByRole: row.citizen_role,
  submittedAt: row.submitted_at.getTime(),
})

/** Whether a list shows all responses to a task. */
const areFew = (row: TaskRow): boolean => row.response_count <= taskLimits.shownResponses

/** The newest responses to each task, as many as lists show: a range of places for each. */
async function shownResponses(tx: EntityManager, rows: readonly TaskRow[]): Promise<Map<string, ResponseView[]>> {
  const answered = rows.filter((row) => row.response_count > 0)
  const shown = new Map<string, ResponseView[]>()
  if (answered.length === 0) return shown
  const [few, many] = [answered.filter(areFew), answered.filter((row) => !areFew(row))]
  const found = await responsesWhere(
    tx,
    [...(few.length > 0 ? ['r.task_id IN (?)'] : []), ...many.map(() => '(r.task_id = ? AND r.place > ?)')].join(
      ' OR ',
    ),
    [
      ...(few.length > 0 ? [few.map(({ id }) => id)] : []),
      ...many.flatMap((row) => [row.id, row.response_count - taskLimits.shownResponses]),
    ],
  )
  for (const row of found) {
    const responses = shown.get(row.task_id) ?? []
    responses.push(presentResponse(row))
    shown.set(row.task_id, responses)
  }
  return shown
}

/** Tasks as the caller sees them at an instant. Deleted ones are not among them. */
export async function presentTasks(
  tx: EntityManager,
  caller: SignedIn,
  rows: readonly TaskRow[],
  now: Date,
): Promise<TaskView[]> {
  const responses = await shownResponses(tx, rows)
  return rows.flatMap((row) => {
    if (row.status === 'deleted') return []
    const made = { createdById: row.created_by }
    const isOpen = row.status === 'open'
    return [
      {
        id: row.uid,
        title: row.title,
        description: row.description,
        priority: row.priority,
        assignedTo: row.assigned_to,
        assignedToRole: row.assigned_to === 'all' ? null : row.assigned_to,
        assignedToName: row.holder,
        dueDate: row.due_at?.getTime() ?? null,
        overdue: isOverdue(stateOf(row), now),
        status: row.status,
        createdBy: row.created_by,
        createdByName: row.created_by_name,
        createdByRole: row.created_by_role,
        createdAt: row.created_at.getTime(),
        updatedAt: row.updated_at.getTime(),
        completedAt: row.completed_at?.getTime() ?? null,
        responseCount: row.response_count,
        responses: responses.get(row.id) ?? [],
        may: {
          respond: isOpen && !caller.panel && can(caller, 'tasks.respond'),
          update: isOpen && can(caller, 'tasks.update', made),
          complete: can(caller, 'tasks.complete', made),
          delete: can(caller, 'tasks.delete', made),
        },
      },
    ]
  })
}

const stateOf = (row: TaskRow): TaskState => ({ status: row.status, dueAt: row.due_at })

/** A task that is locked for a change. */
const lockedRow = {
  id: column.key,
  uid: column.text,
  title: column.text,
  description: column.text,
  priority: column.oneOf(taskPriorities),
  assigned_to: column.oneOf(taskAssignees),
  status,
  due_at: column.instant.nullable,
  remind_at: column.instant.nullable,
  response_count: column.integer,
  created_by: column.text,
  updated_at: column.instant,
  deleted_at: column.instant.nullable,
}

export type LockedTask = RowOf<typeof lockedRow>

/**
 * Takes a task for oneself: responses, changes and reminders of a task come one after the other. Citizens are locked after it.
 * @param by the column that names it
 */
export async function lockTask(tx: EntityManager, by: 'id' | 'uid', name: string): Promise<LockedTask | undefined> {
  return readFirst(
    tx,
    lockedRow,
    `SELECT t.id, t.uid, t.title, t.description, t.priority, t.assigned_to, t.status, t.due_at, t.remind_at, t.response_count,
       (SELECT c.uid FROM citizens c WHERE c.id = t.created_by) AS created_by, t.updated_at, t.deleted_at
     FROM tasks t WHERE t.${by} = ? FOR UPDATE`,
    [name],
  )
}

import { nextReminder, reminderAt, reminderKinds } from '@nation/domain/tasks'
import type { DataSource } from 'typeorm'
import { change, column, type Context, readOne, readRows, type Runtime, write } from '../platform'
import { Task } from './task.entity'
import { lockTask } from './task-rows'

/** When the next reminder is due; null when none is in sight. */
export async function remindersDueAt(database: DataSource): Promise<Date | null> {
  const row = await readOne(database, { at: column.instant.nullable }, 'SELECT MIN(remind_at) AS at FROM tasks')
  return row.at ?? null
}

const batch = 100

/**
 * Tells of tasks that are due in a day, or are due: each once for a due date, each in a transaction of its own. Safe to run at any
 * time, by several at once, and again after it was killed.
 */
export async function remindOfTasks(runtime: Runtime): Promise<void> {
  for (let more = true; more;) {
    const rows = await readRows(
      runtime.database,
      { id: column.key },
      'SELECT id FROM tasks WHERE remind_at <= ? ORDER BY remind_at, id LIMIT ?',
      [runtime.clock.now(), batch],
    )
    for (const { id } of rows) await change(runtime, {}, (ctx) => remindOf(ctx, id))
    // Of a task whose two reminders are both past, the second comes in the next round.
    more = rows.length > 0
  }
}

/** The row's lock makes two workers take turns; the key of `task_reminders` is what makes a reminder once. */
async function remindOf(ctx: Context, id: string): Promise<void> {
  const task = await lockTask(ctx.tx, 'id', id)
  const now = ctx.now()
  const [dueAt, remindAt] = [task?.due_at, task?.remind_at]
  if (!task || task.status !== 'open' || !dueAt || !remindAt || remindAt > now) return
  const reminder = reminderKinds.find((kind) => reminderAt(kind, dueAt) >= remindAt) ?? 'due'
  const inserted = await write(
    ctx.tx,
    'INSERT IGNORE INTO task_reminders (task_id, due_at, kind, told_at) VALUES (?, ?, ?, ?)',
    [id, dueAt, reminder, now],
  )
  await ctx.tx.getRepository(Task).update({ id }, { remindAt: nextReminder(dueAt, remindAt)?.at ?? null })
  if (inserted.affectedRows === 0) return
  const facts = { reminder, assignedTo: task.assigned_to, dueDate: dueAt.getTime() }
  ctx.journal.add({ kind: 'tasks.reminded', subject: task.uid, facts })
}

import { describe, expect, it } from 'vitest'
import { updateMemberRole } from '../government'
import type { Citizen } from '../citizens'
import { openDatabase } from '../nation'
import { aCitizen, anOfficial, as, emptyTables, runningLike, useTestNation } from '../testing'
import { deleteTask, remindOfTasks, updateTask, updateTaskStatus } from '.'
import { aTask, newTask, respondToTask } from './testing'
import { createTask } from './tasks.service'

const nation = useTestNation({ poolSize: 8 })
const president = () => aCitizen(nation.database, { role: 'government', governmentRole: 'president' })
const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => aCitizen(nation.database)))
const count = async (sql: string, values: unknown[] = []) => {
  const rows: { n: string }[] = await nation.database.query(sql, values)
  return Number(rows[0]?.n)
}
const codeOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'fulfilled' ? 'done' : String((outcome.reason as { code?: string }).code)

describe('A task at the same moment', () => {
  it.each(['completed', 'deleted'] as const)(
    'is %s among responses: none that was taken is lost or comes later, and none is taken after it',
    async (how) => {
      const mara = await president()
      const task = await aTask(nation.runtime, mara)
      const end = () =>
        as<unknown>(nation.runtime, mara, (ctx) =>
          how === 'completed'
            ? updateTaskStatus(ctx, { taskId: task.id, status: 'completed' })
            : deleteTask(ctx, { taskId: task.id }),
        )
      const outcomes = await Promise.allSettled(
        (await crowd(12)).flatMap((who, index) => [
          respondToTask(nation.runtime, who, task.id),
          ...(index === 5 ? [end()] : []),
        ]),
      )
      const codes = outcomes.map(codeOf)
      const taken = codes.filter((code) => code === 'done').length - 1
      expect(new Set(codes.filter((code) => code !== 'done')).size).toBeLessThan(2)
      expect(codes.every((code) => code === 'done' || code === `task_${how}`)).toBe(true)
      expect(await count('SELECT COUNT(*) AS n FROM task_responses')).toBe(taken)
      expect(await count('SELECT response_count AS n FROM tasks')).toBe(taken)
      expect(await count('SELECT COALESCE(MAX(place), 0) AS n FROM task_responses')).toBe(taken)
      expect(await count(`SELECT COUNT(*) AS n FROM journal WHERE kind = 'tasks.responded'`)).toBe(taken)
      // In the journal's order, which is that of the locks, nothing comes after the end.
      const late = `SELECT COUNT(*) AS n FROM journal r JOIN journal e ON e.kind = ? AND e.id < r.id WHERE r.kind = 'tasks.responded'`
      expect(await count(late, [`tasks.${how}`])).toBe(0)
    },
  )

  it('waits for a completion that is under way: the response that stood behind it is refused', async () => {
    const [mara, ben] = [await president(), await aCitizen(nation.database)]
    const task = await aTask(nation.runtime, mara)
    const order: string[] = []
    let responding: Promise<unknown> = Promise.resolve()
    await as(nation.runtime, mara, async (ctx) => {
      await updateTaskStatus(ctx, { taskId: task.id, status: 'completed' })
      responding = respondToTask(nation.runtime, ben, task.id).then(
        () => order.push('taken'),
        (error: { code: string }) => order.push(error.code),
      )
      await expect.poll(() => runningLike(nation.database, /^SELECT t\.id, t\.uid, t\.title.*FOR UPDATE$/s)).toBe(1)
      order.push('completed')
    })
    await responding
    expect(order).toEqual(['completed', 'task_completed'])
  })

  it('is changed by two: of two who read the same one wins, of two who change what differs none is lost', async () => {
    const [mara, alma] = [await president(), await aCitizen(nation.database, { isAdmin: true })]
    const task = await aTask(nation.runtime, mara)
    const change = (who: Citizen, input: Omit<Parameters<typeof updateTask>[1], 'taskId'>) =>
      as(nation.runtime, who, (ctx) => updateTask(ctx, { taskId: task.id, ...input }))
    const { updatedAt } = task
    const both = await Promise.allSettled([
      change(mara, { title: 'First', updatedAt }),
      change(alma, { title: 'Second', updatedAt }),
    ])
    expect(both.map(codeOf).toSorted()).toEqual(['done', 'task_changed'])
    const winner = both[0]?.status === 'fulfilled' ? 'First' : 'Second'
    expect(await count('SELECT COUNT(*) AS n FROM tasks WHERE title = ?', [winner])).toBe(1)
    await Promise.all([change(mara, { priority: 'urgent' }), change(alma, { description: 'Soon.' })])
    const merged = `SELECT COUNT(*) AS n FROM tasks WHERE priority = 'urgent' AND description = 'Soon.'`
    expect(await count(merged)).toBe(1)
    expect(await count(`SELECT COUNT(*) AS n FROM journal WHERE kind = 'tasks.updated'`)).toBe(3)
  })

  it('is deleted by two once, and completed by two once', async () => {
    const [mara, alma] = [await president(), await aCitizen(nation.database, { isAdmin: true })]
    const task = await aTask(nation.runtime, mara)
    const complete = (who: Citizen) =>
      as(nation.runtime, who, (ctx) => updateTaskStatus(ctx, { taskId: task.id, status: 'completed' }))
    const remove = (who: Citizen) => as(nation.runtime, who, (ctx) => deleteTask(ctx, { taskId: task.id }))
    await Promise.all([complete(mara), complete(alma)])
    await Promise.all([remove(mara), remove(alma)])
    const once = (kind: string) => count('SELECT COUNT(*) AS n FROM journal WHERE kind = ?', [kind])
    expect([await once('tasks.completed'), await once('tasks.deleted')]).toEqual([1, 1])
  })
})

describe('A removal from office', () => {
  const rounds = Array.from({ length: 20 }, (_, round) => round)

  /** A president and a secretary in office, and the secretary's removal. */
  async function two() {
    await emptyTables(nation.database)
    const from = nation.clock.now()
    const mara = await anOfficial(nation.database, 'president', { from })
    const ruth = await anOfficial(nation.database, 'secretary', { from })
    const remove = () =>
      as(nation.runtime, mara, (ctx) => updateMemberRole(ctx, { userId: ruth.uid, governmentRole: 'citizen' }))
    return { mara, ruth, remove }
  }

  /** Both at once: in turns the removal is sent first and last. */
  async function atOnce(round: number, deed: () => Promise<unknown>, remove: () => Promise<unknown>) {
    const both = round % 2 === 0 ? [deed(), remove()] : [remove(), deed()].toReversed()
    const [done, removed] = await Promise.allSettled(both)
    expect(codeOf(removed!)).toBe('done')
    return codeOf(done!)
  }

  const events = async () =>
    (
      await nation.database.query<{ kind: string }[]>(
        `SELECT kind FROM journal WHERE kind IN ('government.removed', 'tasks.created', 'tasks.responded') ORDER BY id`,
      )
    ).map(({ kind }) => kind)

  it.each(rounds)('and the removed one’s own task: it was given before, or there is none (%i)', async (round) => {
    const { ruth, remove } = await two()
    const give = () => as(nation.runtime, ruth, (ctx) => createTask(ctx, newTask()))
    const code = await atOnce(round, give, remove)
    expect(['done', 'task_create_forbidden']).toContain(code)
    const given = code === 'done'
    expect(await events()).toEqual([...(given ? ['tasks.created'] : []), 'government.removed'])
    expect(await count('SELECT COUNT(*) AS n FROM tasks')).toBe(given ? 1 : 0)
    await expect(give()).rejects.toMatchObject({ code: 'task_create_forbidden' })
  })

  it.each(rounds)('and the removed one’s response: it has the office that they held then (%i)', async (round) => {
    const { mara, ruth, remove } = await two()
    const task = await aTask(nation.runtime, mara, { assignedTo: 'secretary' })
    expect(await atOnce(round, () => respondToTask(nation.runtime, ruth, task.id), remove)).toBe('done')
    const held = (await events()).at(-1) === 'government.removed'
    const [response] = await nation.database.query<{ citizen_role: string }[]>(
      'SELECT citizen_role FROM task_responses',
    )
    expect(response?.citizen_role).toBe(held ? 'secretary' : 'citizen')
  })
})

describe('Reminders by two workers', () => {
  it('are sent once each', async () => {
    const mara = await president()
    const dueDate = nation.clock.now().getTime() + 2 * 86_400_000
    for (let n = 0; n < 6; n++) await aTask(nation.runtime, mara, { dueDate })
    nation.clock.set(new Date(dueDate))
    const databases = await Promise.all([1, 2].map(() => openDatabase({ url: nation.url, poolSize: 2 })))
    try {
      await Promise.all(databases.map((database) => remindOfTasks({ ...nation.runtime, database })))
      await Promise.all(databases.map((database) => remindOfTasks({ ...nation.runtime, database })))
    } finally {
      await Promise.all(databases.map((database) => database.destroy()))
    }
    expect(await count(`SELECT COUNT(*) AS n FROM journal WHERE kind = 'tasks.reminded'`)).toBe(12)
    expect(await count('SELECT COUNT(*) AS n FROM task_reminders')).toBe(12)
  })
})

import type { CallInput } from '@nation/domain/contract'
import { expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { read } from '../platform'
import { aCitizen, rowsLookedAt, signedIn, useTestNation } from '../testing'
import { getTasks } from '.'

const nation = useTestNation()

/** Open tasks that are overdue, for all and of normal priority, with a few others among the newest. */
async function overdueTasks(maker: Citizen, count: number): Promise<void> {
  const at = nation.clock.now().getTime()
  const taskOf = (n: number, assignedTo: string, priority: string) => [
    `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`,
    ...['Light the harbour steps', 'Ask three workshops.', priority, assignedTo, 'open'],
    ...[new Date(at - 1_000_000 + n), 0, maker.id, 'president', new Date(at), new Date(at)],
  ]
  const rows = [
    ...Array.from({ length: count }, (_, n) => taskOf(n, 'all', 'normal')),
    ...[0, 1, 2].map((n) => taskOf(500_000 + n, 'secretary', 'urgent')),
  ]
  await nation.database.query(
    `INSERT INTO tasks (uid, title, description, priority, assigned_to, status, due_at, response_count, created_by,
      created_by_role, created_at, updated_at) VALUES ?`,
    [rows],
  )
}

it('Overdue tasks of a rare office or priority are found without looking at all others', async () => {
  const maker = await aCitizen(nation.database, { isAdmin: true })
  const secretary = await aCitizen(nation.database, { governmentRole: 'secretary' })
  const reader = signedIn(secretary)
  const questions: Partial<CallInput<'government-tasks.get-tasks'>>[] = [
    { assignedTo: 'secretary' },
    { assignedTo: 'justiceMinister' },
    { priority: 'urgent' },
    { priority: 'high' },
    { assignedTo: 'secretary', priority: 'normal' },
    { mine: true, priority: 'urgent' },
    { mine: true },
    {},
  ]
  const rowsOf = (question: object) =>
    rowsLookedAt(nation.url, (database) =>
      read({ ...nation.runtime, database }, reader, (ctx) =>
        getTasks({ ...ctx, caller: reader }, { overdue: true, limit: 10, ...question }),
      ),
    )
  // Plans follow what the database knows of a table's rows, which it learns in the background, some time after they came.
  const learn = () => nation.database.query('ANALYZE TABLE tasks')
  await overdueTasks(maker, 400)
  await learn()
  const few = []
  for (const question of questions) few.push(await rowsOf(question))
  await nation.database.query('DELETE FROM tasks')
  await overdueTasks(maker, 2_400)
  await learn()
  for (const [place, question] of questions.entries()) {
    const many = await rowsOf(question)
    // A row or two more or less is the plan's own; six times as many would be a list that was read whole.
    expect(many, JSON.stringify(question)).toBeLessThanOrEqual((few[place] ?? 0) + 5)
    expect(many).toBeLessThan(400)
  }
})

import { base, before, fill, literal, uidSql, type Growth, type Run } from './numbers'

/** How many of the newest tasks are open: no matter of years. */
const open = 80

/**
 * Tasks, the newest last. One of ten thousand is for an office that was hardly ever given any; one of ten is urgent. The
 * second citizen gave all of them, and the third one responded to all; the first task has as many responses as there are tasks.
 */
export async function tasks(run: Run, growth: Growth, now: Date): Promise<void> {
  // What was open in a smaller nation has been done since.
  await run(
    `UPDATE tasks SET status = 'completed', completed_at = ${literal(now)} WHERE status = 'open' AND id >= ${base}`,
  )
  const isOpen = `n >= ${growth.to - open}`
  await fill(run, 'tasks', growth, {
    id: `${base} + n`,
    uid: uidSql('task'),
    title: `CONCAT('Light the harbour steps ', n)`,
    description: `REPEAT('Ask three workshops what it costs. ', 10)`,
    priority: `CASE WHEN n % 10 = 3 THEN 'urgent' WHEN n % 2 = 0 THEN 'high' ELSE 'normal' END`,
    assigned_to: `CASE WHEN n % 10000 = 5 THEN 'justiceMinister' ELSE ELT(1 + n % 3, 'all', 'secretary', 'raidMinister') END`,
    status: `CASE WHEN ${isOpen} THEN 'open' WHEN n % 50 = 7 THEN 'deleted' ELSE 'completed' END`,
    due_at: `IF(n % 2 = 0, ${before(now, `${growth.to} - n`, 'MINUTE')}, NULL)`,
    remind_at: 'NULL',
    response_count: `IF(n = 0, ${growth.to}, 1)`,
    created_by: `${base} + 1`,
    created_by_role: `'president'`,
    created_at: before(now, `${growth.to} - n`, 'MINUTE'),
    updated_at: literal(now),
    completed_at: `IF(${isOpen}, NULL, ${literal(now)})`,
  })
  const response = { answer: `CONCAT('Three offers came in: ', n)`, images: `'[]'`, citizen_role: `'secretary'` }
  await fill(run, 'task_responses', growth, {
    id: `${base} + n`,
    uid: uidSql('taskResponse'),
    task_id: `${base} + n`,
    place: '1',
    citizen_id: `${base} + 2`,
    ...response,
    submitted_at: literal(now),
  })
  const first = { from: Math.max(1, growth.from), to: growth.to }
  await fill(run, 'task_responses', first, {
    id: `2 * ${base} + n`,
    uid: uidSql('taskResponse', `(2 * ${base} + n)`),
    task_id: String(base),
    place: '1 + n',
    citizen_id: `${base} + 4 + n % 500`,
    ...response,
    submitted_at: literal(now),
  })
  await run(`UPDATE tasks SET response_count = ${growth.to} WHERE id = ${base}`)
  for (const citizen of [1, 2])
    await fill(run, 'task_people', growth, { citizen_id: `${base} + ${citizen}`, task_id: `${base} + n` })
}

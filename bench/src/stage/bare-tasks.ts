import http from 'node:http'
import mysql, { type RowDataPacket } from 'mysql2/promise'

/** The raw limit of the list of tasks: node:http and mysql2's prepared statements, the same page for each request, no cache. */
const pool = mysql.createPool({
  uri: process.env.DATABASE_URL ?? '',
  connectionLimit: 10,
  timezone: 'Z',
  supportBigNumbers: true,
  bigNumberStrings: true,
})

/** From this machine's time to the nation's. */
const offset = Number(process.env.BENCH_OFFSET)
const page = 50
const shown = 5
const tasksSql = `SELECT t.id, t.uid, t.title, t.description, t.priority, t.assigned_to, h.username AS holder, t.status, t.due_at,
    t.response_count, c.uid AS created_by, c.username AS created_by_name, t.created_by_role, t.created_at, t.updated_at, t.completed_at
  FROM tasks t JOIN citizens c ON c.id = t.created_by
  LEFT JOIN terms s ON s.active_office = t.assigned_to LEFT JOIN citizens h ON h.id = s.citizen_id
  WHERE t.status <> 'deleted' ORDER BY t.id DESC LIMIT ${page}`
const responsesSql = `SELECT r.task_id, r.uid, r.answer, r.images, r.citizen_role, r.submitted_at, c.uid AS citizen, c.username
  FROM task_responses r JOIN citizens c ON c.id = r.citizen_id
  WHERE ${Array.from({ length: page }, () => '(r.task_id = ? AND r.place > ?)').join(' OR ')}
  ORDER BY r.task_id DESC, r.place DESC`

const instant = (at: unknown): number | null => (at instanceof Date ? at.getTime() : null)

async function list(): Promise<string> {
  const [tasks] = await pool.execute<RowDataPacket[]>(tasksSql)
  const [responses] = await pool.execute<RowDataPacket[]>(
    responsesSql,
    tasks.flatMap((task) => [String(task.id), Math.max(0, Number(task.response_count) - shown)]),
  )
  const own = new Map<unknown, object[]>()
  for (const row of responses) {
    const images: unknown = typeof row.images === 'string' ? JSON.parse(row.images) : row.images
    const response = {
      ...{ id: row.uid as string, answer: row.answer as string, images, submittedBy: row.citizen as string },
      ...{ submittedByName: row.username as string, submittedByRole: row.citizen_role as string },
      submittedAt: instant(row.submitted_at),
    }
    own.set(row.task_id, [...(own.get(row.task_id) ?? []), response])
  }
  const now = Date.now() + offset
  return JSON.stringify({ success: true, tasks: tasks.map((task) => present(task, own.get(task.id) ?? [], now)) })
}

const present = (task: RowDataPacket, responses: object[], now: number) => ({
  ...{ id: task.uid as string, title: task.title as string, description: task.description as string },
  ...{ priority: task.priority as string, assignedTo: task.assigned_to as string },
  assignedToRole: task.assigned_to === 'all' ? null : (task.assigned_to as string),
  assignedToName: task.holder as string | null,
  dueDate: instant(task.due_at),
  overdue: task.status === 'open' && task.due_at !== null && (instant(task.due_at) ?? 0) <= now,
  status: task.status as string,
  createdBy: task.created_by as string,
  createdByName: task.created_by_name as string,
  createdByRole: task.created_by_role as string,
  createdAt: instant(task.created_at),
  updatedAt: instant(task.updated_at),
  completedAt: instant(task.completed_at),
  responseCount: Number(task.response_count),
  responses,
  may: { respond: task.status === 'open', update: task.status === 'open', complete: true, delete: true },
})

const server = http.createServer((_, answer) => {
  list().then(
    (json) => answer.writeHead(200, { 'content-type': 'application/json' }).end(json),
    () => answer.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})

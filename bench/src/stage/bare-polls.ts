import http from 'node:http'
import mysql, { type RowDataPacket } from 'mysql2/promise'

/** The raw limit of the poll list: node:http and mysql2's prepared statements, the same rows for each request, no cache. */
const pool = mysql.createPool({
  uri: process.env.DATABASE_URL ?? '',
  connectionLimit: 10,
  timezone: 'Z',
  supportBigNumbers: true,
  bigNumberStrings: true,
})

const pollsSql = `SELECT p.id, p.uid, p.question, p.status, p.created_by_role, p.created_at, p.updated_at, p.closes_at, p.closed_at,
    c.username, c.uid AS creator FROM polls p JOIN citizens c ON c.id = p.created_by
  WHERE p.status <> 'deleted' ORDER BY p.id DESC LIMIT 20`
const optionsSql = `SELECT poll_id, uid, text, votes FROM poll_options
  WHERE poll_id IN (${Array.from({ length: 20 }, () => '?').join(', ')}) ORDER BY poll_id, place`

const countSql = `SELECT status = 'open' AND (closes_at IS NULL OR closes_at > ?) AS active, COUNT(*) AS n FROM polls
  WHERE status IN ('open', 'closed') GROUP BY active`

async function page(counted: boolean): Promise<string> {
  const [polls] = await pool.execute<RowDataPacket[]>(pollsSql)
  const [options] = await pool.execute<RowDataPacket[]>(
    optionsSql,
    polls.map((poll) => String(poll.id)),
  )
  const listed = polls.map((poll) => {
    const own = options.filter((option) => option.poll_id === poll.id)
    const totalVotes = own.reduce((sum, option) => sum + Number(option.votes), 0)
    return { ...poll, options: own, totalVotes }
  })
  const counts = counted ? (await pool.execute<RowDataPacket[]>(countSql, [new Date()]))[0] : []
  return JSON.stringify({ success: true, polls: listed, counts })
}

const server = http.createServer((request, answer) => {
  page(request.url !== '/page').then(
    (json) => answer.writeHead(200, { 'content-type': 'application/json' }).end(json),
    () => answer.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})

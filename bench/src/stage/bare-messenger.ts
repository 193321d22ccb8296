import http from 'node:http'
import mysql, { type RowDataPacket } from 'mysql2/promise'

/** The raw limit of the messenger's pages: node:http and mysql2's prepared statements, read anew for each request. */
const pool = mysql.createPool({
  uri: process.env.DATABASE_URL ?? '',
  connectionLimit: 10,
  timezone: 'Z',
  supportBigNumbers: true,
  bigNumberStrings: true,
})

const listSql = `SELECT v.uid, v.started_by, v.accepted_at, v.last_number, r.last_at, m.text, r.read_number, r.notice, c.uid AS other,
    
    c.username, c.handle, c.government_role, c.is_admin, c.is_super_admin, c.portrait_url, c.custom_picture_url,
    (SELECT COUNT(*) FROM message_mentions mm WHERE mm.citizen_id = r.citizen_id AND mm.conversation_id = v.id
      AND mm.number > r.read_number) AS mentions,
    EXISTS (SELECT 1 FROM citizen_blocks b WHERE b.blocker_id = r.citizen_id AND b.blocked_id = c.id) AS blocked,
    c.left_at IS NOT NULL AS has_left
  FROM conversation_readers r FORCE INDEX (ix_conversation_readers_last) JOIN conversations v ON v.id = r.conversation_id
  JOIN citizens c ON c.id = IF(v.low_id = r.citizen_id, v.high_id, v.low_id)
  LEFT JOIN messages m ON m.conversation_id = v.id AND m.number = v.last_number
  WHERE r.citizen_id = ? AND r.last_at IS NOT NULL ORDER BY r.last_at DESC, r.conversation_id DESC LIMIT 201`
const pageSql = `SELECT m.uid, m.number, m.text, m.sent_at, m.edited_at, m.deleted_at, m.client_id, m.reply_to, c.uid AS sender,
    c.username, c.government_role, c.is_admin, c.is_super_admin, c.portrait_url, c.custom_picture_url,
    q.text AS quoted, qc.username AS quoted_name
  FROM messages m JOIN citizens c ON c.id = m.sender_id
  LEFT JOIN messages q ON q.conversation_id = m.conversation_id AND q.number = m.reply_to
  LEFT JOIN citizens qc ON qc.id = q.sender_id
  WHERE m.conversation_id = ? AND m.number BETWEEN ? AND ? ORDER BY m.number`
const placeSql = 'SELECT id, last_number FROM conversations WHERE channel = ?'

const instant = (at: unknown): number | null => (at instanceof Date ? at.getTime() : null)

async function list(reader: string, uid: string): Promise<string> {
  const [rows] = await pool.execute<RowDataPacket[]>(listSql, [reader])
  const conversations = rows.slice(0, 200).map((row) => ({
    ...{ id: row.uid as string, participants: [uid, row.other as string], lastMessage: row.text as string },
    ...{
      lastMessageAt: instant(row.last_at),
      lastNumber: Number(row.last_number),
      readNumber: Number(row.read_number),
    },
    unreadCount: Number(row.last_number) - Number(row.read_number),
    mentionCount: Number(row.mentions),
    notice: row.notice === 1,
    blocked: row.blocked === 1,
    hasLeft: row.has_left === 1,
    status: row.accepted_at === null ? 'waiting' : 'open',
    otherUser: {
      ...{ id: row.other as string, username: row.username as string, twitterUsername: row.handle as string },
      profilePicture: null,
      governmentRole: row.government_role as string | null,
      isSupport: false,
      // Who is here is in Redis, which is not asked.
      isOnline: false,
    },
  }))
  return JSON.stringify({ success: true, conversations, nextCursor: null })
}

async function page(before: number): Promise<string> {
  const [[place]] = await pool.execute<RowDataPacket[]>(placeSql, ['citizens'])
  const [rows] = await pool.execute<RowDataPacket[]>(pageSql, [place?.id, before - 50, before - 1])
  const messages = rows.map((row) => ({
    ...{ id: row.uid as string, number: Number(row.number), senderId: row.sender as string },
    sender: {
      username: row.username as string,
      governmentRole: row.government_role as string | null,
      isAdmin: false,
      profilePicture: null,
    },
    message: row.text as string,
    timestamp: instant(row.sent_at),
    editedAt: instant(row.edited_at),
    deletedAt: instant(row.deleted_at),
    clientId: null,
    replyTo:
      row.reply_to === null
        ? null
        : { number: Number(row.reply_to), senderName: row.quoted_name as string, excerpt: row.quoted as string },
    ...{ images: [], mentions: [], reactions: [], mentionsYou: false },
  }))
  return JSON.stringify({ success: true, messages, lastNumber: Number(place?.last_number) })
}

const server = http.createServer(({ url = '' }, answer) => {
  const asked = new URL(url, 'http://bare').searchParams
  const before = asked.get('before')
  const work = before === null ? list(asked.get('reader') ?? '', asked.get('uid') ?? '') : page(Number(before))
  work.then(
    (json) => answer.writeHead(200, { 'content-type': 'application/json' }).end(json),
    () => answer.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})

import type { CallInput, CallOutput } from '@nation/domain/contract'
import { messageLimits } from '@nation/domain/messenger'
import { describe, expect, it } from 'vitest'
import type { Citizen } from '../citizens/citizen.entity'
import { change, groupCommit, read, type CitizenContext, type GroupCommit } from '../platform'
import { openDatabase } from '../nation'
import { aCitizen, as, lockWaits, signedIn, useTestNation } from '../testing'
import {
  conversationsWaiting,
  getConversations,
  getGroups,
  getMessages,
  groupPosts,
  markAsRead,
  searchMessages,
  startConversation,
} from '.'

const nation = useTestNation()

type Input = CallInput<'messenger.send-group-message'>
type Sending = GroupCommit<Input, CallOutput<'messenger.send-group-message'>>

/** Several API processes on one database: each gathers for itself, on connections of its own. */
async function withProcesses(count: number, work: (processes: readonly Sending[]) => Promise<void>): Promise<void> {
  const databases = await Promise.all(
    Array.from({ length: count }, (_, place) =>
      openDatabase({ url: nation.url, poolSize: 3, severalAtOnce: place % 2 === 0 }),
    ),
  )
  try {
    await work(
      databases.map((database) =>
        groupCommit({ ...nation.runtime, database }, groupPosts, { most: 40, retryForMs: 30_000, limitMs: 60_000 }),
      ),
    )
  } finally {
    await Promise.all(databases.map((database) => database.destroy()))
  }
}

const crowd = (size: number): Promise<Citizen[]> =>
  Promise.all(Array.from({ length: size }, () => aCitizen(nation.database)))
const post = (message: string, groupId: Input['groupId'] = 'citizens', clientId?: string): Input => ({
  groupId,
  message,
  clientId,
  replyTo: undefined,
})
const idOf = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`
const unreadOf = async (who: Citizen) =>
  (await read(nation.runtime, signedIn(who), (ctx) => getGroups(ctx as CitizenContext))).groups[0]?.unreadCount

async function mustBeWhole(expected: number): Promise<void> {
  const rows: { n: string; first: string; last: string; total: string }[] = await nation.database.query(
    `SELECT COUNT(*) AS n, MIN(m.number) AS first, MAX(m.number) AS last, MAX(v.last_number) AS total
     FROM messages m JOIN conversations v ON v.id = m.conversation_id WHERE v.channel = 'citizens'`,
  )
  expect(Object.values(rows[0] ?? {}).map(Number)).toEqual([expected, 1, expected, expected])
}

it('Two requests at the limit at the same moment: one is refused', async () => {
  const ada = await aCitizen(nation.database)
  const begin = (other: Citizen) => as(nation.runtime, ada, (ctx) => startConversation(ctx, { recipientId: other.uid }))
  for (const other of await crowd(messageLimits.openRequests - 1)) await begin(other)
  // All of them have been written into.
  await nation.database.query('UPDATE conversations SET last_number = 1 WHERE started_by = ?', [ada.id])
  const outcomes = await Promise.allSettled((await crowd(2)).map(begin))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ code: 'requests_full' })
  const rows: { n: string }[] = await nation.database.query(
    'SELECT COUNT(*) AS n FROM conversations WHERE started_by = ?',
    [ada.id],
  )
  expect(Number(rows[0]?.n)).toBe(messageLimits.openRequests)
})

it('A request at the limit waits for a conversation that the other begins at the same moment, and is that one', async () => {
  const ada = await aCitizen(nation.database)
  const begin = (other: Citizen) => as(nation.runtime, ada, (ctx) => startConversation(ctx, { recipientId: other.uid }))
  for (const other of await crowd(messageLimits.openRequests)) await begin(other)
  nation.clock.set(new Date(nation.clock.now().getTime() + messageLimits.unsaidMs))
  const zoe = await aCitizen(nation.database)
  const other = nation.database.createQueryRunner()
  await other.startTransaction('READ COMMITTED')
  try {
    // As Zoe does, who has just come into an office: she needs no room, and locks neither of them.
    await other.query(
      'INSERT INTO conversations (uid, low_id, high_id, started_by, accepted_at, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      [idOf(1), ada.id, zoe.id, zoe.id, nation.clock.now(), nation.clock.now()],
    )
    const asked = begin(zoe)
    await expect.poll(() => lockWaits(nation.database), { timeout: 10_000, interval: 150 }).toBe(1)
    await other.commitTransaction()
    expect(await asked).toMatchObject({ conversationId: idOf(1), conversation: { status: 'open' } })
  } finally {
    if (other.isTransactionActive) await other.rollbackTransaction()
    await other.release()
  }
})

it('A marker that comes when a conversation has given way to another pair gives no right to read it', async () => {
  const [ada, ben, zoe] = (await crowd(3)) as [Citizen, Citizen, Citizen]
  const { conversationId } = await as(nation.runtime, ada, (ctx) => startConversation(ctx, { recipientId: ben.uid }))
  const other = nation.database.createQueryRunner()
  await other.startTransaction('READ COMMITTED')
  try {
    // As Ada does, who is at the limit and begins with Zoe, and then writes to her.
    const [{ id }] = (await other.query('SELECT id FROM conversations WHERE uid = ?', [conversationId])) as [
      { id: string },
    ]
    await other.query('UPDATE conversations SET uid = ?, low_id = ?, high_id = ? WHERE id = ?', [
      idOf(1),
      ada.id,
      zoe.id,
      id,
    ])
    await other.query('DELETE FROM conversation_readers WHERE conversation_id = ?', [id])
    const marked = as(nation.runtime, ben, (ctx) => markAsRead(ctx, { conversationId, number: 0 }))
    await expect.poll(() => lockWaits(nation.database), { timeout: 10_000, interval: 150 }).toBe(1)
    await other.commitTransaction()
    // Where the server read the conversation before, the marker is written; where it waited for it, it is gone.
    await marked.catch((error: unknown) => expect(error).toMatchObject({ code: 'conversation_not_found' }))
    await nation.database.query(
      `INSERT INTO conversation_readers (citizen_id, conversation_id, read_number, last_at) VALUES (?, ?, 0, ?)
       ON DUPLICATE KEY UPDATE last_at = VALUES(last_at)`,
      [ben.id, id, nation.clock.now()],
    )
  } finally {
    if (other.isTransactionActive) await other.rollbackTransaction()
    await other.release()
  }
  const markers: unknown[] = await nation.database.query('SELECT 1 FROM conversation_readers WHERE citizen_id = ?', [
    ben.id,
  ])
  expect(markers).toHaveLength(1)
  const asBen = <Answer>(service: (ctx: CitizenContext) => Promise<Answer>) =>
    read(nation.runtime, signedIn(ben), (ctx) => service(ctx as CitizenContext))
  const notFound = { code: 'conversation_not_found' }
  const paging = { limit: 20, before: undefined, after: undefined, around: undefined }
  await expect(asBen((ctx) => getMessages(ctx, { conversationId: idOf(1), ...paging }))).rejects.toMatchObject(notFound)
  const search = { query: 'hello', cursor: undefined, from: undefined, since: undefined, until: undefined }
  await expect(asBen((ctx) => searchMessages(ctx, { ...search, in: idOf(1) }))).rejects.toMatchObject(notFound)
  expect((await asBen((ctx) => getConversations(ctx, { limit: 20, cursor: undefined }))).conversations).toEqual([])
  const { sql, values } = conversationsWaiting(ben.id, 5)
  expect(await nation.database.query(sql, [...values])).toEqual([])
})

describe('Messages that come all at once', () => {
  it('are there once each, numbered without holes: 600 of 40 senders through three processes, half of them twice', async () => {
    const citizens = await crowd(40)
    await withProcesses(3, async (processes) => {
      const send = (n: number, process: number) =>
        (processes[process % 3] as Sending)(
          signedIn(citizens[n % 40] as Citizen),
          post(`m${n}`, 'citizens', idOf(n)),
          undefined,
        )
      const first = Array.from({ length: 400 }, (_, n) => send(n, n))
      const again = Array.from({ length: 200 }, (_, n) => send(n, n + 1))
      const answers = await Promise.all([...first, ...again])
      expect(answers.slice(400).map(({ number }) => number)).toEqual(answers.slice(0, 200).map(({ number }) => number))
      expect(new Set(answers.map(({ number }) => number)).size).toBe(400)
    })
    await mustBeWhole(400)
  })

  it('are written once each where one of them is a repeat, and another one is refused', async () => {
    const [ada, ben, ...others] = (await crowd(12)) as [Citizen, Citizen, ...Citizen[]]
    await withProcesses(2, async ([alone, together]) => {
      await nation.database.query(`UPDATE citizens SET is_admin = TRUE WHERE id IN (?)`, [[ada.id, ben.id]])
      const first = await alone!(signedIn(ada), post('Hello', 'admins', idOf(1)), undefined)
      await nation.database.query(`UPDATE citizens SET is_admin = FALSE WHERE id IN (?)`, [[ada.id, ben.id]])
      const send = (who: Citizen, n: number, group: Input['groupId'] = 'citizens', text = 'Hello') =>
        together!(signedIn(who), post(text, group, idOf(n)), undefined)
      // All of one turn are one batch. Its repeat is acknowledged, although its sender has lost the office.
      const sent = await Promise.allSettled([
        ...others.map((who, n) => send(who, 10 + n)),
        send(ada, 1, 'admins'),
        send(ada, 1, 'admins', 'Goodbye'),
        send(ben, 2, 'admins'),
      ])
      const results = sent.map((one) =>
        one.status === 'fulfilled' ? one.value : (one.reason as { code: string }).code,
      )
      expect(results.slice(0, 10)).toMatchObject(others.map((_, n) => ({ number: n + 1 })))
      expect(results.slice(10)).toEqual([first, 'group_forbidden', 'group_forbidden'])
      // Another process, which has met no repeat yet, finds one by the unique key.
      const again = await alone!(signedIn(others[0]!), post('Hello', 'citizens', idOf(10)), undefined)
      expect(again).toEqual(results[0])
    })
    await mustBeWhole(10)
  })

  it('are each in one event', async () => {
    const citizens = await crowd(20)
    await withProcesses(2, async (processes) => {
      await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          (processes[n % 2] as Sending)(signedIn(citizens[n % 20] as Citizen), post(`m${n}`), undefined),
        ),
      )
    })
    const entries: { from: number; to: number }[] = await nation.database.query(
      `SELECT CAST(JSON_VALUE(facts, '$.from') AS UNSIGNED) AS \`from\`, CAST(JSON_VALUE(facts, '$.to') AS UNSIGNED) AS \`to\`
       FROM journal WHERE kind = 'messenger.posted'`,
    )
    const numbers = entries.flatMap(({ from, to }) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => Number(from) + n),
    )
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
  })

  it('do not come from an official whose office ended first', async () => {
    const minister = await aCitizen(nation.database, { governmentRole: 'raidMinister', role: 'government' })
    await withProcesses(1, async ([send]) => {
      // The caller is known by a token that was read before the removal.
      const caller = signedIn(minister)
      await change(nation.runtime, {}, ({ tx }) =>
        tx.query(`UPDATE citizens SET government_role = NULL, role = 'citizen' WHERE id = ?`, [minister.id]),
      )
      await expect((send as Sending)(caller, post('Still here', 'government'), undefined)).rejects.toMatchObject({
        code: 'group_forbidden',
      })
    })
  })
})

it('A marker is the furthest that any device said, and what is unread equals a recount', async () => {
  const [ada, ben] = (await crowd(2)) as [Citizen, Citizen]
  await withProcesses(2, async (processes) => {
    const sends = Array.from({ length: 60 }, (_, n) =>
      (processes[n % 2] as Sending)(signedIn(ada), post(`m${n}`), undefined),
    )
    await Promise.all(sends.slice(0, 1))
    const marks = Array.from({ length: 20 }, async (_, n) => {
      await sends[n * 2]
      return as(nation.runtime, ben, (ctx) => markAsRead(ctx, { conversationId: 'citizens', number: (n % 10) + 1 }))
    })
    await Promise.all([...sends, ...marks])
  })
  const [row]: { unread: string }[] = await nation.database.query(
    `SELECT COUNT(*) AS unread FROM messages m JOIN conversations v ON v.id = m.conversation_id
     JOIN conversation_readers r ON r.conversation_id = v.id AND r.citizen_id = ? WHERE m.number > r.read_number`,
    [ben.id],
  )
  expect(await unreadOf(ben)).toBe(Number(row?.unread))
  expect(await unreadOf(ben)).toBe(50)
  expect(await unreadOf(ada)).toBe(0)
})

it('Two who write to each other first at the same moment share one conversation', async () => {
  for (let round = 0; round < 10; round++) {
    const [ada, ben] = (await crowd(2)) as [Citizen, Citizen]
    const start = (who: Citizen, other: Citizen) =>
      as(nation.runtime, who, (ctx) => startConversation(ctx, { recipientId: other.uid }))
    const started = await Promise.all([start(ada, ben), start(ben, ada), start(ada, ben), start(ben, ada)])
    expect(new Set(started.map(({ conversationId }) => conversationId)).size).toBe(1)
  }
})

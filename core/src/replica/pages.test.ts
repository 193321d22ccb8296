import { replicaColumns, replicaRows, rowsOfPage, type ReplicaPage } from '@nation/domain/replica'
import { expect, it } from 'vitest'
import { read } from '../platform'
import {
  aCitizen,
  anElection,
  aPoll,
  emptyNation,
  growNation,
  publishGazette,
  rowsLookedAt,
  useTestNation,
} from '../testing'
import { openReplica, replicaPage, sources } from '.'
import { partsOf, readRange, writeRange } from './range'

const nation = useTestNation()

const pageOf = async (limit = 1_000, after?: string) => {
  const text = await read(nation.runtime, null, (ctx) => replicaPage(ctx, { table: 'members', after, limit }))
  return JSON.parse(text.toString()) as ReplicaPage
}

/** What JSON, SQL or a wire may stumble over. */
const hostile = [
  '"quoted" \\ and \\" so on \\u0041',
  "it's; DROP -- %s ? :name",
  '},{"id":null},["',
  '\u0001\u001f\u007f\t\b',
  'Zoë Čapek 東京 😀 \u2028\u2029\ufeff',
  'null',
  '',
]

it('A page that the database made into text is what its rows are, whatever stands in them', async () => {
  const { database } = nation
  for (const [n, text] of hostile.entries()) {
    const { id } = await aCitizen(database, { username: `Citizen ${n}`, handle: `citizen_${n}`, isAdmin: n % 2 === 0 })
    await database.query(
      'UPDATE citizens SET username = ?, wallet_address = ?, custom_picture_url = ?, portrait_url = ?, avatar_url = ? WHERE id = ?',
      [
        text,
        n % 3 === 0 ? null : `W${n}`,
        n % 2 === 0 ? null : text,
        n % 4 === 0 ? text : null,
        n % 3 === 0 ? 'x' : null,
        id,
      ],
    )
  }
  await database.query("UPDATE citizens SET joined_at = '2024-02-29 23:59:59.007' WHERE handle = 'citizen_0'")
  await database.query(
    "UPDATE citizens SET role = 'moderator', government_role = 'secretary' WHERE handle = 'citizen_1'",
  )
  const page = await pageOf()
  const rows = rowsOfPage(page)
  const ids = rows.map(({ id }) => id)
  const members = await sources.members.byId(database.manager, ids)
  const same = ids.map((id) => members.find((member) => member.id === id))
  expect(page.columns).toEqual(replicaColumns('members'))
  expect(rows).toEqual(same)
  expect(rows.map(({ username }) => username)).toEqual(expect.arrayContaining(hostile))
  for (const row of rows) replicaRows.members.parse(row)
})

it('Pages of text go on where the one before ended', async () => {
  const whole = await pageOf()
  const first = await pageOf(3)
  const second = await pageOf(3, first.next ?? undefined)
  expect([...first.rows, ...second.rows]).toEqual(whole.rows.slice(0, 6))
  expect(whole.next).toBeNull()
})

it('A page reads at most so many candidates at once, and ends at the last of them; who is one is marked', async () => {
  const { database, clock } = nation
  const startsAt = clock.now()
  const election = await anElection(nation.runtime)
  const size = { ...emptyNation, citizens: 1_300, candidates: 600 }
  await growNation(
    (sql) => database.query(sql),
    { now: startsAt, startsAt, electionId: election.id },
    emptyNation,
    size,
  )
  const pages: ReplicaPage[] = []
  for (let after: string | undefined, isOver = false; !isOver; isOver = after === undefined) {
    const page = await pageOf(4_000, after)
    pages.push(page)
    after = page.next ?? undefined
  }
  const rows = pages.flatMap(rowsOfPage)
  const ids = await database.query<{ uid: string; stands: number }[]>(
    `SELECT c.uid, EXISTS (SELECT 1 FROM candidacies k WHERE k.active_citizen_id = c.id) AS stands
     FROM citizens c WHERE c.left_at IS NULL ORDER BY c.id`,
  )
  expect(rows.map(({ id, isCandidate }) => [id, isCandidate])).toEqual(
    ids.map(({ uid, stands }) => [uid, Number(stands) === 1]),
  )
  const candidates = pages.map((page) => rowsOfPage(page).filter(({ isCandidate }) => isCandidate).length)
  // Of 500 and 100: every fiftieth citizen has left.
  expect(candidates).toEqual([490, 98])
})

const partsOfMembers = async () => {
  const { tables } = await read(nation.runtime, null, (ctx) => openReplica(ctx))
  return tables.find(({ table }) => table === 'members')?.parts
}

it('A large table has parts: each is read to its end, none has a row of another, and what is added later is of the last', async () => {
  const { database } = nation
  const add = async (n: number) => aCitizen(database, { username: `Citizen ${n}`, handle: `citizen_${n}` })
  for (let n = 0; n < 9; n++) {
    // Where a citizen left, the number is not used again.
    await database.query(`ALTER TABLE citizens AUTO_INCREMENT = ${1_000_000 + n * n * 1_000}`)
    await add(n)
  }
  const parts = await partsOfMembers()
  expect(parts).toHaveLength(4)
  await add(9)
  const ids = await Promise.all(
    parts!.map(async (part) => {
      const found: unknown[] = []
      for (let after: string | null = part; after !== null;) {
        const { rows, next }: ReplicaPage = await pageOf(2, after)
        found.push(...rows.map(([id]) => id))
        after = next
      }
      return found
    }),
  )
  const whole = await pageOf()
  expect(ids.flat()).toEqual(whole.rows.map(([id]) => id))
  expect(ids.map(({ length }) => length)).toEqual([5, 1, 2, 2])
})

it('Parts are whole pages, and no more of them than hold a key', () => {
  const partsOfKeys = (last: number) => partsOf(1, last, 10)?.map(readRange)
  expect(partsOfKeys(39)).toBeUndefined()
  const range = (from: number, to: number | null) => ({ from: String(from), to: to === null ? null : String(to) })
  expect(partsOfKeys(40)).toEqual([range(0, 10), range(10, 20), range(20, 30), range(30, null)])
  expect(partsOfKeys(41)).toEqual([range(0, 20), range(20, 40), range(40, null)])
  expect(partsOfKeys(98)).toEqual([range(0, 30), range(30, 60), range(60, 90), range(90, null)])
})

it('A full page with the last key of its part is the last one', async () => {
  const { database } = nation
  for (let n = 0; n < 3; n++) await aCitizen(database, { username: `Citizen ${n}`, handle: `citizen_${n}` })
  const ids = await database.query<{ id: string }[]>('SELECT id FROM citizens ORDER BY id')
  const upTo = (at: number) => pageOf(2, writeRange({ from: '0', to: String(ids[at]!.id) }))
  expect(await upTo(1)).toMatchObject({ rows: [{}, {}], next: null })
  expect((await upTo(2)).next).not.toBeNull()
})

it('A small table has no parts', async () => {
  expect(await partsOfMembers()).toBeUndefined()
  await aCitizen(nation.database, { username: 'Alma', handle: 'alma' })
  expect(await partsOfMembers()).toBeUndefined()
})

it('A part of the gazette ends at its last number', async () => {
  const admin = await aCitizen(nation.database, { username: 'Alma', handle: 'alma', isAdmin: true })
  for (let n = 0; n < 3; n++) await aPoll(nation.runtime, admin)
  await publishGazette(nation.runtime)
  const numbersOf = async (from: string, to: string | null) => {
    const { rows, next } = await sources.gazette.page(nation.database.manager, writeRange({ from, to }), 2)
    return [rows.map(({ id }) => id).sort(), next]
  }
  expect(await numbersOf('0', '1')).toEqual([['1'], null])
  expect(await numbersOf('1', '3')).toEqual([['2', '3'], writeRange({ from: '3', to: '3' })])
  expect(await numbersOf('3', '3')).toEqual([[], null])
})

it('The audit is read off its own entries, however many numbers of the journal lie between them', async () => {
  const { database, clock } = nation
  const facts = { userId: 'ada', isAdmin: true, isModerator: false }
  const kept = { kind: 'citizens.role-changed', visibility: 'admins', facts }
  const others = { kind: 'elections.voted', visibility: 'citizen:ada', facts: {} }
  const entries = Array.from({ length: 5_000 }, (_, at) => (at % 2_400 === 100 ? kept : others))
  await database.query('INSERT INTO journal (seq, kind, subject, visibility, facts, at) VALUES ?', [
    entries.map(({ kind, visibility, facts }, at) => [
      at + 1,
      kind,
      null,
      visibility,
      JSON.stringify(facts),
      clock.now(),
    ]),
  ])
  await database.query('UPDATE journal_head SET seq = 5000')
  const pageAt = (after: string | undefined, limit: number) => sources.audit.page(database.manager, after, limit)
  const whole = await pageAt(undefined, 1_000)
  expect([whole.rows.map(({ id }) => id), whole.next]).toEqual([['101', '2501', '4901'], null])
  const first = await pageAt(undefined, 2)
  expect(first.rows.map(({ id }) => id)).toEqual(['101', '2501'])
  const second = await pageAt(first.next ?? undefined, 2)
  expect([second.rows.map(({ id }) => id), second.next]).toEqual([['4901'], null])
  const looked = await rowsLookedAt(nation.url, (other) => sources.audit.page(other.manager, undefined, 1_000))
  expect(looked).toBeLessThan(300)
})

import { replicaColumns, replicaRows, rowsOfPage, type ReplicaPage } from '@nation/domain/replica'
import { expect, it } from 'vitest'
import { read } from '../platform'
import { aCitizen, useTestNation } from '../testing'
import { replicaPage, sources } from '.'

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
  const same = await sources.members.byId(
    database.manager,
    rows.map(({ id }) => id),
  )
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

import { aCitizen } from '@nation/core/testing'
import { sequence } from '@nation/core/journal'
import { allCalls } from '@nation/domain/contract'
import {
  replicaLimits,
  replicaRows,
  replicaTables,
  rowsOfPage,
  shortTables,
  type ReplicaPage,
  type ReplicaTable,
} from '@nation/domain/replica'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { exampleNation } from '../testing/example-nation'

const api = useTestApi()

const thePanel = async () =>
  api.panelTokenOf(await aCitizen(api.nation.database, { username: 'Alma', isSuperAdmin: true }))
const get = (path: string, token: string) => api.send('GET', `/api/replica/${path}`, { token })
const day = 86_400_000

async function begin(token: string): Promise<{ position: string; nation: string }> {
  const { body } = await get('open', token)
  return { position: String(body.position), nation: String(body.nation) }
}

describe('A replica over HTTP', () => {
  it('begins with the nation, a position and its tables, and reads every table to its end', async () => {
    await exampleNation(api)
    const token = await thePanel()
    const { body } = await get('open', token)
    expect((body.tables as { table: string }[]).map(({ table }) => table)).toEqual(replicaTables)
    for (const table of replicaTables) {
      const { status, body: page } = await get(`rows?table=${table}`, token)
      expect([table, status, page.next]).toEqual([table, 200, null])
      // The text is sent without validation: only this test compares it with the contract.
      expect(allCalls.find(({ id }) => id === 'replica.rows')!.output.parse(page)).toEqual(page)
      const rows = rowsOfPage(page as unknown as ReplicaPage)
      for (const row of rows) expect(replicaRows[table].parse(row)).toEqual(row)
    }
    const members = await get('rows?table=members&limit=1', token)
    expect(members.body.rows).toHaveLength(1)
    const rest = await get(`rows?table=members&limit=1000&after=${String(members.body.next)}`, token)
    expect((rest.body.rows as unknown[]).length).toBeGreaterThan(0)
  })

  it('gives the first pages of short tables in one answer, each as it is by itself', async () => {
    await exampleNation(api)
    const token = await thePanel()
    const { body } = await get('open', token)
    const short = (body.tables as { table: ReplicaTable; short?: boolean }[]).filter((one) => one.short)
    expect(short.map(({ table }) => table)).toEqual(shortTables)
    const [first, ...others] = shortTables
    const { status, body: together } = await get(`rows?table=${first}&also=${others.join(',')}`, token)
    expect([status, allCalls.find(({ id }) => id === 'replica.rows')!.output.parse(together)]).toEqual([200, together])
    const pages = [together, ...(together.others as Record<string, unknown>[])]
    for (const [at, table] of shortTables.entries()) {
      const { body: alone } = await get(`rows?table=${table}&limit=${replicaLimits.together}`, token)
      expect(pages[at]).toMatchObject({ table, columns: alone.columns, rows: alone.rows, next: alone.next })
    }
  })

  it('gets the rows that differ, and the ids of those that are gone', async () => {
    const token = await thePanel()
    const { position } = await begin(token)
    const sent = await api.send('POST', '/api/broadcast/create', { token, body: { message: 'Hear, hear.' } })
    const { id } = sent.body.broadcast as { id: string }
    await sequence(api.nation.database)
    const changes = await get(`changes?after=${position}`, token)
    expect(changes.body).toMatchObject({ reset: false, more: false, gone: {}, again: [] })
    expect((changes.body.put as { broadcasts: { id: string }[] }).broadcasts).toMatchObject([{ id, deletedAt: null }])
    const nothing = await get(`changes?after=${String(changes.body.position)}`, token)
    expect(nothing.body).toMatchObject({ put: {}, gone: {}, again: [] })
  })

  it('begins anew where its position is of another journal, or so old that entries may be gone', async () => {
    const token = await thePanel()
    const { position, nation } = await begin(token)
    const strange = Buffer.from(JSON.stringify([9_999_999, api.nation.clock.now().getTime()])).toString('base64url')
    expect((await get(`changes?after=${strange}`, token)).body).toMatchObject({ reset: true, put: {} })
    expect((await get(`changes?after=${position}`, token)).body).toMatchObject({ reset: false })
    api.nation.clock.set(new Date(api.nation.clock.now().getTime() + 7 * day))
    const later = await thePanel()
    expect((await get(`changes?after=${position}`, later)).body).toMatchObject({ reset: true })
    expect((await begin(later)).nation).toBe(nation)
  })

  it('refuses what is no position, no cursor, no table, and more rows than it gives', async () => {
    const token = await thePanel()
    for (const path of [
      'changes',
      'changes?after=here',
      `changes?after=${Buffer.from('["1"]').toString('base64url')}`,
      'rows',
      'rows?table=sessions',
      'rows?table=members&after=there',
      `rows?table=members&after=${Buffer.from('["1","2","3"]').toString('base64url')}`,
      `rows?table=members&limit=${replicaLimits.page + 1}`,
      'rows?table=tasks&also=members',
      'rows?table=tasks&also=polls,sessions',
      'rows?table=tasks&also=',
      // Each table once: an answer looks at no more rows than its tables have.
      'rows?table=tasks&also=tasks',
      'rows?table=tasks&also=polls,bank,polls',
    ]) {
      expect([path, (await get(path, token)).status]).toEqual([path, 400])
    }
  })

  it('is the panel’s: no other sign-in reads it', async () => {
    const admin = await api.tokenOf(await aCitizen(api.nation.database, { isAdmin: true, isSuperAdmin: true }))
    for (const path of ['open', 'rows?table=members', 'changes?after=WzAsMF0']) {
      expect((await get(path, admin)).body.code).toBe('panel_only')
      expect((await api.send('GET', `/api/replica/${path}`)).status).toBe(401)
    }
  })
})

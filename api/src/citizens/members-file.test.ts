import { aCitizen, emptyNation, growNation } from '@nation/core/testing'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'

const api = useTestApi()

const person = (facts: Parameters<typeof aCitizen>[1] = {}) => aCitizen(api.nation.database, facts)

async function take(query: string, token?: string): Promise<Response> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return fetch(`${api.origin}/api/admin/export-users${query}`, { headers })
}

async function linesOf(query: string, token: string): Promise<string[]> {
  return (await (await take(query, token)).text()).split('\r\n').slice(1, -1)
}

describe('The file of members', () => {
  it('has every citizen with roles, holdings and dates, the newest first, and no former citizen', async () => {
    const grace = await person({ username: 'Grace', handle: 'grace', isSuperAdmin: true })
    const now = api.nation.clock.now()
    await person({ leftAt: now })
    const facts = { followers: 12, verified: true, tokenBalance: '1234500000000000', walletAddress: 'her-wallet' }
    const ada = await person({ username: 'Ada', handle: 'ada', role: 'moderator', lastActiveAt: now, ...facts })
    const response = await take('', await api.panelTokenOf(grace))
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="nation-members-[\d-]{10}\.csv"$/,
    )
    const [head, ...lines] = (await response.text()).split('\r\n')
    expect(head).toBe(
      'id,name,handle,role,office,administrator,moderator,candidate,followers,verified,wallet,balance,joined,last active',
    )
    const joined = (one: typeof ada) => one.joinedAt.toISOString()
    expect(lines).toEqual([
      `${ada.uid},Ada,ada,citizen,,no,yes,no,12,yes,her-wallet,1234500,${joined(ada)},${now.toISOString()}`,
      expect.stringMatching(new RegExp(`^${grace.uid},Grace,grace,admin,,yes,no,no,`)),
      '',
    ])
  })

  it('has those of a filter or a search, as the list finds them', async () => {
    const token = await api.panelTokenOf(await person({ username: 'Grace', isSuperAdmin: true }))
    await person({ username: 'Ada Minister', role: 'government', governmentRole: 'secretary' })
    await person({ username: 'Ada Other' })
    expect(await linesOf('?filter=government', token)).toEqual([expect.stringContaining('Ada Minister')])
    expect(await linesOf('?search=ada', token)).toHaveLength(2)
    expect(await linesOf('?search=ada&filter=government', token)).toHaveLength(1)
    expect(await linesOf('?search=nobody', token)).toEqual([])
    expect((await take('?filter=everybody', token)).status).toBe(400)
  })

  it('runs no formula that a citizen chose for a name', async () => {
    const token = await api.panelTokenOf(await person({ isSuperAdmin: true }))
    await person({ username: '=HYPERLINK("https://evil.example")' })
    expect((await linesOf('', token))[0]).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  })

  it('is the panel’s alone, and an entry of the audit', async () => {
    const grace = await person({ username: 'Grace', isSuperAdmin: true })
    expect((await take('')).status).toBe(401)
    expect((await take('', await api.tokenOf(grace))).status).toBe(403)
    const exported = () =>
      api.nation.database.query(`SELECT actor, visibility, facts FROM journal WHERE kind = 'admin.exported'`)
    expect(await exported()).toEqual([])
    expect((await take('', await api.panelTokenOf(grace))).status).toBe(200)
    expect(await exported()).toMatchObject([{ actor: grace.uid, visibility: 'admins' }])
  })

  it('has thousands of citizens once each, page by page', async () => {
    const { database, clock } = api.nation
    const token = await api.panelTokenOf(await person({ isSuperAdmin: true, walletAddress: null }))
    const now = clock.now()
    const place = { now, startsAt: now, electionId: '0' }
    const many = { ...emptyNation, citizens: 3_000 }
    await growNation((sql) => database.query(sql), place, emptyNation, many)
    const [row] = await database.query<{ n: string }[]>('SELECT COUNT(*) AS n FROM citizens WHERE left_at IS NULL')
    const ids = (await linesOf('', token)).map((line) => line.split(',')[0])
    expect(ids).toHaveLength(Number(row?.n))
    expect(new Set(ids).size).toBe(ids.length)
    // Every second handle begins alike: a search whose pages are shorter than asked for.
    const found = (await linesOf('?search=citizen', token)).map((line) => line.split(',')[0])
    expect(new Set(found).size).toBe(found.length)
    expect(found.length).toBeGreaterThan(1_400)
  })
})

import { describe, expect, it } from 'vitest'
import { askedWords } from '@nation/domain/citizens'
import { governmentRoles } from '@nation/domain/permissions'
import type { XProfile } from '../x/x-client'
import { change, counterDifferences, repairCounters } from '../platform'
import { writeCursor } from '../platform/cursor'
import { aCitizen, as, useTestNation } from '../testing'
import { counters } from '../nation'
import { countCitizens, findByWords, getMembers, getUsers, repairWords, wrongWords } from '.'
import { deleteAccount, welcome } from '../membership'

const nation = useTestNation()
const keys = { formerAccounts: Buffer.alloc(32, 1) }
const ada: XProfile = {
  id: '77',
  handle: 'ada_l',
  name: 'Ada Lovelace',
  avatarUrl: null,
  followers: 5,
  verified: false,
  createdAt: new Date('2020-01-01T00:00:00.000Z'),
}

const join = (profile: XProfile) => change(nation.runtime, {}, (ctx) => welcome(ctx, profile, keys))
const visitor = () =>
  ({ tx: nation.runtime.database.manager, now: nation.clock.now }) as Parameters<typeof getMembers>[0]

const search = async (text: string, limit = 10, cursor?: string) => {
  const { members, nextCursor } = await getMembers(visitor(), { search: text, limit, cursor })
  return { names: members.map(({ username }) => username), nextCursor }
}
const wrong = () => counterDifferences(nation.database, counters)

describe('A citizen who', () => {
  it('joins is found and counted, once, however often they sign in', async () => {
    await Promise.all([join(ada), join(ada), join(ada)])
    expect((await search('love')).names).toEqual(['Ada Lovelace'])
    expect(await countCitizens(nation.database.manager)).toBe(1)
    expect(await wrong()).toEqual([])
  })

  it('changes name and handle is found by the new ones alone', async () => {
    await join(ada)
    await join({ ...ada, name: 'Countess Ada', handle: 'countess' })
    expect((await search('ada')).names).toEqual(['Countess Ada'])
    expect((await search('countess')).names).toEqual(['Countess Ada'])
    expect((await search('love')).names).toEqual([])
    expect((await search('ada_l')).names).toEqual([])
  })

  it('leaves is neither found nor counted from that moment on', async () => {
    const citizen = await join(ada)
    await as(nation.runtime, citizen, (ctx) => deleteAccount(ctx, keys, { confirm: 'ada_l' }))
    expect((await search('ada')).names).toEqual([])
    expect((await search('former')).names).toEqual([])
    expect(await nation.database.query('SELECT * FROM citizen_words')).toEqual([])
    expect(await countCitizens(nation.database.manager)).toBe(0)
    expect(await wrong()).toEqual([])
    await join(ada)
    expect((await search('ada')).names).toEqual(['Ada Lovelace'])
    expect(await wrong()).toEqual([])
  })
})

describe('A search', () => {
  it('finds everybody once, page by page, in the order of the words', async () => {
    for (let n = 0; n < 25; n++) {
      await aCitizen(nation.database, { handle: `ada_${n}`, username: n % 2 === 0 ? 'Ada Adams' : 'Ben Adair' })
    }
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await getMembers(visitor(), { search: 'ada', limit: 4, cursor })
      found.push(...page.members.map(({ twitterUsername }) => twitterUsername))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toHaveLength(25)
    expect(new Set(found).size).toBe(25)
    expect((await search('ben ada')).names).toHaveLength(10)
    expect((await search('adams ben')).names).toEqual([])
  })

  it('that meets common words seldom stops early, says so, and finds everybody in the end', async () => {
    for (let n = 0; n < 260; n++) {
      await aCitizen(nation.database, { handle: `red_${n}`, username: n === 259 ? 'Red Blue' : 'Red' })
      await aCitizen(nation.database, { handle: `blue_${n}`, username: 'Blue' })
    }
    const ids: string[] = []
    let after: Awaited<ReturnType<typeof findByWords>>['next'] = null
    let pages = 0
    do {
      const page = await findByWords(nation.database.manager, askedWords('red blue'), { after, wanted: 5, budget: 200 })
      ids.push(...page.found.map(({ id }) => id))
      after = page.next
      pages += 1
    } while (after !== null)
    expect(ids).toHaveLength(1)
    expect(pages).toBeGreaterThan(2)
    const { total, totalIsMinimum } = await getUsers(visitor(), { search: 'red', filter: 'all', limit: 5 })
    expect({ total, totalIsMinimum }).toEqual({ total: 100, totalIsMinimum: true })
  })

  it('refuses a cursor that is not its own', async () => {
    const { nextCursor } = await getMembers(visitor(), { limit: 1 })
    expect(nextCursor).toBeNull()
    await expect(getMembers(visitor(), { search: 'a', limit: 1, cursor: 'WzEsMl0' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('A search for members without an office', () => {
  const vacant = (limit: number, cursor?: string) =>
    getMembers(visitor(), { search: 'ada', vacant: 'true', limit, cursor })

  it('finds ten where there are ten, though all officials come before them', async () => {
    for (const [n, governmentRole] of governmentRoles.entries())
      await aCitizen(nation.database, { handle: `ada_${n}`, username: 'Ada', governmentRole })
    for (let n = 10; n < 22; n++) await aCitizen(nation.database, { handle: `ada_${n}`, username: 'Ada' })
    const first = await vacant(10)
    expect(first.members.map(({ governmentRole }) => governmentRole)).toEqual(Array(10).fill(null))
    const second = await vacant(10, first.nextCursor!)
    expect([second.members.length, second.nextCursor]).toEqual([2, null])
    const handles = [...first.members, ...second.members].map(({ twitterUsername }) => twitterUsername)
    expect(new Set(handles).size).toBe(12)
    expect((await vacant(12)).nextCursor).toBeNull()
  })
})

describe('A cursor', () => {
  const pages = (text: string, limit: number, cursor?: string) => getMembers(visitor(), { search: text, limit, cursor })
  const refused = { code: 'invalid_input' }

  it('of another search, of another list or of no citizen is refused', async () => {
    for (const n of [1, 2, 3]) await aCitizen(nation.database, { handle: `ada_${n}`, username: 'Ada Blue' })
    const cursor = (await pages('ada', 1)).nextCursor!
    await expect(pages('blue', 1, cursor)).rejects.toMatchObject(refused)
    await expect(getMembers(visitor(), { limit: 1, cursor })).rejects.toMatchObject(refused)
    const { nextCursor: ofTheList } = await getMembers(visitor(), { limit: 1 })
    await expect(pages('ada', 1, ofTheList!)).rejects.toMatchObject(refused)
    for (const filter of ['admins', 'moderators', 'government'] as const)
      await expect(getUsers(visitor(), { search: 'ada', filter, limit: 1, cursor })).rejects.toMatchObject(refused)
    for (const keys of [['', 0], ['zz', 1], ['ada', '1; DROP'], ['ada', -1], [7, 'ada'], ['ada'], ['x'.repeat(101), 1]])
      await expect(pages('ada', 1, writeCursor(keys))).rejects.toMatchObject(refused)
    // Of the same search, however large the key is: no citizen comes after it.
    const behind = writeCursor(['ada\u{10fffd}', '99999999999999999999'])
    expect(await pages('ada', 1, behind)).toMatchObject({ members: [], nextCursor: null })
  })

  it('is good when another word of the search has become the rarest', async () => {
    const make = (username: string, n: number) => aCitizen(nation.database, { handle: `h${n}`, username })
    for (let n = 0; n < 6; n++) await make('Red Blue', n)
    await make('Blue', 6)
    const first = await pages('red blue', 2)
    for (let n = 10; n < 14; n++) await make('Red', n)
    const ids = first.members.map(({ id }) => id)
    for (let cursor = first.nextCursor; cursor !== null;) {
      const next = await pages('red blue', 2, cursor)
      ids.push(...next.members.map(({ id }) => id))
      cursor = next.nextCursor
    }
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
  })
})

describe('A name', () => {
  const names = [
    '🚀Ada 👩‍🚀',
    'مرحبا بالعالم',
    '山田太郎',
    'Z͑ͫ̓a̵l̸g̷o̸',
    "%_% \\ '; --",
    '\u202eadA',
    '한국 사람',
    'x'.repeat(128),
    '山'.repeat(50),
  ]

  it('of any script is stored, found by its words, and gone with its citizen', async () => {
    for (const [n, name] of names.entries()) {
      const citizen = await join({ ...ada, id: String(500 + n), handle: `h_${n}`, name })
      for (const asked of askedWords(name).filter((word) => word !== '')) {
        const { members } = await getMembers(visitor(), { search: asked, limit: 50 })
        expect(
          members.map(({ id }) => id),
          `${name}: ${asked}`,
        ).toContain(citizen.uid)
      }
    }
    expect(await wrongWords(nation.database)).toEqual([])
    for (const search of ['%', '\\', "'; --"]) {
      expect((await getMembers(visitor(), { search, limit: 50 })).members, search).toEqual([])
    }
  })

  it('whose words are wrong is found and corrected', async () => {
    const [citizen, gone] = [await aCitizen(nation.database), await aCitizen(nation.database)]
    await nation.database.query('DELETE FROM citizen_words WHERE citizen_id = ? LIMIT 1', [citizen.id])
    await nation.database.query(`INSERT INTO citizen_words (word, citizen_id) VALUES ('other', ?)`, [citizen.id])
    await nation.database.query('UPDATE citizens SET left_at = joined_at WHERE id = ?', [gone.id])
    expect((await wrongWords(nation.database)).map(({ uid }) => uid)).toEqual([citizen.uid, gone.uid])
    expect(await repairWords(nation.database)).toHaveLength(2)
    expect(await wrongWords(nation.database)).toEqual([])
  })
})

describe('Counters', () => {
  it('are corrected once when two processes correct them at the same time, and others go on changing them', async () => {
    await nation.database.query(`INSERT INTO counters (topic, subject, slot, n) VALUES ('citizens', 0, 3, 70)`)
    await Promise.all([
      ...[1, 2, 3].map(() => repairCounters(nation.database, counters)),
      ...Array.from({ length: 12 }, (_, n) => join({ ...ada, id: String(900 + n), handle: `joins_${n}` })),
    ])
    expect(await countCitizens(nation.database.manager)).toBe(12)
    expect(await wrong()).toEqual([])
  })

  it('that are wrong are found and mended', async () => {
    await aCitizen(nation.database)
    await nation.database.query(`UPDATE counters SET n = n + 3 WHERE topic = 'citizens'`)
    await nation.database.query(`INSERT INTO counters (topic, subject, slot, n) VALUES ('polls.open', 9, 0, 2)`)
    const found = [
      { topic: 'citizens', subject: '0', kept: 4, counted: 1 },
      { topic: 'polls.open', subject: '9', kept: 2, counted: 0 },
    ]
    expect(await wrong()).toEqual(found)
    expect(await repairCounters(nation.database, counters)).toEqual(found)
    expect(await wrong()).toEqual([])
    expect(await countCitizens(nation.database.manager)).toBe(1)
  })
})

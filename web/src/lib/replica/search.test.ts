import { describe, expect, it, vi } from 'vitest'
import { EntryRows } from './entry-rows'
import { SearchableMemory } from './search'
import type { Row } from './types'

const entry = (n: number, sentence: unknown[]): Row => ({
  id: String(n),
  kind: 'government.appointed',
  at: n,
  sentence,
})
const person = (id: string) => ({ is: 'person', id, as: 'president' })

function aMemory(): SearchableMemory {
  const memory = new SearchableMemory()
  const members = [
    { id: 'a', username: 'Élodie Brûlé', twitterUsername: 'elodie', walletAddress: null, governmentRole: null },
    { id: 'b', username: 'Bob', twitterUsername: 'bobelo', walletAddress: 'So1anaWallet', governmentRole: null },
  ]
  const payments = [{ id: 'p', payee: 'a', office: 'secretary', reference: 'Tx 77', rail: 'ledger' }]
  memory.apply({ put: { payments, members }, gone: {} }, 1)
  const gazette = [entry(1, [person('a'), ' became president.']), entry(2, [person('b'), ' left: ', 'a quarrel'])]
  memory.apply({ put: { gazette }, gone: {} }, 2)
  return memory
}

const find = async (memory: SearchableMemory, query: string) =>
  Object.fromEntries((await memory.search(query)).map(({ table, rows }) => [table, rows.map(({ id }) => id)]))

describe('A search', () => {
  it('tells nothing once it was given up', async () => {
    const memory = new SearchableMemory()
    const given = new AbortController()
    const search = memory.search('ada', { signal: given.signal })
    given.abort()
    await expect(search).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('finds by the beginning and inside of words, without case and accents, the beginning first', async () => {
    const memory = aMemory()
    expect(await find(memory, 'ELO')).toMatchObject({ members: ['a', 'b'] })
    expect(await find(memory, 'brule')).toMatchObject({ members: ['a'] })
    expect(await find(memory, 'wallet')).toEqual({ members: ['b'], gazette: ['2'] })
    expect(await find(memory, '  ')).toEqual({})
    expect(await find(memory, 'nobody')).toEqual({})
  })

  it('finds what is a citizen’s by their name, also after they were renamed', async () => {
    const memory = aMemory()
    expect(await find(memory, 'élodie')).toEqual({ members: ['a'], payments: ['p'], gazette: ['1'] })
    expect(await find(memory, 'bob quarrel')).toEqual({ gazette: ['2'] })
    memory.apply({ put: { members: [{ id: 'a', username: 'Anna', twitterUsername: 'anna' }] }, gone: {} }, 3)
    expect(await find(memory, 'élodie')).toEqual({})
    expect(await find(memory, 'anna')).toEqual({ members: ['a'], payments: ['p'], gazette: ['1'] })
  })

  it('finds the newest of those that say the same first', async () => {
    const memory = aMemory()
    const said = (id: string) => ({ id, message: 'The seats are taken.' })
    memory.apply({ put: { broadcasts: ['one', 'two', 'three'].map(said) }, gone: {} }, 3)
    memory.apply({ put: { broadcasts: [said('four')] }, gone: {} }, 4)
    expect(await find(memory, 'seats')).toEqual({ broadcasts: ['four', 'three', 'two', 'one'] })
  })

  it('finds every letter, digit and sign where it stands, alone and beside another', async () => {
    const letters = Array.from({ length: 0x7e - 0x20 }, (_, n) => String.fromCharCode(0x21 + n))
    const texts = [...letters, 'ßðþ', 'жук', '東京', ...letters.map((letter, n) => `${letter}${letters[(n * 7) % 40]}`)]
    const memory = new SearchableMemory()
    memory.apply({ put: { polls: texts.map((question, n) => ({ id: `p${n}`, question, status: '' })) }, gone: {} }, 1)
    for (const query of [...texts, 'z9', 'ж', '9z']) {
      const found = await memory.search(query, { limit: 1_000, tables: ['polls'] })
      const ids = found.flatMap(({ rows }) => rows.map(({ id }) => id))
      const expected = texts.flatMap((text, n) => (text.toLowerCase().includes(query.toLowerCase()) ? `p${n}` : []))
      expect([query, ids.toSorted()]).toEqual([query, expected.toSorted()])
    }
  })

  it('finds the same however much was typed before', async () => {
    const memory = aMemory()
    for (const query of ['e', 'el', 'elo', 'elod', 'elo']) await find(memory, query)
    expect(await find(memory, 'elod')).toEqual(await find(aMemory(), 'elod'))
  })

  it('finds the same after more words than it remembers, and after what it remembers was changed', async () => {
    const memory = aMemory()
    for (const word of 'elo quarrel brule so1ana presi bobelo'.split(' ')) {
      for (let n = 0; n < 40; n++) await find(memory, `${word} ${n}`)
      for (let end = 1; end <= word.length; end++) await find(memory, word.slice(0, end))
    }
    memory.apply({ put: { gazette: [entry(3, [person('b'), ' had a quarrel', ' with So1ana'])] }, gone: {} }, 3)
    expect(await find(memory, 'quarrel so1ana')).toEqual({ gazette: ['3', '2'] })
    memory.apply({ put: { members: [{ id: 'b', username: 'Bobette', twitterUsername: 'bo' }] }, gone: {} }, 4)
    expect(await find(memory, 'quarrel so1ana')).toEqual({ gazette: ['3'] })
    expect(await find(memory, 'bobelo')).toEqual({})
    expect(await find(memory, 'bobett')).toEqual({ members: ['b'], gazette: ['3', '2'] })
  })

  it('decides once how a rare word is looked for, however many of them are old', async () => {
    const memory = new SearchableMemory()
    const rows = Array.from({ length: 40_000 }, (_, n) => entry(n, [n < 500 ? ' signed a treaty' : ' was seated']))
    memory.apply({ put: { gazette: rows }, gone: {} }, 2)
    const counted = vi.spyOn(EntryRows.prototype, 'countOf')
    const [found] = await memory.search('treaty', { limit: 1_000, tables: ['gazette'] })
    expect(found?.rows).toHaveLength(500)
    expect(counted).toHaveBeenCalledTimes(1)
    counted.mockRestore()
  })

  it.each([true, false])(
    'finds the same of many entries, letter by letter, as one that looks for each query by itself; changed: %j',
    async (isChanged) => {
      const memory = new SearchableMemory()
      const names = ['Ada', 'Bo', 'Cem', 'Dana', 'Eve']
      const members = Array.from({ length: 2_000 }, (_, n) => ({ id: `m${n}`, username: `${names[n % 5]} ${n}` }))
      memory.apply({ put: { members }, gone: {} }, 1)
      const said = (n: number) => [
        person(`m${(n * 7) % 2_000}`),
        n % 3 === 0 ? ' resigned' : ' was seated',
        ` (${n % 997})`,
      ]
      const rows = Array.from({ length: 40_000 }, (_, n) => entry(n, said(n)))
      memory.apply({ put: { gazette: rows }, gone: {} }, 2)
      const sentences = new Map(rows.map(({ id }, n) => [id, said(n)] as const))
      memory.apply({ put: {}, gone: { gazette: ['12'] } }, 3)
      sentences.delete('12')
      if (isChanged) {
        // One changes, and one changes back.
        memory.apply({ put: { gazette: [entry(5, [person('m3'), ' resigned twice']), entry(9, ['.'])] }, gone: {} }, 4)
        memory.apply({ put: { gazette: [entry(9, said(9))] }, gone: {} }, 5)
        sentences.set('5', [person('m3'), ' resigned twice'])
      }
      const texts = [...sentences].map(([id, [who, ...others]]) => {
        const { username } = members[Number((who as { id: string }).id.slice(1))]!
        return { id, pieces: [username.toLowerCase(), ...(others as string[])] }
      })
      const expected = (query: string) => {
        const words = query.split(' ').filter(Boolean)
        const fit = texts.filter(({ pieces }) => words.every((word) => pieces.some((piece) => piece.includes(word))))
        return fit.map(({ id }) => Number(id)).toSorted((one, other) => other - one)
      }
      for (const typed of [
        'resigned ada 1995',
        'dana 1203 resigned',
        '(996) bo',
        'twice',
        'seated zz',
        'eve 1',
        'cem 1',
      ]) {
        for (let end = 1; end <= typed.length; end++) {
          const query = typed.slice(0, end)
          const [found] = await memory.search(query, { limit: 5, tables: ['gazette'] })
          const ids = expected(query)
          expect([query, found?.rows.map(({ id }) => Number(id)) ?? []]).toEqual([query, ids.slice(0, 5)])
          expect([query, found?.more ?? false]).toEqual([query, ids.length > 5])
        }
      }
    },
  )

  it('finds with more letters what came since the fewer ones were looked for', async () => {
    const memory = aMemory()
    expect(await find(memory, 'bo')).toMatchObject({ members: ['b'], gazette: ['2'] })
    const anna = { id: 'c', username: 'Bobby', twitterUsername: 'bobby' }
    memory.apply({ put: { members: [anna], gazette: [entry(3, [person('c'), ' came.'])] }, gone: {} }, 3)
    expect(await find(memory, 'bob')).toMatchObject({ members: ['b', 'c'], gazette: ['3', '2'] })
    memory.apply({ put: {}, gone: { members: ['b'] } }, 4)
    expect(await find(memory, 'bobb')).toMatchObject({ members: ['c'], gazette: ['3'] })
  })

  it('finds no entry that is gone, and one that was changed as it is now', async () => {
    const memory = aMemory()
    memory.apply(
      { put: { gazette: [entry(2, [person('a'), ' ', 'stayed', ' ', 'after all'])] }, gone: { gazette: ['1'] } },
      3,
    )
    expect(await find(memory, 'elodie')).toMatchObject({ gazette: ['2'] })
    expect(memory.table('gazette').get('2')).toEqual(entry(2, [person('a'), ' ', 'stayed', ' ', 'after all']))
    expect(await find(memory, 'quarrel')).toEqual({})
    memory.dropBefore('gazette', 4)
    expect([memory.table('gazette').size, await find(memory, 'stayed')]).toEqual([0, {}])
  })

  it('gives the room of sentences that changed free, and finds what they say now', async () => {
    const memory = new SearchableMemory()
    const count = 40_000
    const say = (words: string, n: number) => [` was ${words}`, ` in ${n % 7}`]
    const put = (words: string, batch: number) => {
      const gazette = Array.from({ length: count }, (_, n) => entry(n, say(words, n)))
      memory.apply({ put: { gazette }, gone: {} }, batch)
    }
    for (const [at, words] of ['seated', 'heard', 'paid', 'elected'].entries()) put(words, at + 1)
    const entries = memory.table('gazette') as EntryRows
    expect(entries.room).toEqual({ all: count * 8, empty: count * 6 })
    await memory.prepareSearch()
    expect(entries.room).toEqual({ all: count * 2, empty: 0 })
    expect(entries.get('77')).toEqual(entry(77, say('elected', 77)))
    expect(await find(memory, 'seated')).toEqual({})
    const [found] = await memory.search('elected 5', { limit: 2, tables: ['gazette'] })
    expect(found?.rows.map(({ id }) => id)).toEqual(['39996', '39989'])
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SearchableMemory } from './search'

const step = fc.record({
  do: fc.constantFrom('put', 'put', 'put', 'go', 'look', 'drop'),
  ids: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 6 }),
  at: fc.nat({ max: 1_000_000 }),
})

it('Members stay in the order in which they joined, whatever comes, changes and goes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const memory = new SearchableMemory()
      for (const [n, { do: what, ids, at }] of steps.entries()) {
        const rows = ids.map((id, place) => ({ id: `m${id}`, username: `Citizen ${id}`, joinedAt: at * 8 + place }))
        if (what === 'put') memory.apply({ put: { members: rows }, gone: {} }, n)
        else if (what === 'go') memory.apply({ put: {}, gone: { members: ids.map((id) => `m${id}`) } }, n)
        else if (what === 'drop') memory.dropBefore('members', at % (n + 1))
        else memory.newestMembers()
      }
      const times = memory.newestMembers().map(({ id, joinedAt }) => [id, Number(joinedAt)] as const)
      const stored = [...memory.table('members').rows()].map(({ id, joinedAt }) => [id, Number(joinedAt)] as const)
      expect(times.map(([, time]) => time)).toEqual(times.map(([, time]) => time).sort((one, other) => other - one))
      expect(new Map(times)).toEqual(new Map(stored))
      expect(times).toHaveLength(stored.length)
      expect(memory.newestMembers()).toBe(memory.newestMembers())
    }),
    { numRuns: 300 },
  )
})

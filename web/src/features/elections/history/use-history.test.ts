import { describe, expect, it } from 'vitest'
import type { ElectionSummary, Government } from '../shared/types'
import { readsOn, withoutGovernment } from './use-history'

const election = (id: string, startsAt: number) => ({ id, startsAt }) as ElectionSummary
const government = (electionId: string, electionStartedAt: number) => ({ electionId, electionStartedAt }) as Government

describe('elections that led to no government', () => {
  const elections = [election('counted now', 5), election('a', 4), election('cancelled', 3), election('b', 2)]

  it('are those that no government names', () => {
    const left = withoutGovernment(elections, [government('a', 4), government('b', 2)], false)
    expect(left.map(({ id }) => id)).toEqual(['counted now', 'cancelled'])
  })

  it('are not yet told where governments of their time are not read', () => {
    const left = withoutGovernment(elections, [government('a', 4)], true)
    expect(left.map(({ id }) => id)).toEqual(['counted now'])
  })
})

describe('elections are read on by themselves', () => {
  const [newest, older, oldest] = [election('counted now', 5), election('a', 4), election('b', 2)]
  const all = [government('a', 4), government('b', 2)]

  it('as far back as the governments that are read: a page of them may begin later', () => {
    expect(readsOn([[newest, older]], all, true)).toBe(true)
    expect(readsOn([[newest, older], [oldest]], all, true)).toBe(false)
  })

  it('past pages that have nothing to list, and not past those that have', () => {
    expect(readsOn([[newest], [older, oldest]], all, false)).toBe(true)
    expect(readsOn([[older, oldest], [election('cancelled', 1)]], all, false)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import type { ElectionSummary, Government } from '../shared/types'
import { withoutGovernment } from './use-history'

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

import { describe, expect, it } from 'vitest'
import { cardsBelow } from './columns'

const both = ['candidacy', 'outcome'] as const

describe('the columns of the day', () => {
  it.each([
    ['a citizen for whom much waits keeps all cards beside it', 5, false, ['outcome'], []],
    ['a citizen for whom a little waits has the last election below it', 2, false, ['outcome'], ['outcome']],
    ['an administrator has the last election below what waits', 4, true, ['outcome'], ['outcome']],
    ['a candidate has their candidacy below what waits', 4, false, both, ['candidacy']],
    ['where nothing waits both cards stand below that', 0, true, both, ['candidacy', 'outcome']],
    ['nothing moves where there is nothing to move', 0, true, [], []],
  ] as const)('%s', (_, lines, isAdmin, cards, below) => {
    expect(cardsBelow(lines, isAdmin, cards)).toEqual(below)
  })
})

/** The cards that may stand in either column of the day. */
export const movableCards = ['candidacy', 'outcome'] as const

export type MovableCard = (typeof movableCards)[number]

/** How high the parts of the day are at a desk, in rem, with the gap above each: near enough to tell which column is longer. */
const heights = { summary: 2, calm: 8, line: 6.5, administration: 12, candidacy: 15.5, outcome: 11, news: 29 } as const

/** Which of these cards stand below what waits: those with which the longer of the two columns is the shortest. */
export function cardsBelow(lines: number, isAdmin: boolean, cards: readonly MovableCard[]): readonly MovableCard[] {
  const sum = (some: readonly MovableCard[]) => some.reduce((all, card) => all + heights[card], 0)
  const left = heights.summary + (lines === 0 ? heights.calm : lines * heights.line)
  const right = heights.news + (isAdmin ? heights.administration : 0)
  const longer = (below: readonly MovableCard[]) => Math.max(left + sum(below), right + sum(cards) - sum(below))
  const [first, second] = cards
  const choices = [[], ...cards.map((card) => [card]), ...(first && second ? [[first, second]] : [])]
  return choices.reduce((best, one) => (longer(one) < longer(best) ? one : best))
}

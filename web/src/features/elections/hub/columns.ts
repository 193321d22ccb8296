import type { Election } from '../shared/types'
import { PAGE } from './use-candidates'
import type { useHubFilter } from './use-hub-filter'

/** How narrow a card may become, by how many stand in a line at a desk. */
export const narrowest = { 3: '21rem', 4: '16rem', 5: '13.5rem' } as const

type Count = keyof typeof narrowest
type Filter = Pick<ReturnType<typeof useHubFilter>, 'byOffice' | 'position' | 'search'>

/** How many candidates a page of the chosen office has: the same while one searches, and on each page of it. */
export function countOnPage({ positions }: Pick<Election, 'positions'>, { position }: Pick<Filter, 'position'>) {
  const office = positions.find(({ id }) => id === position)
  return office && Math.min(office.candidateCount, PAGE)
}

/**
 * In how many columns candidates stand at a desk. Those of several offices, each under its title: five. Those of one office: so many
 * that the last line has the fewest holes, and of such counts the fewest columns. What a search finds: three.
 */
export function columnsOf(candidates: number, { byOffice, position, search }: Filter): Count {
  if (byOffice) return 5
  if (position === null || search !== '') return 3
  const holes = (columns: Count) => (columns - (candidates % columns)) % columns
  return ([4, 5] as const).reduce<Count>((best, columns) => (holes(columns) < holes(best) ? columns : best), 3)
}

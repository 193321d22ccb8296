import { countFirst } from '../formats'
import { positionOf, type PositionDefinition } from './positions'

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Offices as the beginning of a sentence: 'Six ministries', or 'President, Prime Minister and Secretary'. */
export function officesInWords(offices: readonly Pick<PositionDefinition, 'id' | 'phase'>[]): string {
  const ministries = offices.every(({ phase }) => phase === 'phase_two')
  if (ministries && offices.length > 1) return `${countFirst(offices.length)} ministries`
  return list.format(offices.map(({ id }) => positionOf(id).short))
}

import type { PositionId } from '../shared/types'

/** So many candidates are compared at once. */
const SIDES = 2

/** The address of one office's ballot. */
export const ballotPath = (office: PositionId): string => `/elections/ballot/${office}`

/** The address that says for whom one voted. */
export const DONE_PATH = '/elections/ballot/done'

/** The candidates that an address compares, each once and never more than two. */
export const comparedIn = (parameters: URLSearchParams): string[] =>
  [...new Set((parameters.get('compare') ?? '').split(',').filter(Boolean))].slice(0, SIDES)

/** The same with one candidate taken out, or put in: a third takes the place of the second. */
export const toggled = (compared: readonly string[], id: string): string[] =>
  compared.includes(id) ? compared.filter((one) => one !== id) : [...compared.slice(0, SIDES - 1), id]

/** An address' parameters for this comparison. */
export const comparing = (compared: readonly string[]): string =>
  compared.length > 0 ? `?compare=${compared.join(',')}` : ''

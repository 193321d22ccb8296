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

/** The parameters of the address for this comparison; the page of the list stays. */
export function comparing(compared: readonly string[], parameters: URLSearchParams): string {
  const next = new URLSearchParams(parameters)
  next.delete('compare')
  const page = next.size > 0 ? next.toString() : ''
  const comparison = compared.length > 0 ? `compare=${compared.join(',')}` : ''
  const all = [page, comparison].filter(Boolean).join('&')
  return all === '' ? '' : `?${all}`
}

import { positions } from '@nation/domain/elections'

/**
 * The orders of all positions as a list for SQL. With it a query by election, position and citizen uses the whole key: one look-
 * up for each position.
 */
export const everyPosition = positions.map(({ order }) => order).join(', ')

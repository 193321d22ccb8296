import { positions } from '@nation/domain/elections'

/**
 * The numbers of all positions as a list for SQL: what is looked for by election, position and citizen is then found by its key, a
 * look-up for each position.
 */
export const everyPosition = positions.map(({ order }) => order).join(', ')

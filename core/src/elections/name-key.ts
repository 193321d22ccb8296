import { createHash } from 'node:crypto'
import { skeletonOf } from '../citizens'

/**
 * The key of a name among the candidates for a position (its order) in an election (row key): a SHA-256 in hexadecimal digits.
 */
export const nameKey = (electionId: string, position: number, name: string): string =>
  createHash('sha256')
    .update(`${electionId}:${position}:${skeletonOf(name)}`)
    .digest('hex')

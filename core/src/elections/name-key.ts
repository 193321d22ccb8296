import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'

/**
 * The look of a name: names with the same skeleton are hard to tell apart (Unicode Technical Standard 39, confusable characters).
 * Case, accents of Latin, Greek and Cyrillic letters and spaces make no difference, and neither do signs. `i` and `l` count as
 * equal, because a capital I looks like a small l. Use the skeleton only for comparisons; it is not a name.
 */
export function skeletonOf(name: string): string {
  const letters = unhomoglyph(unhomoglyph(name.normalize('NFKD')).toLowerCase())
    .replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '')
    .replaceAll('i', 'l')
  // A name without letters is compared with all its characters.
  return letters || name.normalize('NFKD')
}

/**
 * The key of a name among the candidates for a position (its order) in an election (row key): a SHA-256 in hexadecimal digits.
 */
export const nameKey = (electionId: string, position: number, name: string): string =>
  createHash('sha256')
    .update(`${electionId}:${position}:${skeletonOf(name)}`)
    .digest('hex')

import { createHash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'

/**
 * What a name looks like: names with the same skeleton are hard to tell apart (Unicode Technical Standard 39, confusable characters).
 * Case, accents of Latin, Greek and Cyrillic letters, spaces and signs make no difference, and neither do `i` and `l`, of which
 * one in capitals looks like the other. It is for comparing alone, and is not a name.
 */
export function skeletonOf(name: string): string {
  const letters = unhomoglyph(unhomoglyph(name.normalize('NFKD')).toLowerCase())
    .replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '')
    .replaceAll('i', 'l')
  // Of a name without any letter all that it has is compared.
  return letters || name.normalize('NFKD')
}

/** The key of a name among those who stand for a position (its order) in an election (row key): a SHA-256 in hexadecimal digits. */
export const nameKey = (electionId: string, position: number, name: string): string =>
  createHash('sha256')
    .update(`${electionId}:${position}:${skeletonOf(name)}`)
    .digest('hex')

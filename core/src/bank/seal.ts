import { createHash } from 'node:crypto'
import { sealText, type SealedMovement } from '@nation/domain/bank'

/** The seal of a movement: SHA-256 of the seal before it and of all that the movement says. */
export const sealOf = (before: string, movement: SealedMovement): string =>
  createHash('sha256').update(sealText(before, movement)).digest('hex')

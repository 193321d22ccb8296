import { Foundation1700000000001 } from './1700000000001-foundation'

/** Every migration, oldest first. */
export const migrations = [Foundation1700000000001]

import { Foundation1700000000001 } from './1700000000001-foundation'
import { Elections1700000000010 } from './1700000000010-elections'
import { Broadcasts1700000000020 } from './1700000000020-broadcasts'

/** Every migration, oldest first. */
export const migrations = [Foundation1700000000001, Elections1700000000010, Broadcasts1700000000020]

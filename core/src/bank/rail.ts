import type { PayoutRailName } from '@nation/domain/bank'
import type { CitizenContext } from '../platform'
import type { GovernmentRole } from '@nation/domain/permissions'
import type { Person } from './ledger'
import type { LockedBank } from './locked-bank'

/** A payment that is to be settled. */
export interface PayoutOrder {
  /** The payment's row key and public id. */
  readonly id: string
  readonly uid: string
  readonly payee: Person
  /** For which office, in the cycle of this number. */
  readonly office: GovernmentRole
  readonly cycle: number
  readonly cents: number
  /** What says that it was paid: the number of a transfer, a transaction. */
  readonly reference: string
}

/**
 * A way in which salaries leave the books. A rail settles orders in the caller's transaction, all of them or, when it
 * throws, none; the bank is locked, so none of them is settled twice.
 */
export interface PayoutRail {
  readonly name: PayoutRailName
  settle(ctx: CitizenContext, bank: LockedBank, orders: readonly PayoutOrder[]): Promise<void>
}

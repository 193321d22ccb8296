import { rights } from '../platform'
import type { Feature } from '../work'
import { bankCounters, waitingCounter } from './bank-counter'
import { BankCheck, BankCycle, BankPayment, BankPayout, BankPercentages, BankState, BankTotal } from './bank.entity'
import { LedgerAccount, LedgerEntryRow, LedgerMovement } from './ledger.entity'

/** What the bank adds to the nation. */
export const feature: Feature = {
  entities: [
    BankState,
    BankTotal,
    BankPercentages,
    BankCycle,
    BankPayment,
    BankPayout,
    BankCheck,
    LedgerAccount,
    LedgerMovement,
    LedgerEntryRow,
  ],
  tables: {
    bank_checks: rights.facts,
    bank_cycles: rights.facts,
    bank_payments: rights.facts,
    bank_payouts: rights.facts,
    bank_percentages: rights.facts,
    bank_state: rights.kept,
    bank_totals: rights.facts,
    bank_waiting: rights.passing,
    ledger_accounts: { ...rights.facts, change: ['balance_cents'] },
    ledger_entries: rights.facts,
    ledger_movements: rights.facts,
  },
  counters: [bankCounters.funded, bankCounters.paidOut, bankCounters.owed, waitingCounter],
}

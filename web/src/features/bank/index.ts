// What the app and other features use of the bank.
export { Overdraft } from './Funding'
export { NextPayment } from './PoolNote'
export { money, moneyOf, statusWords } from './bank-words'
export { BooksCheck } from './history/Ledger'
export { useBankData, useCycles, usePaymentStatus, usePayments } from './use-bank'
export type { BankData, Payment } from './use-bank'

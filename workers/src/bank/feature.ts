import { checkBooksNightly, checkDueAt, payDueCycles, paymentDueAt } from '@nation/core/bank'
import { exclusively, type TimedJob } from '@nation/core/work'

/** What the clock asks of the bank: salaries at countdown zero, and a look at the books every night. */
export const bankJobs: readonly TimedJob[] = [
  {
    name: 'bank.pay-due',
    dueAt: paymentDueAt,
    run: async (runtime) => {
      await payDueCycles(runtime)
    },
  },
  {
    name: 'bank.check-books',
    long: true,
    dueAt: checkDueAt,
    run: async (runtime) => {
      return exclusively(runtime, 'work bank.check-books', () => checkBooksNightly(runtime))
    },
  },
]

import { z } from 'zod'
import { governmentRoles } from '../permissions'
import {
  actor,
  answer,
  defineCall,
  instant,
  line,
  publicId,
  queryInteger,
  seenVersion,
  settingVersion,
} from '../definitions'
import { accountKinds, movementKinds } from './ledger'
import { payoutLimits, payoutRails } from './payout-batch'
import { paymentStates, salaryPresets } from './constants'
import { cycleInWords } from './cycles'

const exampleId = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Money: a number of dollars for showing, and the whole cents that it is. */
export const usd = () => z.number().describe('US dollars, for showing')
export const cents = () =>
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .describe('Whole cents: this is the amount')

const office = z.enum(governmentRoles)
const percent = () => z.number().describe('Percent, at most two decimals')

/** Percent by office; an office that is not named gets nothing. */
const percentages = z.partialRecord(office, percent())

/** A citizen as the bank names them: payee, holder, or author of an entry. */
const person = z.object({
  id: publicId(),
  username: z.string(),
  twitterUsername: z.string(),
  profilePicture: z.string().nullable(),
})

/** An office that is paid, and who would be paid for it now. */
const position = z.object({
  office,
  title: z.string(),
  percent: percent(),
  amount: usd(),
  amountCents: cents(),
  holder: person.extend({ since: instant() }).nullable().describe('Null where the seat is vacant'),
})

/** How far the money is. Amounts in dollars. */
const balances = z.object({
  funded: usd().describe('What came from the developer wallet in all'),
  treasury: usd().describe('Below nothing: salaries that no recorded funding covers yet'),
  budget: usd(),
  operations: usd(),
  owed: usd().describe('Earned by officials and not paid out yet'),
  paidOut: usd(),
})

/** The last check of the books. */
const check = z.object({
  checkedAt: instant(),
  balanced: z.boolean(),
  movements: z.number().int().describe('How many movements were checked'),
})

/** The bank as everybody sees it (requirements 1.3). */
const bankData = z.object({
  totalSalaries: usd().describe('The government budget of one cycle'),
  totalSalariesCents: cents(),
  totalVersion: settingVersion(),
  salaryPercentages: percentages,
  percentagesVersion: settingVersion(),
  salaryCalculations: z.partialRecord(office, usd()).describe('What each office gets of a whole cycle'),
  nextPaymentDate: instant().nullable(),
  lastUpdated: instant().nullable().describe('When pool or percentages were set last'),
  totalSetAt: instant().nullable().describe('When the pool was set last'),
  cycleActive: z.boolean(),
  paymentStatus: z.object({
    isDue: z.boolean(),
    daysUntilPayment: z.number().int().nullable().describe('Rounded up; 0 when it is due, null when none is scheduled'),
  }),
  cycle: z.object({ number: z.number().int(), startsAt: instant(), dueAt: instant() }).nullable(),
  positions: z.array(position),
  split: z.object({ operationsPercent: percent(), governmentPercent: percent() }),
  balances,
  books: check.nullable().describe('Null before the first check'),
})

/** A salary that was booked, as its receipt says it. */
const payment = z.object({
  id: publicId(),
  cycle: z.number().int(),
  cycleStartsAt: instant(),
  cycleDueAt: instant(),
  office,
  title: z.string(),
  payee: person,
  percent: percent(),
  heldMs: z.number().int().describe('How long the office was held in the cycle, in milliseconds'),
  amount: usd(),
  amountCents: cents(),
  bookedAt: instant(),
  movementId: publicId().describe('The movement of the ledger that booked it'),
  seal: z.string().describe('That movement’s seal'),
  status: z.enum(paymentStates),
  paidAt: instant().nullable(),
  rail: z.enum(payoutRails).nullable(),
  reference: z.string().nullable(),
})

export type PaymentView = z.output<typeof payment>

/** A cycle that was paid. */
const paidCycle = z.object({
  number: z.number().int(),
  startsAt: instant(),
  dueAt: instant(),
  processedAt: instant(),
  processedBy: z.string().nullable().describe('Who pressed; null when it was paid by itself'),
  total: usd(),
  totalCents: cents(),
  paid: usd(),
  vacant: usd().describe('What stayed in the treasury'),
  payments: z.number().int(),
  settled: z.number().int().describe('How many of them are marked paid'),
  salaryPercentages: percentages,
})

/** A movement of the ledger with its entries, which add up to nothing. */
const movement = z.object({
  id: publicId(),
  number: z.number().int().describe('The movement’s place in the ledger, from 1'),
  kind: z.enum(movementKinds),
  cycle: z.number().int().nullable(),
  paymentId: publicId().nullable(),
  reference: z.string().nullable(),
  actor: z
    .object({ id: publicId(), username: z.string() })
    .nullable()
    .describe('Who booked it; null when the nation did by itself'),
  at: instant(),
  seal: z.string().describe('SHA-256 over this movement and the seal before it'),
  entries: z.array(
    z.object({ account: z.enum(accountKinds), payee: person.nullable(), amount: usd(), amountCents: cents() }),
  ),
})

export type MovementView = z.output<typeof movement>

const cursor = () => z.string().max(200).optional()
const adminId = actor

/** An amount in dollars: what cannot be one has a sentence of its own (requirements 1.5). */
const dollars = (sentence: string) => z.union([z.number(), z.string().max(20, sentence)], sentence)

export const getData = defineCall({
  id: 'bank.get-data',
  method: 'GET',
  summary: 'The salary pool, what each office gets of it, the next payment, and how far the money is.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({ bankData }),
  errors: [],
  example: {},
})

export const getPayments = defineCall({
  id: 'bank.get-payments',
  method: 'GET',
  summary: 'Salaries that were booked, the newest first, each with all that its receipt says.',
  access: 'anyone',
  input: z.strictObject({
    paymentId: publicId().optional(),
    userId: publicId().optional().describe('Payments of one official'),
    office: office.optional(),
    status: z.enum(paymentStates).optional(),
    cycle: queryInteger(1, 1_000_000).optional(),
    limit: queryInteger(1, 100).optional(),
    cursor: cursor(),
  }),
  output: answer({ payments: z.array(payment), nextCursor: z.string().nullable() }),
  errors: [],
  example: { limit: '20' },
})

export const getCycles = defineCall({
  id: 'bank.get-cycles',
  method: 'GET',
  summary: 'Cycles that were paid, the newest first.',
  access: 'anyone',
  input: z.strictObject({ limit: queryInteger(1, 100).optional(), cursor: cursor() }),
  output: answer({ cycles: z.array(paidCycle), nextCursor: z.string().nullable() }),
  errors: [],
  example: { limit: '20' },
})

export const getLedger = defineCall({
  id: 'bank.get-ledger',
  method: 'GET',
  summary: 'The ledger: every movement of money with its cause and its entries, the newest first.',
  access: 'anyone',
  input: z.strictObject({ limit: queryInteger(1, 100).optional(), cursor: cursor() }),
  output: answer({ movements: z.array(movement), nextCursor: z.string().nullable() }),
  errors: [],
  example: { limit: '20' },
})

export const exportPayments = defineCall({
  id: 'bank.export-payments',
  method: 'GET',
  kind: 'document',
  summary: 'All salaries that were booked, as a CSV file that is safe to open in a spreadsheet.',
  access: 'anyone',
  input: z.strictObject({ userId: publicId().optional() }),
  output: z.unknown(),
  errors: [],
  example: {},
  limit: { points: 20, seconds: 60, by: 'address' },
})

export const updateTotal = defineCall({
  id: 'bank.update-total',
  method: 'POST',
  summary: 'Sets the budget of a cycle. It holds for cycles that are not due yet.',
  access: 'panel',
  input: z.strictObject({
    totalSalaries: dollars('Please enter a valid salary amount'),
    version: seenVersion().optional(),
    adminId: adminId(),
  }),
  output: answer({ totalSalaries: usd(), totalSalariesCents: cents(), totalVersion: settingVersion() }),
  errors: ['salary_invalid', 'setting_changed'],
  invalid: { totalSalaries: 'salary_invalid' },
  example: { totalSalaries: 12_500 },
})

export const updatePercentages = defineCall({
  id: 'bank.update-percentages',
  method: 'POST',
  summary:
    'Sets what each office gets of the budget, in percent; together 100. It holds for cycles that are not due yet.',
  access: 'panel',
  input: z.strictObject({
    salaryPercentages: z.partialRecord(office, z.number()),
    version: seenVersion().optional(),
    adminId: adminId(),
  }),
  output: answer({ salaryPercentages: percentages, percentagesVersion: settingVersion() }),
  errors: ['percentages_invalid', 'setting_changed'],
  invalid: { salaryPercentages: 'percentages_invalid' },
  example: { salaryPercentages: { ...salaryPresets.constitution } },
})

export const startCycle = defineCall({
  id: 'bank.start-cycle',
  method: 'POST',
  summary: `Starts the payment cycle, once: salaries are due in ${cycleInWords()}, and every ${cycleInWords()} from then on.`,
  access: 'panel',
  input: z.strictObject({ adminId: adminId() }),
  output: answer({ cycleActive: z.literal(true), nextPaymentDate: instant(), cycle: z.number().int() }),
  errors: ['cycle_running', 'total_missing'],
  example: {},
})

export const processPayment = defineCall({
  id: 'bank.process-payment',
  method: 'POST',
  summary:
    'Pays what is due, as it happens automatically at countdown zero. Safe to press twice: a cycle is paid once.',
  access: 'panel',
  input: z.strictObject({
    cycle: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe('The cycle that is meant: when it is paid already, that is said'),
    adminId: adminId(),
  }),
  output: answer({
    paid: z.array(paidCycle.pick({ number: true, total: true, paid: true, vacant: true, payments: true })),
    alreadyPaid: z.boolean(),
    nextPaymentDate: instant(),
  }),
  errors: ['no_cycle', 'payment_not_due', 'government_not_seated'],
  example: {},
})

export const recordFunding = defineCall({
  id: 'bank.record-funding',
  method: 'POST',
  summary: 'Books what came from the developer wallet: half to the treasury, half to project operations.',
  access: 'panel',
  input: z.strictObject({
    amount: dollars('Please enter a valid amount'),
    reference: line(payoutLimits.reference).describe('Where it can be looked up, such as a transaction'),
    adminId: adminId(),
  }),
  output: answer({ movement }),
  errors: ['amount_invalid'],
  invalid: { amount: 'amount_invalid' },
  example: { amount: 25_000, reference: 'Fees of the first week' },
})

export const markPaid = defineCall({
  id: 'bank.mark-paid',
  method: 'POST',
  summary: 'Marks a payment as paid, with its reference. Repeating it with the same reference changes nothing.',
  access: 'panel',
  input: z.strictObject({ paymentId: publicId(), reference: line(payoutLimits.reference), adminId: adminId() }),
  output: answer({ payment }),
  errors: ['payment_not_found', 'payment_settled'],
  example: { paymentId: exampleId, reference: 'Transfer 2026-118' },
})

export const markBatch = defineCall({
  id: 'bank.mark-batch',
  method: 'POST',
  summary: 'Marks many payments as paid, from CSV: all lines or, when any is wrong, none; every wrong line is named.',
  access: 'panel',
  input: z.strictObject({ csv: z.string().min(1, 'Please choose a file.').max(120_000), adminId: adminId() }),
  output: answer({
    marked: z.number().int(),
    unchanged: z.number().int().describe('Lines that were marked with the same reference before'),
    total: usd(),
    totalCents: cents(),
  }),
  errors: ['batch_invalid', 'batch_unusable'],
  example: { csv: `payment,reference\n${exampleId},Transfer 2026-118\n` },
})

export const exportBatch = defineCall({
  id: 'bank.export-batch',
  method: 'GET',
  summary:
    'The payments that wait to be paid out, as CSV with the payees’ wallets; its column `reference` is to be filled.',
  access: 'panel',
  input: z.strictObject({ cycle: queryInteger(1, 1_000_000).optional() }),
  output: answer({
    filename: z.string(),
    csv: z.string(),
    payments: z.number().int().describe('How many are in the file: the oldest, as many as come back in one request'),
    waiting: z.number().int().describe('How many wait in all'),
  }),
  errors: [],
  example: {},
})

export const checkBooks = defineCall({
  id: 'bank.check-books',
  method: 'POST',
  summary: 'Checks the books now, as happens every night: every movement, every balance, every seal.',
  access: 'panel',
  input: z.strictObject({ adminId: adminId() }),
  output: answer({ books: check, problems: z.array(z.string()) }),
  errors: [],
  example: {},
  limit: { points: 10, seconds: 60, by: 'caller' },
})

export const bankCalls = [
  getData,
  getPayments,
  getCycles,
  getLedger,
  exportPayments,
  updateTotal,
  updatePercentages,
  startCycle,
  processPayment,
  recordFunding,
  markPaid,
  markBatch,
  exportBatch,
  checkBooks,
] as const

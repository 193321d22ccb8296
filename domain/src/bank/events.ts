import { z } from 'zod'
import { governmentRoles } from '../permissions'
import { instant, publicId, defineEvent } from '../definitions'

const bank = [
  'bank.get-data',
  'bank.get-payments',
  'bank.get-cycles',
  'bank.get-ledger',
  'government.overview',
] as const
/** Of these the day of an administrator has lines: what the treasury lacks, a payment that is due, salaries to mark as paid. */
const administratorsDay = ['participation.day'] as const
const cents = z
  .string()
  .regex(/^\d{1,20}$/)
  .describe('US cents')
const checked = z.strictObject({ movements: z.number().int(), problems: z.array(z.string()) })

const settingEvents = [
  defineEvent({
    kind: 'bank.total-changed',
    summary: 'All salaries of a cycle together are another sum.',
    audience: 'public',
    facts: z.strictObject({ totalCents: cents }),
    stale: bank,
    staleForAdmins: administratorsDay,
  }),
  defineEvent({
    kind: 'bank.percentages-changed',
    summary: 'The offices share the sum of salaries otherwise.',
    audience: 'public',
    facts: z.strictObject({ percentages: z.record(z.string(), z.number()) }),
    // The president misses an appointed office while the bank pays it. A president may be no administrator.
    stale: [...bank, 'participation.day'],
  }),
  defineEvent({
    kind: 'bank.cycle-started',
    summary: 'The first cycle of salaries began.',
    audience: 'public',
    facts: z.strictObject({ cycle: z.number().int(), startsAt: instant(), dueAt: instant() }),
    stale: bank,
    staleForAdmins: administratorsDay,
  }),
] as const

const moneyEvents = [
  defineEvent({
    kind: 'bank.funding-recorded',
    summary: 'Money came into the treasury.',
    audience: 'public',
    facts: z.strictObject({ amountCents: cents, governmentCents: cents, operationsCents: cents }),
    stale: bank,
    staleForAdmins: administratorsDay,
  }),
  defineEvent({
    kind: 'bank.cycle-paid',
    summary: 'The salaries of a cycle were booked.',
    audience: 'public',
    facts: z.strictObject({
      number: z.number().int(),
      totalCents: z.number().int(),
      paidCents: z.number().int(),
      vacantCents: z.number().int(),
      payments: z.number().int(),
      dueAt: instant(),
    }),
    stale: bank,
    staleForAdmins: administratorsDay,
  }),
  defineEvent({
    kind: 'bank.salary-booked',
    summary: 'A salary is owed to you.',
    audience: 'citizen',
    facts: z.strictObject({
      paymentId: publicId(),
      cycle: z.number().int(),
      office: z.enum(governmentRoles),
      amountCents: cents,
    }),
    stale: bank,
  }),
  defineEvent({
    kind: 'bank.payments-settled',
    summary: 'Salaries were paid out.',
    audience: 'public',
    facts: z.strictObject({
      rail: z.string(),
      payments: z.number().int(),
      amountCents: cents,
      /** For which office and in which cycle, where it was one payment. Entries of before 2026-11 do not say. */
      salary: z.strictObject({ office: z.enum(governmentRoles), cycle: z.number().int() }).optional(),
    }),
    stale: bank,
    staleForAdmins: administratorsDay,
  }),
  defineEvent({
    kind: 'bank.salary-paid',
    summary: 'A salary was paid out to you.',
    audience: 'citizen',
    facts: z.strictObject({ paymentId: publicId(), amountCents: cents, reference: z.string().nullable() }),
    stale: bank,
  }),
] as const

const checkEvents = [
  defineEvent({
    kind: 'bank.books-checked',
    summary: 'The books are right.',
    audience: 'public',
    facts: checked,
    stale: bank,
  }),
  defineEvent({
    kind: 'bank.books-differ',
    summary: 'The books are not right.',
    audience: 'admins',
    facts: checked,
    stale: [...bank, 'admin.background-work'],
  }),
] as const

export const bankEvents = [...settingEvents, ...moneyEvents, ...checkEvents] as const

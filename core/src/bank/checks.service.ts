import { nightOf } from '@nation/domain/bank'
import type { CallOutput } from '@nation/domain/contract'
import type { DataSource } from 'typeorm'
import { change, type CitizenContext, column, type Context, readRows, type Runtime } from '../platform'
import { lockBank, readBank } from './locked-bank'
import { problemsOfBooks } from './reconcile'

/** The books are wrong: administrators have been notified, and a person has to look. */
export class BooksDiffer extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The bank's books are not right: ${problems.join(' ')}`)
    this.name = 'BooksDiffer'
  }
}

/** `bank.check-books`: checks the books now. */
export async function checkBooks(ctx: CitizenContext): Promise<CallOutput<'bank.check-books'>> {
  const { checkedAt, movements, problems } = await check(ctx, null)
  return {
    success: true,
    books: { checkedAt: checkedAt.getTime(), balanced: problems.length === 0, movements },
    problems,
  }
}

/**
 * The nightly check: once for each night, however many workers try.
 * @throws BooksDiffer when something is wrong, after it was stored and administrators were notified
 */
export async function checkBooksNightly(runtime: Runtime): Promise<void> {
  const problems = await change(runtime, {}, checkTonight)
  if (problems.length > 0) throw new BooksDiffer(problems)
}

/** This night's check in the caller's transaction, unless it was made already; answers what is wrong. */
export async function checkTonight(ctx: Context): Promise<string[]> {
  await lockBank(ctx.tx)
  const night = new Date(nightOf(ctx.now().getTime()))
  const done = await readRows(ctx.tx, { id: column.key }, 'SELECT id FROM bank_checks WHERE night >= ? LIMIT 1', [
    night,
  ])
  return done.length > 0 ? [] : (await check(ctx, night)).problems
}

/** When the books are to be checked next; null before anything was booked. */
export async function checkDueAt(database: DataSource, now: Date): Promise<Date | null> {
  const { movements } = await readBank(database.manager)
  if (movements === 0) return null
  const night = new Date(nightOf(now.getTime()))
  const done = await readRows(database, { id: column.key }, 'SELECT id FROM bank_checks WHERE night >= ? LIMIT 1', [
    night,
  ])
  return done.length > 0 ? null : night
}

async function check(ctx: Context, night: Date | null) {
  const bank = await lockBank(ctx.tx)
  const checkedAt = ctx.now()
  const problems = await problemsOfBooks(ctx.tx, bank)
  await ctx.tx.query('INSERT INTO bank_checks (night, checked_at, movements, problems) VALUES (?, ?, ?, ?)', [
    night,
    checkedAt,
    bank.movements,
    JSON.stringify(problems),
  ])
  ctx.journal.add({
    kind: problems.length === 0 ? 'bank.books-checked' : 'bank.books-differ',
    actor: ctx.caller?.uid ?? null,
    facts: { movements: bank.movements, problems },
  })
  return { checkedAt, movements: bank.movements, problems }
}

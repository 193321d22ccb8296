import { isPageNumber, pictureOf, usernameOf } from '@nation/domain/citizens'
import { governmentRoles, isAdministrator } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { officeTitle, positionNumbered } from '@nation/domain/elections'
import { NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { everyPosition, isNotVoid } from '../elections'
import { column, isDuplicate, readRows, type CitizenContext, type Context } from '../platform'
import { Citizen, lockCaller, CitizenPage } from '../citizens'

type Page = CallOutput<'citizens.page'>['page']

/** A year of weeks: more is not shown on one page. */
const most = 52

/** The numbers that a page may have: the second where another page has the first. */
export const pageNumbers = (uid: string): readonly [string, string] => [
  uid.slice(-8).toUpperCase(),
  uid.slice(-12).toUpperCase(),
]

/**
 * Whose page has a number.
 * @throws NationError `citizen_not_found` alike for pages that are not shown and for citizens who are unknown or have left
 */
async function holderOf({ tx }: Context, number: string): Promise<Citizen> {
  // What is no number is not looked for: the column is ASCII, and a comparison with other letters would fail.
  if (!isPageNumber(number)) throw new NationError('citizen_not_found')
  const page = await tx.getRepository(CitizenPage).findOneBy({ number })
  const citizen = page && (await tx.getRepository(Citizen).findOneBy({ id: page.citizenId }))
  if (!citizen || citizen.leftAt !== null) throw new NationError('citizen_not_found')
  return citizen
}

/** What the head of a page and its picture name a citizen by; what else is on the page is not read for it. @throws NationError as `citizenPage` */
export async function citizenPageHead(ctx: Context, number: string) {
  const citizen = await holderOf(ctx, number)
  return {
    number,
    username: usernameOf(citizen.username),
    twitterUsername: citizen.handle,
    profilePicture: pictureOf(citizen),
    governmentRole: citizen.governmentRole,
    joinedAt: citizen.joinedAt.getTime(),
  }
}

/**
 * `citizens.page`: what a citizen shows of themselves. It is read anew each time: a page that was closed is in no shared answer.
 * @throws NationError `citizen_not_found` alike for pages that are not shown and for citizens who are unknown or have left
 */
export async function citizenPage(
  ctx: Context,
  { number }: CallInput<'citizens.page'>,
): Promise<CallOutput<'citizens.page'>> {
  const citizen = await holderOf(ctx, number)
  const shown: Page = {
    number,
    uid: citizen.uid,
    username: usernameOf(citizen.username),
    twitterUsername: citizen.handle,
    profilePicture: pictureOf(citizen),
    isAdministrator: isAdministrator(citizen),
    governmentRole: citizen.governmentRole,
    joinedAt: citizen.joinedAt.getTime(),
    offices: await officesOf(ctx.tx, citizen.id),
    candidacies: await candidaciesOf(ctx.tx, citizen.id),
    stamps: await stampsOf(ctx.tx, citizen.id),
  }
  return { success: true, page: shown }
}

/** `user.page`: whether the caller's page is shown. */
export async function ownPage(ctx: CitizenContext): Promise<CallOutput<'user.page'>> {
  const page = await ctx.tx.getRepository(CitizenPage).findOneBy({ citizenId: ctx.caller.id })
  return { success: true, number: page?.number ?? null }
}

/**
 * `user.set-page`: shows the caller's page, or no longer. Done again, it changes nothing and writes no event.
 * @throws NationError `session_ended`
 */
export async function setPage(
  ctx: CitizenContext,
  { shown }: CallInput<'user.set-page'>,
): Promise<CallOutput<'user.set-page'>> {
  const pages = ctx.tx.getRepository(CitizenPage)
  await lockCaller(ctx)
  const page = await pages.findOneBy({ citizenId: ctx.caller.id })
  if (shown === (page !== null)) return { success: true, number: page?.number ?? null }
  const number = shown ? await openPage(ctx) : null
  if (!shown) await pages.delete({ citizenId: ctx.caller.id })
  ctx.journal.add({
    kind: shown ? 'citizens.page-shown' : 'citizens.page-closed',
    actor: ctx.caller.uid,
    subject: ctx.caller.uid,
    visibility: `citizen:${ctx.caller.uid}`,
  })
  return { success: true, number }
}

async function openPage(ctx: CitizenContext): Promise<string> {
  const [short, long] = pageNumbers(ctx.caller.uid)
  const open = (number: string) =>
    ctx.tx.getRepository(CitizenPage).insert({ citizenId: ctx.caller.id, number, shownAt: ctx.now() })
  try {
    await open(short)
    return short
  } catch (error) {
    // Eight characters are alike for some of a million citizens.
    if (!isDuplicate(error)) throw error
    await open(long)
    return long
  }
}

async function officesOf(tx: EntityManager, citizenId: string): Promise<Page['offices']> {
  const rows = await readRows(
    tx,
    { office: column.oneOf(governmentRoles), started_at: column.instant, ended_at: column.instant.nullable },
    `SELECT office, started_at, ended_at FROM terms WHERE citizen_id = ?
     ORDER BY ended_at IS NULL DESC, started_at DESC, id DESC LIMIT ${most}`,
    [citizenId],
  )
  return rows.map((row) => ({
    office: row.office,
    title: officeTitle(row.office),
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
  }))
}

/** In the order of their index: a planner that goes back through all candidacies instead looks at more of them each week. */
async function candidaciesOf(tx: EntityManager, citizenId: string): Promise<Page['candidacies']> {
  const rows = await readRows(
    tx,
    {
      uid: column.text,
      election: column.text,
      starts_at: column.instant,
      position: column.integer,
      final_rank: column.integer.nullable,
      won: column.flag,
    },
    `SELECT k.uid, e.uid AS election, e.starts_at, k.position, k.final_rank, k.won
     FROM candidacies k FORCE INDEX (ix_candidacies_citizen) STRAIGHT_JOIN elections e ON e.id = k.election_id
     WHERE k.citizen_id = ? AND k.status <> 'withdrawn' AND e.cancelled_at IS NULL
     ORDER BY k.stood_at DESC, k.id DESC LIMIT ${most}`,
    [citizenId],
  )
  return rows.map((row) => ({
    candidateId: row.uid,
    electionId: row.election,
    startsAt: row.starts_at.getTime(),
    positionTitle: positionNumbered(row.position).title,
    won: row.final_rank === null ? null : row.won,
  }))
}

/**
 * The elections that are counted in which the citizen's vote counted. An election has no stamps where they would tell for whom a citizen
 * voted (`dividedAmong`).
 */
async function stampsOf(tx: EntityManager, citizenId: string): Promise<Page['stamps']> {
  const votedIn = await readRows(
    tx,
    { id: column.key, uid: column.text, starts_at: column.instant, ends_at: column.instant },
    `SELECT e.id, e.uid, e.starts_at, e.ends_at
     FROM (SELECT id, uid, starts_at, ends_at FROM elections WHERE completed_at IS NOT NULL AND cancelled_at IS NULL
       ORDER BY starts_at DESC LIMIT ${most}) e
     WHERE (SELECT COUNT(*) FROM current_votes v FORCE INDEX (PRIMARY) STRAIGHT_JOIN candidacies k ON k.id = v.candidacy_id
         WHERE v.election_id = e.id AND v.position IN (${everyPosition}) AND v.citizen_id = ? AND ${isNotVoid('k')}) > 0
     ORDER BY e.starts_at DESC`,
    [citizenId],
  )
  const divided = await dividedAmong(
    tx,
    votedIn.map(({ id }) => id),
  )
  return votedIn
    .filter(({ id }) => divided.has(id))
    .map((row) => ({ electionId: row.uid, startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() }))
}

/**
 * Of these elections, those of which a stamp says nothing about a vote: an office had votes for two candidates at least, and there is
 * no office in which every voter of the election voted for one and the same candidate.
 */
async function dividedAmong(tx: EntityManager, electionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (electionIds.length === 0) return new Set()
  const rows = await readRows(
    tx,
    { election_id: column.key },
    `SELECT r.election_id FROM election_results r JOIN elections e ON e.id = r.election_id
       JOIN candidacies w ON w.id = r.winner_candidacy_id
     WHERE r.election_id IN (${electionIds.map(() => '?').join(', ')}) GROUP BY r.election_id
     HAVING SUM(r.voters > w.final_supporters) > 0 AND SUM(r.voters = w.final_supporters AND r.voters = e.voters) = 0`,
    [...electionIds],
  )
  return new Set(rows.map((row) => row.election_id))
}

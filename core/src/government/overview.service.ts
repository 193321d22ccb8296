import { can, isAdministrator, type GovernmentRole } from '@nation/domain/permissions'
import type { CallOutput, OwnPart } from '@nation/domain/contract'
import { electedRoles, officeTitle } from '@nation/domain/elections'
import type { EntityManager } from 'typeorm'
import { nextPaymentAt, nextSalary } from '../bank'
import { openOrNext } from '../elections'
import { interviewFigures, newestResponses } from '../interviews'
import { type CitizenContext, column, type Context, readFirst, readOne, type SignedIn } from '../platform'
import { closingPolls, countActivePolls } from '../polls'
import { countChatMessages } from './chat-messages'

type Overview = CallOutput<'government.overview'>
type You = NonNullable<Overview['you']>

/** How many polls and interviews the overview names. */
const named = 5

/** `government.overview`: what the dashboard opens with, as everybody may read it. */
export async function governmentNow(ctx: Context): Promise<Overview> {
  const { tx } = ctx
  const now = ctx.now()
  const week = await openOrNext(tx, now)
  const interviews = await interviewFigures(tx, null)
  return {
    success: true,
    cabinet: { filled: await filledSeats(tx), seats: electedRoles.length },
    activePolls: await countActivePolls(tx, now),
    activeInterviews: interviews.active,
    closingPolls: await closingPolls(tx, now, named),
    week: week && {
      electionId: week.uid,
      startsAt: week.startsAt.getTime(),
      phaseTwoAt: week.phaseTwoAt.getTime(),
      endsAt: week.endsAt.getTime(),
    },
    nextPayment: await nextPaymentAt(tx),
    you: null,
    now: now.getTime(),
  }
}

async function filledSeats(tx: EntityManager): Promise<number> {
  const row = await readOne(tx, { n: column.integer }, 'SELECT COUNT(*) AS n FROM terms WHERE active_office IN (?)', [
    electedRoles,
  ])
  return row.n
}

/** What of it is for the caller alone; nothing for citizens who may not open the dashboard. */
export async function ownOverview(ctx: CitizenContext, shared: Overview): Promise<OwnPart<'government.overview'>> {
  const { tx, caller } = ctx
  if (!can(caller, 'dashboard.open')) return {}
  const you: You = {
    role: roleInWords(caller),
    office: caller.governmentRole && (await officeOf(tx, caller, caller.governmentRole, shared.week?.endsAt ?? null)),
    chatMessages: await countChatMessages(tx),
    interviews: can(caller, 'interviews.manage') ? await newestResponses(tx, named) : null,
  }
  return { you }
}

/** What the overview calls its reader's role (requirements 2.2). */
function roleInWords(caller: SignedIn): string {
  if (isAdministrator(caller)) return 'Admin'
  return caller.governmentRole === null ? 'Member' : officeTitle(caller.governmentRole)
}

async function officeOf(
  tx: EntityManager,
  caller: SignedIn,
  office: GovernmentRole,
  until: number | null,
): Promise<You['office']> {
  const term = await readFirst(
    tx,
    { started_at: column.instant },
    'SELECT started_at FROM terms WHERE active_citizen_id = ?',
    [caller.id],
  )
  // The term ended after the caller was identified.
  if (!term) return null
  return {
    office,
    title: officeTitle(office),
    since: term.started_at.getTime(),
    until,
    salary: await nextSalary(tx, office),
  }
}

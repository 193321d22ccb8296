import {
  canLeaveAdministration,
  confirmsDeletion,
  formerCitizen,
  formerHandle,
  givesUpSalary,
  never,
} from '@nation/domain/citizens'
import { isAdministrator } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow, NationError } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { revokePanelOf, lockAdministration, otherAdministrators } from '../admin'
import type { Keys } from '../auth'
import { holdSalaries, owedTo } from '../bank'
import { Candidacy, withdrawCandidate } from '../elections'
import { column, readFirst, type CitizenContext, type Context } from '../platform'
import { Citizen, countOut, lockCitizen, removeOfficialNames } from '../citizens'
import { eraseSteps } from './erase'
import { rememberVotes } from './former-accounts'
import { AccountDeletion } from './privacy.entity'
import { endOffice } from '../government'

/**
 * `user.delete-account`: in one go the citizen leaves: out of every session, their candidacy and their office, and the row
 * that votes and terms point to loses its name, its X account and its wallet. What else tells of them goes afterwards, step
 * by step. Their votes stay counted; the same X account may join again, and then votes from the next election on. A citizen who is
 * owed salary names the sum and gives it up (decision 143).
 *
 * Locks in the order that voters keep: elections, the citizen, candidacies. Of whoever has held an office, the bank first of all. For a candidate, the elections are locked exclusively,
 * as in a withdrawal.
 * @throws NationError `confirmation_mismatch`, `last_administrator`, `salary_waits`
 */
export async function deleteAccount(
  ctx: CitizenContext,
  keys: Pick<Keys, 'formerAccounts'>,
  input: CallInput<'user.delete-account'>,
): Promise<CallOutput<'user.delete-account'>> {
  const { caller, tx } = ctx
  // What is refused anyway is refused before it takes a lock.
  allowLeaving(await tx.getRepository(Citizen).findOneByOrFail({ id: caller.id }), input.confirm)
  await allowSalary(ctx, input)
  if (await heldOffice(tx, caller.id)) {
    await holdSalaries(tx)
    await allowSalary(ctx, input)
  }
  if (isAdministrator(caller)) await lockAdministration(ctx)
  const stood = await ownCandidacy(tx, caller.id)
  const lock = stood ? 'FOR UPDATE' : 'LOCK IN SHARE MODE'
  await tx.query(`SELECT id FROM elections WHERE completed_at IS NULL ORDER BY id ${lock}`)
  const citizen = await lockCitizen(tx, caller.id)
  allowLeaving(citizen, input.confirm)
  if (isAdministrator(citizen)) allow(canLeaveAdministration(await otherAdministrators(tx, citizen.id)))

  const candidacy = await ownCandidacy(tx, caller.id)
  // Stood for office a moment ago: the elections are locked for too little.
  if (candidacy && !stood) throw new NationError('busy')
  if (candidacy) await withdrawOwn(ctx, candidacy)
  await endOffice(ctx, await lockCitizen(tx, caller.id), 'left')
  await rememberVotes(ctx, keys, citizen)
  await endSignIns(ctx, citizen.id)
  await tx.query('DELETE FROM citizen_pages WHERE citizen_id = ?', [citizen.id])
  await removeIdentity(ctx, citizen)
  await countOut(ctx.tx, citizen)
  await removeOfficialNames(ctx.tx, citizen.id)
  const deletion = { id: ctx.newId(), citizenId: citizen.id, step: 0, askedAt: ctx.now(), doneAt: null }
  await tx.getRepository(AccountDeletion).insert(deletion)
  ctx.journal.add({ kind: 'citizens.left', actor: citizen.uid, subject: citizen.uid })
  ctx.journal.add({
    kind: 'citizens.erase',
    subject: citizen.uid,
    facts: { step: 0, portrait: citizen.portraitUrl },
  })
  return { success: true, deletionId: deletion.id }
}

function allowLeaving(citizen: Citizen, confirm: string): void {
  if (citizen.leftAt !== null) throw new NationError('session_ended')
  allow(confirmsDeletion(citizen.handle, confirm))
}

const allowSalary = async ({ caller, tx }: CitizenContext, { givesUpCents }: CallInput<'user.delete-account'>) =>
  allow(givesUpSalary(await owedTo(tx, caller.id), givesUpCents ?? 0))

const heldOffice = async (tx: EntityManager, citizenId: string): Promise<boolean> =>
  (await readFirst(tx, { id: column.key }, 'SELECT id FROM terms WHERE citizen_id = ? LIMIT 1', [citizenId])) !== null

const ownCandidacy = (tx: EntityManager, citizenId: string): Promise<Candidacy | null> =>
  tx.getRepository(Candidacy).findOneBy({ activeCitizenId: citizenId })

/** An election that is over keeps its candidates, and seats no former citizen. */
async function withdrawOwn(ctx: CitizenContext, candidacy: Candidacy): Promise<void> {
  try {
    await withdrawCandidate(ctx, { candidateId: candidacy.uid })
  } catch (error) {
    if (!(error instanceof NationError && error.code === 'candidate_archived')) throw error
  }
}

async function endSignIns(ctx: Context, citizenId: string): Promise<void> {
  const now = ctx.now()
  await ctx.tx.query(`UPDATE sessions SET ended_at = ?, ended_why = 'left' WHERE citizen_id = ? AND ended_at IS NULL`, [
    now,
    citizenId,
  ])
  await revokePanelOf(ctx, citizenId)
}

/** The instant says nothing of the account. It is early enough that a citizen who voted had the right to vote. */
const anyAccount = new Date('2006-03-21T00:00:00.000Z')

async function removeIdentity(ctx: Context, citizen: Citizen): Promise<void> {
  const now = ctx.now()
  await ctx.tx.getRepository(Citizen).update(
    { id: citizen.id },
    {
      xId: `former-${citizen.id}`,
      handle: formerHandle(citizen.uid),
      username: formerCitizen,
      avatarUrl: null,
      portraitUrl: null,
      customPictureUrl: null,
      followers: 0,
      verified: false,
      xCreatedAt: anyAccount,
      xMissingSince: null,
      walletAddress: null,
      walletLinkedAt: null,
      tokenBalance: '0',
      nativeBalance: null,
      balanceSlot: null,
      balanceReadAt: null,
      balanceTriedAt: null,
      tokenUpdateRequired: false,
      role: 'citizen',
      governmentRole: null,
      isAdmin: false,
      isSuperAdmin: false,
      lastLoginAt: null,
      lastActiveAt: null,
      votesFrom: never,
      leftAt: now,
      updatedAt: now,
    },
  )
}

/**
 * `user.deletion-status`: how far a deletion is.
 * @throws NationError `not_found`
 */
export async function deletionStatus(
  ctx: Context,
  input: CallInput<'user.deletion-status'>,
): Promise<CallOutput<'user.deletion-status'>> {
  const deletion = await ctx.tx.getRepository(AccountDeletion).findOneBy({ id: input.deletionId })
  if (!deletion) throw new NationError('not_found')
  const done = deletion.step >= eraseSteps
  return {
    success: true,
    status: done ? 'done' : 'working',
    progress: Math.floor((100 * Math.min(deletion.step, eraseSteps)) / eraseSteps),
  }
}

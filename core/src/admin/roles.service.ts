import { canLeaveAdministration, plainRole } from '@nation/domain/citizens'
import { isAdministrator } from '@nation/domain/permissions'
import type { CallInput, CallOutput } from '@nation/domain/contract'
import { allow } from '@nation/domain/errors'
import type { EntityManager } from 'typeorm'
import { revokePanelOf } from './accounts'
import { Candidacy } from '../elections'
import { type CitizenContext, column, type Context, readOne } from '../platform'
import { Citizen, managedUser, lockBoth } from '../citizens'

/**
 * `admin.update-role`: makes a citizen an administrator or a moderator, or takes that away.
 * @throws NationError `citizen_not_found`, `last_administrator`, `session_ended` when the caller's own powers ended meanwhile
 */
export async function updateAdministration(
  ctx: CitizenContext,
  input: CallInput<'admin.update-role'>,
): Promise<CallOutput<'admin.update-role'>> {
  await lockAdministration(ctx)
  const { member: citizen } = await lockBoth(ctx, input.userId)
  if (input.isAdmin === false && isAdministrator(citizen)) {
    allow(canLeaveAdministration(await otherAdministrators(ctx.tx, citizen.id)))
  }
  const isAdmin = input.isAdmin ?? citizen.isAdmin
  // A former administrator loses the panel account, too: they could undo the change there.
  const revoked = input.isAdmin === false ? await revokePanelOf(ctx, citizen.id) : []
  const isSuperAdmin = input.isAdmin === false ? false : citizen.isSuperAdmin
  const role = await roleAfter(ctx.tx, citizen, input.isModerator)
  await ctx.tx.getRepository(Citizen).update({ id: citizen.id }, { isAdmin, isSuperAdmin, role, updatedAt: ctx.now() })
  const facts = { userId: citizen.uid, isAdmin, isModerator: role === 'moderator' }
  const event = { kind: 'citizens.role-changed', actor: ctx.caller.uid, subject: citizen.uid, facts } as const
  ctx.journal.add({ ...event, visibility: 'admins' })
  ctx.journal.add({ ...event, visibility: `citizen:${citizen.uid}` })
  for (const username of revoked) {
    ctx.journal.add({
      kind: 'admin.account-revoked',
      actor: ctx.caller.uid,
      subject: citizen.uid,
      facts: { username },
    })
  }
  return { success: true, user: await managedUser(ctx, citizen.id) }
}

async function roleAfter(tx: EntityManager, citizen: Citizen, isModerator?: boolean): Promise<Citizen['role']> {
  if (isModerator === undefined) return citizen.role
  if (isModerator) return 'moderator'
  if (citizen.role !== 'moderator') return citizen.role
  const isCandidate = await tx.getRepository(Candidacy).existsBy({ activeCitizenId: citizen.id })
  return plainRole({ governmentRole: citizen.governmentRole, isCandidate })
}

/** Two administrators who take each other's powers away at once do it one after the other. */
export async function lockAdministration(ctx: Context): Promise<void> {
  await ctx.tx.query(
    `INSERT INTO leases (name, holder, expires_at) VALUES ('citizens.administration', '', ?)
     ON DUPLICATE KEY UPDATE holder = holder`,
    [ctx.now()],
  )
}

/** How many administrators there are besides one citizen. */
export async function otherAdministrators(tx: EntityManager, citizenId: string): Promise<number> {
  const row = await readOne(
    tx,
    { n: column.integer },
    `SELECT COUNT(*) AS n FROM (
       SELECT id, left_at FROM citizens WHERE is_admin = TRUE
       UNION ALL SELECT id, left_at FROM citizens WHERE is_admin = FALSE AND is_super_admin = TRUE) AS administrators
     WHERE left_at IS NULL AND id <> ?`,
    [citizenId],
  )
  return row.n
}

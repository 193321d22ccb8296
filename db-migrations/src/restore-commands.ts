import type { Keys } from '@nation/core/auth'
import { markBatch } from '@nation/core/bank'
import { Citizen } from '@nation/core/citizens'
import { deleteAccount } from '@nation/core/membership'
import type { CitizenContext, Context } from '@nation/core/platform'
import { NationError } from '@nation/domain/errors'
import { isAdministrator } from '@nation/domain/permissions'

// What an older database does not know any more when it was restored. Only the command line has these: the panel is off then.

/**
 * Marks the payments of a batch file (as the panel exports it; `payment` and `reference` are needed) as paid, in the name of an
 * administrator. Says what was done.
 * @throws Error with a plain sentence when the citizen is no administrator or the file is refused
 */
export async function markPaidAgain(ctx: Context, uid: string, csv: string): Promise<string> {
  const citizen = await citizenOf(ctx, uid)
  if (!isAdministrator(citizen)) throw new Error(`@${citizen.handle} is no administrator.`)
  try {
    const { marked, unchanged, total } = await markBatch(actingAs(ctx, citizen), { csv, adminId: undefined })
    return `${marked} payments are marked as paid (${total} dollars); ${unchanged} were marked before.`
  } catch (error) {
    if (!(error instanceof NationError)) throw error
    throw new Error([error.message, ...error.details.map(({ message }) => message)].join('\n'), { cause: error })
  }
}

/**
 * Deletes the account of a citizen who had deleted it since the backup. Says what was done.
 * @param givesUpCents the salary that the citizen had given up
 * @throws NationError `salary_waits` with the sum that is owed, `last_administrator`
 */
export async function leaveAgain(ctx: Context, keys: Keys, uid: string, givesUpCents: number): Promise<string> {
  const citizen = await citizenOf(ctx, uid)
  const { handle } = citizen
  if (citizen.leftAt !== null) return `The citizen ${uid} has left already.`
  await deleteAccount(actingAs(ctx, citizen), keys, { confirm: handle, givesUpCents })
  return `The account of @${handle} is deleted. The workers remove the rest.`
}

async function citizenOf(ctx: Context, uid: string): Promise<Citizen> {
  const citizen = await ctx.tx.getRepository(Citizen).findOneBy({ uid })
  if (!citizen) throw new Error(`No citizen has the id ${uid}.`)
  return citizen
}

const actingAs = (ctx: Context, citizen: Citizen): CitizenContext => ({
  ...ctx,
  caller: {
    id: citizen.id,
    uid: citizen.uid,
    username: citizen.username,
    role: citizen.role,
    governmentRole: citizen.governmentRole,
    isAdmin: citizen.isAdmin,
    isSuperAdmin: citizen.isSuperAdmin,
    // There is none.
    sessionId: '',
    panel: false,
  },
})

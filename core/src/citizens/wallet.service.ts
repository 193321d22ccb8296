import type { CallInput, CallOutput } from '@nation/domain/contract'
import { signInMessage } from '@nation/domain/chain'
import { NationError } from '@nation/domain/errors'
import { isDuplicate, type CitizenContext } from '../platform'
import { Citizen } from './citizen.entity'
import { lockCaller } from './lock-citizen'
import { presentOwn } from './present'
import { issueChallenge, redeem, type SignedRequest, type SignInPlace } from './wallet-proof'
import { readLimits } from '../system'

/** `user.wallet-challenge`: what the wallet is asked to sign. Whether another citizen has it is not revealed before the proof. */
export async function walletChallenge(
  ctx: CitizenContext,
  place: SignInPlace,
  input: CallInput<'user.wallet-challenge'>,
): Promise<CallOutput<'user.wallet-challenge'>> {
  const challenge = await issueChallenge(ctx.tx, place, ctx.caller.id, input.walletAddress, ctx.now())
  return {
    success: true,
    challenge,
    message: signInMessage(challenge),
    expiresAt: Date.parse(challenge.expirationTime),
  }
}

/** A wallet whose key signed. */
export interface ProvedWallet {
  readonly address: string
  readonly signed: SignedRequest
}

/**
 * Links a wallet in place of the one before. A wallet is one citizen's at a time: the unique key says so, also when two
 * link it at once. What it holds is unknown until the chain was asked, which is the caller's next step: only a citizen who has
 * redeemed a proof costs the nation a question.
 * @throws NationError `wallet_proof_…`, `wallet_taken`
 */
export async function linkWallet(
  ctx: CitizenContext,
  place: SignInPlace,
  wallet: ProvedWallet,
): Promise<CallOutput<'user.update-wallet'>> {
  const citizen = await lockCaller(ctx)
  await redeem(ctx.tx, place, citizen.id, wallet.signed, ctx.now)
  if (citizen.walletAddress !== wallet.address) {
    await take(ctx, citizen.id, wallet.address, ctx.now())
    ctx.journal.add({
      ...ownerEvent(ctx),
      kind: 'citizens.wallet-linked',
      facts: { walletAddress: wallet.address, before: citizen.walletAddress },
    })
  }
  return ownProfile(ctx)
}

async function take(ctx: CitizenContext, citizenId: string, address: string, at: Date): Promise<void> {
  try {
    await ctx.tx.query(
      `UPDATE citizens SET wallet_address = ?, wallet_linked_at = ?, token_balance = 0, native_balance = NULL,
         balance_slot = NULL, balance_read_at = NULL, balance_tried_at = NULL, token_update_required = FALSE, updated_at = ?
       WHERE id = ?`,
      [address, at, at, citizenId],
    )
  } catch (error) {
    // Of the unique columns of a citizen, this statement writes the wallet alone.
    throw isDuplicate(error) ? new NationError('wallet_taken') : error
  }
}

/** Unlinks whatever wallet is linked. The roll of an open election stays: it is frozen. */
export async function unlinkWallet(ctx: CitizenContext): Promise<CallOutput<'user.update-wallet'>> {
  const citizen = await lockCaller(ctx)
  if (citizen.walletAddress !== null) {
    await ctx.tx.query(
      `UPDATE citizens SET wallet_address = NULL, wallet_linked_at = NULL, token_balance = 0, native_balance = NULL,
         balance_slot = NULL, balance_read_at = NULL, balance_tried_at = NULL, token_update_required = FALSE, updated_at = ?
       WHERE id = ?`,
      [ctx.now(), citizen.id],
    )
    ctx.journal.add({
      ...ownerEvent(ctx),
      kind: 'citizens.wallet-unlinked',
      facts: { walletAddress: citizen.walletAddress },
    })
  }
  return ownProfile(ctx)
}

/** `user.update-wallet`'s answer: the caller's profile as it stands. */
export async function ownProfile(ctx: CitizenContext): Promise<CallOutput<'user.update-wallet'>> {
  const citizen = await ctx.tx.getRepository(Citizen).findOneByOrFail({ id: ctx.caller.id })
  return { success: true, user: presentOwn(citizen, await readLimits(ctx.tx), ctx.now()) }
}

/** An event about a citizen's wallet, which only that citizen receives. */
const ownerEvent = (ctx: CitizenContext) => ({
  actor: ctx.caller.uid,
  subject: ctx.caller.uid,
  visibility: `citizen:${ctx.caller.uid}` as const,
})

import type { CallId, CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { ChainUnavailable, type WalletReading } from '@nation/core/chain'
import {
  checkSignature,
  saveOwnFailure,
  saveOwnReading,
  linkWallet,
  ownProfile,
  ownTokenBalance,
  presentReading,
  unlinkWallet,
  walletChallenge,
  walletToRefresh,
  type WalletToRefresh,
} from '@nation/core/citizens'
import { holdings } from '@nation/core/elections'
import { change, read, type CitizenContext, type Context, type Replay } from '@nation/core/platform'
import { citizenRead, raw, replayOf, type Bindings, type Request, allowanceFor, networkOf } from '../frame'

/** The caller's context: these calls are bound as ones that need a caller. */
function asCaller(ctx: Context): CitizenContext {
  if (!ctx.caller) throw new NationError('unauthenticated')
  return ctx as CitizenContext
}

/** One transaction of the caller's; the chain was asked before it, so that no lock waits for it. */
function changeOf<T>(
  { deps, caller, idempotency }: Request,
  service: (ctx: CitizenContext) => Promise<T>,
  replay?: Replay<T>,
): Promise<T> {
  return change(deps.runtime, { caller, idempotency, replay }, (ctx) => service(asCaller(ctx)))
}

const profileAgain = replayOf<CallOutput<'user.update-wallet'>>({ refer: ({ user }) => user.uid, again: ownProfile })

function readOf<T>({ deps, caller }: Request, service: (ctx: CitizenContext) => Promise<T>): Promise<T> {
  return read(deps.runtime, caller, (ctx) => service(asCaller(ctx)))
}

const ofCitizen = <Id extends CallId>(
  handle: (request: Request<CallInput<Id>>) => Promise<CallOutput<Id>>,
): ReturnType<typeof raw<Id>> => raw<Id>(handle, { needsCaller: true })

/** `user.wallet-challenge` */
const challenge = (request: Request<CallInput<'user.wallet-challenge'>>) =>
  changeOf(request, (ctx) => walletChallenge(ctx, request.deps.config, request.input))

/**
 * `user.update-wallet`: the signature first, whose check is cheap; then the proof is redeemed and the wallet linked;
 * only then the chain is asked. A chain that does not answer prevents no link: the workers read the wallet later.
 */
async function updateWallet(
  request: Request<CallInput<'user.update-wallet'>>,
): Promise<CallOutput<'user.update-wallet'>> {
  const { walletAddress, proof } = request.input
  if (walletAddress === null) return changeOf(request, unlinkWallet, profileAgain)
  if (!proof) throw new NationError('wallet_proof_required')
  const signed = checkSignature(proof, walletAddress)
  const linked = await changeOf(
    request,
    (ctx) => linkWallet(ctx, request.deps.config, { address: walletAddress, signed }),
    profileAgain,
  )
  return (await readAnew(request)) ? readOf(request, ownProfile) : linked
}

/**
 * Asks the chain what the caller's wallet holds, outside of any transaction, and keeps the answer; a reading of some seconds ago will do.
 * @returns false where nothing was read: no wallet is linked, it was read a moment ago, or the chain does not answer
 */
export async function readAnew(request: Request): Promise<boolean> {
  try {
    const wallet = await readOf(request, walletToRefresh)
    if (wallet === null) return false
    const reading = await askChain(request, wallet)
    await change(request.deps.runtime, { caller: request.caller }, (ctx) =>
      saveOwnReading(asCaller(ctx), request.deps.chain, wallet.address, reading),
    )
    return true
  } catch (error) {
    if (error instanceof NationError) return false
    throw error
  }
}

/** Wallets that are not the caller's cost the nation a request to the chain, and need no proof. */
const foreignWallets = allowanceFor('foreign-wallets', { points: 10, seconds: 60 }, { points: 120, seconds: 60 })

/** `token-balance.get` */
async function getBalance(request: Request<CallInput<'token-balance.get'>>): Promise<CallOutput<'token-balance.get'>> {
  const stored = await readOf(request, ownTokenBalance)
  const { wallet } = request.input
  if (wallet === undefined || wallet === stored.walletAddress) return stored
  await foreignWallets(request.deps, request.caller?.uid ?? networkOf(request.http.ip))
  return presentReading(wallet, await askChain(request, { address: wallet }), request.deps.runtime.clock.now())
}

/** `token-balance.refresh` */
async function refreshBalance(
  request: Request<CallInput<'token-balance.refresh'>>,
): Promise<CallOutput<'token-balance.refresh'>> {
  const wallet = await readOf(request, walletToRefresh)
  if (wallet === null) return readOf(request, ownTokenBalance)
  try {
    const reading = await askChain(request, wallet)
    return await changeOf(request, (ctx) => saveOwnReading(ctx, request.deps.chain, wallet.address, reading))
  } catch (error) {
    if (error instanceof NationError && error.code === 'chain_unavailable') {
      await change(request.deps.runtime, { caller: request.caller }, (ctx) => saveOwnFailure(asCaller(ctx)))
    }
    throw error
  }
}

async function askChain(
  { deps }: Request,
  { address, known }: Pick<WalletToRefresh, 'address'> & Partial<WalletToRefresh>,
): Promise<WalletReading> {
  try {
    return await deps.chain.readWallet(address, known)
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    deps.log.warn({ reasons: error.reasons }, 'the chain does not answer')
    throw new NationError('chain_unavailable')
  }
}

export const walletBindings: Bindings = {
  'user.wallet-challenge': ofCitizen<'user.wallet-challenge'>(challenge),
  'user.update-wallet': ofCitizen<'user.update-wallet'>(updateWallet),
  'token-balance.get': ofCitizen<'token-balance.get'>(getBalance),
  'token-balance.refresh': ofCitizen<'token-balance.refresh'>(refreshBalance),
  'holdings.get': citizenRead<'holdings.get'>(holdings),
}

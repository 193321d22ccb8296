import type { CallId, CallInput, CallOutput } from '@nation/domain/contract'
import { NationError } from '@nation/domain/errors'
import { ChainUnavailable, type WalletReading } from '@nation/core/chain'
import {
  checkSignature,
  holdings,
  keepOwnFailure,
  keepOwnReading,
  linkWallet,
  ownTokenBalance,
  presentReading,
  readingOrNull,
  unlinkWallet,
  walletChallenge,
  walletToRefresh,
} from '@nation/core/citizens'
import { change, read, type CitizenContext, type Context } from '@nation/core/platform'
import { citizenRead, raw, type Bindings, type Request } from '../frame/bind'

/** The caller's context: these calls are bound as ones that need a caller. */
function asCaller(ctx: Context): CitizenContext {
  if (!ctx.caller) throw new NationError('unauthenticated')
  return ctx as CitizenContext
}

/** One transaction of the caller's; the chain was asked before it, so that no lock waits for it. */
function changeOf<T>({ deps, caller, idempotency }: Request, service: (ctx: CitizenContext) => Promise<T>): Promise<T> {
  return change(deps.runtime, { caller, idempotency }, (ctx) => service(asCaller(ctx)))
}

function readOf<T>({ deps, caller }: Request, service: (ctx: CitizenContext) => Promise<T>): Promise<T> {
  return read(deps.runtime, caller, (ctx) => service(asCaller(ctx)))
}

const ofCitizen = <Id extends CallId>(
  handle: (request: Request<CallInput<Id>>) => Promise<CallOutput<Id>>,
): ReturnType<typeof raw<Id>> => raw<Id>(handle, true)

/** `user.wallet-challenge` */
const challenge = (request: Request<CallInput<'user.wallet-challenge'>>) =>
  changeOf(request, (ctx) => walletChallenge(ctx, request.deps.config, request.input))

/** `user.update-wallet`: the signature first, which costs nobody anything; then the chain; then the transaction. */
async function updateWallet(
  request: Request<CallInput<'user.update-wallet'>>,
): Promise<CallOutput<'user.update-wallet'>> {
  const { walletAddress, proof } = request.input
  if (walletAddress === null) return changeOf(request, unlinkWallet)
  if (!proof) throw new NationError('wallet_proof_required')
  const signed = checkSignature(proof, walletAddress)
  const reading = await readingOrNull(request.deps.chain, walletAddress)
  return changeOf(request, (ctx) => linkWallet(ctx, request.deps.config, { address: walletAddress, signed, reading }))
}

/** `token-balance.get` */
async function getBalance(request: Request<CallInput<'token-balance.get'>>): Promise<CallOutput<'token-balance.get'>> {
  const stored = await readOf(request, ownTokenBalance)
  const { wallet } = request.input
  if (wallet === undefined || wallet === stored.walletAddress) return stored
  return presentReading(wallet, await askChain(request, wallet), request.deps.runtime.clock.now())
}

/** `token-balance.refresh` */
async function refreshBalance(
  request: Request<CallInput<'token-balance.refresh'>>,
): Promise<CallOutput<'token-balance.refresh'>> {
  const wallet = await readOf(request, walletToRefresh)
  if (wallet === null) return readOf(request, ownTokenBalance)
  try {
    const reading = await askChain(request, wallet)
    return await changeOf(request, (ctx) => keepOwnReading(ctx, request.deps.chain, wallet, reading))
  } catch (error) {
    if (error instanceof NationError && error.code === 'chain_unavailable') {
      await change(request.deps.runtime, { caller: request.caller }, (ctx) => keepOwnFailure(asCaller(ctx)))
    }
    throw error
  }
}

async function askChain({ deps }: Request, wallet: string): Promise<WalletReading> {
  try {
    return await deps.chain.readWallet(wallet)
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

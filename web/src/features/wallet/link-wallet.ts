import type { CallAnswer } from '@nation/domain/contract'
import { ApiError } from '../../lib/api/api-error'
import { call } from '../../lib/api/client'
import type { OwnProfile } from '../../lib/session/session'
import type { LinkStep } from './wallet-link'
import { walletTexts } from './wallets'

type Challenge = CallAnswer<'user.wallet-challenge'>

/** What of a wallet's adapter is needed to prove who owns it. */
export interface ProvingWallet {
  readonly publicKey: { toBase58(): string } | null
  connect(): Promise<void>
  /** Where the wallet knows `solana:signIn`. */
  signIn?(input: Challenge['challenge']): Promise<{
    readonly account: { readonly address: string }
    readonly signedMessage: Uint8Array
    readonly signature: Uint8Array
  }>
  signMessage?(message: Uint8Array): Promise<Uint8Array>
}

/** The wallet shows another account than the one that was to be linked. */
class OtherAccount extends Error {}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/**
 * Connects a wallet, has it sign the nation's request, and links it. Nothing is linked unless all of it succeeds.
 * @throws what the wallet or the nation threw: `walletProblem` has the words for it
 */
export async function linkWallet(wallet: ProvingWallet, enter: (step: LinkStep) => void): Promise<OwnProfile> {
  await wallet.connect()
  const address = addressOf(wallet)
  const request = await call('user.wallet-challenge', { walletAddress: address })
  enter('signing')
  const proof = await prove(wallet, address, request)
  enter('linking')
  const { user } = await call('user.update-wallet', { walletAddress: address, proof })
  return user
}

function addressOf(wallet: ProvingWallet): string {
  const address = wallet.publicKey?.toBase58()
  if (address === undefined) throw new Error('The wallet shows no account.')
  return address
}

async function prove(wallet: ProvingWallet, address: string, { challenge, message }: Challenge) {
  if (wallet.signIn) {
    const { account, signedMessage, signature } = await wallet.signIn(challenge)
    if (account.address !== address) throw new OtherAccount()
    return { signedMessage: base64(signedMessage), signature: base64(signature) }
  }
  if (!wallet.signMessage) throw new Error('This wallet cannot sign.')
  const bytes = new TextEncoder().encode(message)
  const signature = await wallet.signMessage(bytes)
  if (addressOf(wallet) !== address) throw new OtherAccount()
  return { signedMessage: base64(bytes), signature: base64(signature) }
}

/** By which wallets say that their owner said no. */
const REFUSED = 4001

function wasRefused(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, error: inner } = error as { code?: unknown; error?: unknown }
  return code === REFUSED || (inner !== error && wasRefused(inner))
}

/** The message for a wallet that was not linked. */
export function walletProblem(error: unknown): string {
  if (error instanceof ApiError) return error.sentence
  if (error instanceof OtherAccount)
    return 'The account in your wallet changed. Please try again with the one you want to link.'
  return wasRefused(error) ? walletTexts.cancelled : walletTexts.connect
}

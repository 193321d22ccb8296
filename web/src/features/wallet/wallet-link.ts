import { create } from 'zustand'
import { useSession } from '../../lib/session/session'
import { useWallet } from '../../lib/store/citizen'
import { walletTexts } from './wallets'
import type { WalletId } from './wallets'

/** What is under way between this browser, the wallet and the nation. */
export type LinkStep = 'idle' | 'connecting' | 'signing' | 'linking' | 'disconnecting'

/** The states of a wallet (requirements 1.4). */
export type WalletStatus = 'disconnected' | 'connecting' | 'connected' | 'disconnecting'

interface LinkState {
  readonly step: LinkStep
  /** Which wallet it is about, and how often one was asked for: the same one may be asked for again. */
  readonly asked: { readonly wallet: WalletId; readonly turn: number } | null
  readonly error: string | null
  /** The wallet that is missing here, where that is the error. */
  readonly missing: WalletId | null
  /** Whether the code that talks to wallets is needed on this page. */
  readonly wanted: boolean
  /** Wallets that this browser has. */
  readonly found: readonly WalletId[]
  /** An account that the wallet was switched to, while another is linked. */
  readonly switchedTo: string | null
  /** Whether the header's dialog is open. */
  readonly choosing: boolean
}

/** Where the linking of a wallet stands. The address that is linked is the profile's. */
export const useWalletLink = create<LinkState>(() => ({
  step: 'idle',
  asked: null,
  error: null,
  missing: null,
  wanted: false,
  found: [],
  switchedTo: null,
  choosing: false,
}))

/** The state that a step and an address amount to. */
export function statusOf(step: LinkStep, address: string | null): WalletStatus {
  if (step === 'disconnecting') return 'disconnecting'
  if (step !== 'idle') return 'connecting'
  return address === null ? 'disconnected' : 'connected'
}

/** How the wallet is at the moment. */
export function useWalletStatus(): WalletStatus {
  const step = useWalletLink((state) => state.step)
  const address = useSession((state) => state.user?.walletAddress ?? null)
  return statusOf(step, address)
}

function publish(): void {
  const { step, error } = useWalletLink.getState()
  const status = statusOf(step, useSession.getState().user?.walletAddress ?? null)
  useWallet.setState({ isConnected: status === 'connected', isConnecting: status === 'connecting', error })
}

/** Goes on to a step; going anywhere forgets what went wrong before. */
export function enter(step: LinkStep): void {
  useWalletLink.setState({ step, error: null, missing: null })
  publish()
}

/** Ends what was under way without success: all is as the profile has it. */
export function fail(error: string, missing: WalletId | null = null): void {
  useWalletLink.setState({ step: 'idle', error, missing })
  publish()
}

/** Ends what was under way with success. */
export function settle(): void {
  useWalletLink.setState({ step: 'idle', error: null, missing: null, switchedTo: null, choosing: false })
  publish()
}

/** Has the code that talks to wallets loaded. */
export const wantWallets = (): void => useWalletLink.setState({ wanted: true })

let turns = 0

/** Asks for a wallet to be connected and linked; one at a time. */
export function askFor(wallet: WalletId): void {
  if (useWalletLink.getState().step !== 'idle') return
  turns += 1
  useWalletLink.setState({ wanted: true, asked: { wallet, turn: turns }, switchedTo: null })
  enter('connecting')
}

/** Whether what was asked for in that turn is still wanted. */
export const isWanted = (turn: number): boolean => useWalletLink.getState().asked?.turn === turn

/** Stops waiting for a wallet that does not answer. What it answers later links nothing. */
export function giveUp(): void {
  const { step } = useWalletLink.getState()
  if (step !== 'connecting' && step !== 'signing') return
  useWalletLink.setState({ asked: null })
  fail(walletTexts.cancelled)
}

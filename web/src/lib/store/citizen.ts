import type { OwnProfile } from '../session/session'
import { persistedStore } from './persisted'

/** What a browser remembers of its citizen: what everybody may see anyway. Never a token. */
export interface KnownCitizen {
  readonly uid: string
  readonly username: string
  readonly tokenBalance: number
  readonly walletAddress: string | null
}

interface AuthState {
  readonly isAuthenticated: boolean
  readonly loading: boolean
  readonly error: string | null
}

/** Whether a citizen was signed in here. Only the session knows whether they still are. */
export const useAuth = persistedStore<AuthState, Pick<AuthState, 'isAuthenticated'>>({
  name: 'auth',
  initial: { isAuthenticated: false, loading: false, error: null },
  keep: ({ isAuthenticated }) => ({ isAuthenticated }),
  revive: ({ isAuthenticated }) => ({ isAuthenticated: isAuthenticated === true }),
})

interface UserState {
  readonly user: KnownCitizen | null
  readonly loading: boolean
  readonly error: string | null
}

/** Stored balances are old by the time they are read: they come back as empty, until they are read again. */
function knownCitizen(stored: unknown): KnownCitizen | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { uid, username, walletAddress } = stored as Record<string, unknown>
  if (typeof uid !== 'string' || typeof username !== 'string') return null
  return { uid, username, tokenBalance: 0, walletAddress: typeof walletAddress === 'string' ? walletAddress : null }
}

/** Who was here last. */
export const useUser = persistedStore<UserState, Pick<UserState, 'user'>>({
  name: 'user',
  initial: { user: null, loading: false, error: null },
  keep: ({ user }) => ({ user }),
  revive: ({ user }) => ({ user: knownCitizen(user) }),
})

export interface WalletState {
  readonly address: string | null
  /** Of the native coin. */
  readonly balance: number
  readonly tokenBalance: number
  readonly isConnected: boolean
  readonly isConnecting: boolean
  readonly error: string | null
}

const noWallet: WalletState = {
  address: null,
  balance: 0,
  tokenBalance: 0,
  isConnected: false,
  isConnecting: false,
  error: null,
}

/** The citizen's wallet, as far as this browser knows. */
export const useWallet = persistedStore<WalletState, Pick<WalletState, 'address' | 'balance' | 'tokenBalance'>>({
  name: 'wallet',
  initial: noWallet,
  keep: ({ address, balance, tokenBalance }) => ({ address, balance, tokenBalance }),
  revive: ({ address }) => ({ address: typeof address === 'string' ? address : null, balance: 0, tokenBalance: 0 }),
})

/** Keeps what is stored in step with the session; null, which is said when the session is over, clears everything. */
export function remember(user: OwnProfile | null): void {
  useAuth.setState({ isAuthenticated: user !== null })
  if (!user) {
    useUser.setState({ user: null })
    useWallet.setState(noWallet)
    return
  }
  const { uid, username, tokenBalance, walletAddress } = user
  useUser.setState({ user: { uid, username, tokenBalance, walletAddress } })
  // A linked wallet is adopted; another citizen's, or one that was unlinked, is let go.
  if (useWallet.getState().address !== walletAddress) useWallet.setState({ ...noWallet, address: walletAddress })
  useWallet.setState({ tokenBalance: walletAddress === null ? 0 : tokenBalance })
}

/** Sets every balance that this browser keeps to nothing. */
export function zeroBalances(): void {
  useUser.setState(({ user }) => ({ user: user && { ...user, tokenBalance: 0 } }))
  useWallet.setState({ balance: 0, tokenBalance: 0 })
}

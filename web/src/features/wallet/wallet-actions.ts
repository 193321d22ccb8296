import { ApiError } from '../../lib/api/api-error'
import { call } from '../../lib/api/client'
import { oneAttempt } from '../../lib/api/transport'
import { useSession } from '../../lib/session/session'
import { useWallet } from '../../lib/store/citizen'
import { takeOver } from '../../lib/session/own-profile'
import { enter, fail, settle } from './wallet-link'
import { walletTexts } from './wallets'

/** Unlinks the wallet: address and balances are nothing from then on. */
export async function unlinkWallet(): Promise<boolean> {
  enter('disconnecting')
  try {
    const { user } = await call('user.update-wallet', { walletAddress: null })
    useWallet.setState({ address: null, balance: 0, tokenBalance: 0 })
    takeOver(user)
    settle()
    return true
  } catch {
    fail(walletTexts.disconnect)
    return false
  }
}

/**
 * Has the chain asked for the wallet's balance now, and reads the profile again.
 * @throws Error with the words for it
 */
export async function refreshBalance(): Promise<void> {
  const { user } = useSession.getState()
  if (!user) return
  try {
    await call('token-balance.refresh', {}, { retries: oneAttempt })
    const answer = await call('user.get-user', { uid: user.uid })
    if ('isAdmin' in answer.user) takeOver(answer.user)
  } catch (error) {
    const limited = error instanceof ApiError && error.status === 429
    throw new Error(limited ? error.sentence : walletTexts.refresh, { cause: error })
  }
}

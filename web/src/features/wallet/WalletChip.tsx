import { compactAmount, exactAmount } from '@nation/domain/formats'
import { useEffect, useState } from 'react'
import { signIn, useSession } from '../../lib/session/session'
import type { OwnProfile } from '../../lib/session/session'
import { Skeleton, Button, confirm, NotKnown, toast, Text } from '../../ui'
import { onDemand } from '../../ui/on-demand'
import { refreshBalance } from './wallet-actions'
import { useWalletLink, useWalletStatus, wantWallets } from './wallet-link'
import { WalletHostSlot } from './WalletHostSlot'
import { saveWish, takeWish } from './wallet-wish'
import classes from './WalletChip.module.css'

const WalletDialog = onDemand(() => import('./WalletDialog'))

function chooseWallet(): void {
  wantWallets()
  useWalletLink.setState({ choosing: true, error: null, missing: null })
}

/** A wallet belongs to a citizen: visitors sign in first, and are then asked for their wallet. */
async function signInFirst(): Promise<void> {
  const goes = await confirm({
    title: 'Sign in first',
    message:
      'A wallet is linked to a citizen, and what it holds gives their vote its weight. You sign in with your Twitter account; then you choose your wallet.',
    confirm: 'Connect with Twitter',
  })
  if (!goes) return
  saveWish()
  signIn()
}

/** What the citizen holds, with a way to read it again; or the way to connect a wallet, which for visitors begins at X. */
export function WalletChip() {
  const { status, user } = useSession()
  const linking = useWalletStatus()
  const choosing = useWalletLink((state) => state.choosing)
  const unlinked = user !== null && user.walletAddress === null
  useEffect(() => {
    // After a return without a sign-in, the wish is dropped.
    if (status !== 'unknown' && takeWish() && unlinked) chooseWallet()
  }, [status, unlinked])
  return (
    <>
      {status === 'unknown' ? (
        <Skeleton width="8.5rem" height="2.25rem" />
      ) : user === null ? (
        <Button variant="default" size="sm" aria-haspopup="dialog" onClick={() => void signInFirst()}>
          Connect Wallet
        </Button>
      ) : user.walletAddress === null ? (
        <Button
          variant="default"
          size="sm"
          aria-haspopup="dialog"
          loading={linking === 'connecting'}
          onClick={chooseWallet}
        >
          Connect Wallet
        </Button>
      ) : (
        <Balance user={user} />
      )}
      <WalletHostSlot />
      {choosing && <WalletDialog onClose={() => useWalletLink.setState({ choosing: false })} />}
    </>
  )
}

function Balance({ user }: { user: OwnProfile }) {
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    if (busy) return
    setBusy(true)
    try {
      await refreshBalance()
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className={classes.chip} data-stale={user.tokenUpdateRequired || undefined}>
      <Text
        as="span"
        step={-1}
        face="title"
        figures
        className={classes.amount}
        title={user.balanceKnown ? `${exactAmount(BigInt(user.tokenBalanceUnits))} $ON` : undefined}
      >
        {user.balanceKnown ? compactAmount(user.tokenBalance) : <NotKnown />}{' '}
        <Text as="span" tone="faint" strong>
          $ON
        </Text>
      </Text>
      <button
        type="button"
        className={classes.refresh}
        aria-label="Refresh balance"
        title="Refresh balance"
        aria-busy={busy}
        aria-disabled={busy}
        onClick={() => void refresh()}
      >
        <svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3v4.2h-4.2" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
    </span>
  )
}

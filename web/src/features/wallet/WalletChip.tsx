import { compactAmount, exactAmount } from '@nation/domain/formats'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../lib/session/session'
import type { OwnProfile } from '../../lib/session/session'
import { Button, toast } from '../../ui'
import { refreshBalance } from './wallet-actions'
import { useWalletLink, useWalletStatus, wantWallets } from './wallet-link'
import { WalletHostSlot } from './WalletHostSlot'
import classes from './WalletChip.module.css'

const WalletDialog = lazy(() => import('./WalletDialog'))

/** What the citizen holds, with a way to read it again; or the way to connect a wallet. Nothing for visitors. */
export function WalletChip() {
  const user = useSession((state) => state.user)
  const status = useWalletStatus()
  const choosing = useWalletLink((state) => state.choosing)
  const open = () => {
    wantWallets()
    useWalletLink.setState({ choosing: true, error: null, missing: null })
  }
  return (
    <>
      {user &&
        (user.walletAddress === null ? (
          <Button variant="default" size="sm" aria-haspopup="dialog" loading={status === 'connecting'} onClick={open}>
            Connect Wallet
          </Button>
        ) : (
          <Balance user={user} />
        ))}
      <WalletHostSlot />
      {choosing && (
        <Suspense>
          <WalletDialog onClose={() => useWalletLink.setState({ choosing: false })} />
        </Suspense>
      )}
    </>
  )
}

function Balance({ user }: { user: OwnProfile }) {
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
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
      <span className={classes.amount} title={`${exactAmount(BigInt(user.tokenBalanceUnits))} $ON`}>
        {compactAmount(user.tokenBalance)} <span className={classes.sign}>$ON</span>
      </span>
      <button
        type="button"
        className={classes.refresh}
        aria-label="Refresh balance"
        title="Refresh balance"
        aria-busy={busy}
        disabled={busy}
        onClick={() => void refresh()}
      >
        <svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3v4.2h-4.2" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
    </span>
  )
}

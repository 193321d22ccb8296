import { useState } from 'react'
import { useSession } from '../lib/session/session'
import { refreshBalance } from '../features/wallet'
import { Button, toast, Row } from '../ui'
import classes from './OfflineNotice.module.css'

/** 'Token Update Required': the token has a new version, and the citizen's balance was not read for it yet. */
export function TokenUpdateBanner() {
  const required = useSession((state) => state.user?.tokenUpdateRequired === true)
  const [busy, setBusy] = useState(false)
  if (!required) return null
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
    <Row
      as="section"
      gap={[2, 4]}
      pad={[2, 4]}
      align="center"
      justify="center"
      tone="ink"
      step={-1}
      centred
      className={classes.notice}
      aria-labelledby="token-update"
    >
      <span>
        <strong id="token-update">Token Update Required</strong> The token has a new version. Until your balance is read
        anew, it counts as nothing.
      </span>
      <Button size="compact-sm" loading={busy} onClick={() => void refresh()}>
        Refresh Balance
      </Button>
    </Row>
  )
}

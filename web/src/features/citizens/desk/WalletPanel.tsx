import { shortAddress } from '@nation/domain/formats'
import { useState } from 'react'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, confirm, toast, Stack, Row, Text } from '../../../ui'
import { Panel } from './Panel'
import { unlinkWallet, useWalletLink, useWalletStatus, WalletChoices, cardWallets } from '../../wallet'
import classes from './WalletPanel.module.css'

const statusWords = {
  disconnected: 'Not linked',
  connecting: 'Linking…',
  connected: 'Linked',
  disconnecting: 'Unlinking…',
} as const

/** The citizen's wallet: linking one by proof, changing it, unlinking it. */
export function WalletPanel({ user }: { user: OwnProfile }) {
  const status = useWalletStatus()
  const address = user.walletAddress
  return (
    <Panel
      title="Wallet"
      aside={
        <Text as="span" tone="faint" step={-1} strong className={classes.status} data-status={status}>
          {statusWords[status]}
        </Text>
      }
    >
      {address === null ? <WalletChoices offered={cardWallets} /> : <Linked address={address} />}
    </Panel>
  )
}

function Linked({ address }: { address: string }) {
  const { step, error, switchedTo } = useWalletLink()
  const [changing, setChanging] = useState(false)
  const unlink = async () => {
    const sure = await confirm({
      title: 'Unlink this wallet?',
      message:
        'Your balance counts as 0 until you link one again. In the election that is open now, your vote weighs what it weighed when the roll was taken.',
      confirm: 'Unlink',
      danger: true,
    })
    if (sure && (await unlinkWallet())) toast.success('Your wallet is unlinked.')
  }
  return (
    <Stack gap={4}>
      <Row as="p" gap={[2, 3]} align="center" step={1} face="document">
        <span title={address}>{shortAddress(address, 6)}</span>
        <CopyAddress address={address} />
      </Row>
      {switchedTo !== null && (
        <p className={classes.notice} role="status">
          Your wallet now shows the account {shortAddress(switchedTo, 6)}. Linked is still {shortAddress(address, 6)};
          to change that, link the other one.
        </p>
      )}
      <Row gap={3}>
        <Button variant="default" size="sm" aria-expanded={changing} onClick={() => setChanging(!changing)}>
          Link another wallet
        </Button>
        <Button
          variant="outline"
          size="sm"
          data-danger
          loading={step === 'disconnecting'}
          disabled={step !== 'idle' && step !== 'disconnecting'}
          onClick={() => void unlink()}
        >
          Unlink wallet
        </Button>
      </Row>
      {changing ? (
        <WalletChoices offered={cardWallets} />
      ) : (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
    </Stack>
  )
}

function CopyAddress({ address }: { address: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      toast.error('The address could not be copied. Select it instead.')
    }
  }
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => void copy()}>
      <span role="status">{copied ? 'Copied' : 'Copy address'}</span>
    </Button>
  )
}

import { useEffect } from 'react'
import { Button, Stack, Text, Columns } from '../../ui'
import { askFor, giveUp, useWalletLink, wantWallets } from './wallet-link'
import type { LinkStep } from './wallet-link'
import { walletBrands } from './wallets'
import type { WalletId } from './wallets'
import classes from './WalletChoices.module.css'

const steps: Readonly<Record<LinkStep, (name: string) => string>> = {
  idle: () => '',
  connecting: (name) => `Waiting for ${name}: allow the connection there.`,
  signing: (name) => `Sign the request in ${name}. It costs nothing and moves no tokens.`,
  linking: () => 'Linking your wallet…',
  disconnecting: () => 'Unlinking your wallet…',
}

/** Wallets to choose from, and where the chosen one stands: connect, sign, linked. */
export function WalletChoices({ offered }: { offered: readonly WalletId[] }) {
  const { step, asked, error, missing, found } = useWalletLink()
  useEffect(wantWallets, [])
  const busy = step !== 'idle'
  return (
    <Stack gap={4}>
      <Text tone="soft">
        You sign a text to prove that the wallet is yours. That costs nothing, moves no tokens and gives no access.
      </Text>
      <Columns as="ul" narrowest="11rem" gap={2}>
        {offered.map((id) => (
          <li key={id}>
            <button
              type="button"
              className={classes.choice}
              aria-disabled={busy}
              aria-busy={busy && asked?.wallet === id}
              onClick={() => !busy && askFor(id)}
            >
              <Mark id={id} />
              <span className={classes.name}>{walletBrands[id].name}</span>
              <Text as="span" tone="faint" step={-1}>
                {found.includes(id) ? 'Detected' : 'Install'}
              </Text>
            </button>
          </li>
        ))}
      </Columns>
      <Text tone="soft" strong className={classes.step} role="status">
        {asked && steps[step](walletBrands[asked.wallet].name)}
      </Text>
      {(step === 'connecting' || step === 'signing') && (
        <Button variant="subtle" size="sm" className={classes.stop} onClick={giveUp}>
          Stop waiting
        </Button>
      )}
      <p className={classes.problem} role="alert">
        {error}
        {missing && (
          <>
            {' '}
            <a href={walletBrands[missing].install} target="_blank" rel="noopener noreferrer">
              Get {walletBrands[missing].name}
            </a>
          </>
        )}
      </p>
    </Stack>
  )
}

/** A letter in a coin: wallets' own pictures are theirs, and would have to be asked for. */
function Mark({ id }: { id: WalletId }) {
  return (
    <Stack as="span" align="center" justify="center" face="title" className={classes.mark} aria-hidden="true">
      {walletBrands[id].name[0]}
    </Stack>
  )
}

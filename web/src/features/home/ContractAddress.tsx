import { IconCheck, IconCopy } from '@tabler/icons-react'
import { token } from '@nation/domain/chain'
import { useCall } from '../../lib/query/query'
import { Skeleton, Text } from '../../ui'
import classes from './ContractAddress.module.css'
import { useCopy } from '../../ui/use-copy'

/** An address shortened so that it can still be recognised. */
export const shortened = (address: string): string =>
  address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address

/** The token's contract address, to be copied. Its room is there while it loads, and where it cannot be read. */
export function ContractAddress() {
  const { data, isError } = useCall('system.settings', {})
  const [outcome, copy] = useCopy()
  if (!data) return isError ? <Unread /> : <Waiting />
  const { mint, symbol } = data.token
  return (
    <div className={classes.place}>
      <div>
        {outcome === null && (
          <Text as="span" tone="faint" step={-1}>
            {symbol} contract address
          </Text>
        )}
        {/* What became of the copy is said in place of what it is, so that nothing moves. */}
        <Text role="status" as="span" tone="success" step={-1} strong>
          {outcome === 'copied' && 'Copied to clipboard!'}
          {outcome === 'failed' && 'Copying is not allowed here: mark the address instead.'}
        </Text>
      </div>
      <button type="button" className={classes.copy} onClick={() => copy(mint)} aria-label={`Copy ${mint}`}>
        <code className={classes.whole}>{mint}</code>
        <code className={classes.short}>{shortened(mint)}</code>
        {outcome === 'copied' ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </button>
    </div>
  )
}

const Unread = () => (
  <div className={classes.place}>
    <Name />
    <Text as="span" tone="soft" step={-1}>
      Could not be read
    </Text>
  </div>
)

const Name = () => (
  <Text as="span" tone="faint" step={-1}>
    {token.symbol} contract address
  </Text>
)

const Waiting = () => (
  <div className={classes.place}>
    <Name />
    <Skeleton height="2.75rem" className={classes.waiting} />
  </div>
)

import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import {
  Skeleton,
  ErrorState,
  Instant,
  LineWork,
  Loading,
  OfficeBadge,
  officeStyle,
  Seal,
  Stack,
  Text,
} from '../../../ui'
import { Dialog } from '../../../ui/Dialog'
import { heldInWords, money, percentInWords, serialOf } from '../bank-words'
import type { Payment } from '../use-bank'
import classes from './Receipt.module.css'

/** A payment's receipt, by its address: all that the books say of it. */
export default function Receipt({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useCall('bank.get-payments', { paymentId })
  const payment = data?.payments[0]
  return (
    <Dialog title="Receipt" onClose={onClose} size="34rem">
      {payment ? (
        <Slip payment={payment} />
      ) : error || data ? (
        <ErrorState
          title={error ? 'The receipt could not be loaded' : 'Receipt not found'}
          {...(error && { onRetry: () => void refetch(), retrying: isFetching })}
        >
          {error ? sentenceOf(error) : 'There is no such payment.'}
        </ErrorState>
      ) : (
        <Loading label="Loading the receipt">
          <Skeleton height="22rem" />
        </Loading>
      )}
    </Dialog>
  )
}

function Slip({ payment }: { payment: Payment }) {
  return (
    <Stack as="article" pad={5} justify="start" stage className={classes.slip} style={officeStyle(payment.office)}>
      <LineWork seed={payment.id} kind="band" className={classes.band} />
      <Seal fine className={classes.seal} />
      <Text tone="office" step={-1} face="document">
        {serialOf(payment.cycle)}
      </Text>
      <Text step={4} face="display" figures className={classes.amount}>
        {money(payment.amountCents)}
      </Text>
      <Text tone="soft" breaks className={classes.to}>
        to <b>{payment.payee.username}</b> @{payment.payee.twitterUsername}
      </Text>
      <OfficeBadge role={payment.office} title={payment.title} />
      <Stack as="dl" step={-1} figures className={classes.facts}>
        <Fact name="Cycle">
          {payment.cycle}, from <Instant at={payment.cycleStartsAt} /> to <Instant at={payment.cycleDueAt} />
        </Fact>
        <Fact name="Part of the budget">{percentInWords(payment.percent)}</Fact>
        <Fact name="Held for">{heldInWords(payment.heldMs, payment.cycleDueAt - payment.cycleStartsAt)}</Fact>
        <Fact name="Recorded">
          <Instant at={payment.bookedAt} />
        </Fact>
        <Fact name="Status">
          {payment.paidAt === null ? (
            'Recorded, not paid yet'
          ) : (
            <>
              Paid, <Instant at={payment.paidAt} />
            </>
          )}
        </Fact>
        {payment.reference !== null && <Fact name="Reference">{payment.reference}</Fact>}
        <Fact name="Payment">
          <code>{payment.id}</code>
        </Fact>
        <Fact name="Movement">
          <code>{payment.movementId}</code>
        </Fact>
        <Fact name="Seal">
          <code>{payment.seal}</code>
        </Fact>
      </Stack>
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

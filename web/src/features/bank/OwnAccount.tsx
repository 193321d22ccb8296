import { dollars } from '@nation/domain/formats'
import { LineWork, NotKnown, RelativeTime, Skeleton, Stack, Columns } from '../../ui'
import { money } from './bank-words'
import classes from './OwnAccount.module.css'
import { ReceiptLink } from './history/ReceiptLink'
import { usePayments, type Payment } from './use-bank'

/** An official's own account, as the cover of a passbook. Nothing for those who were never paid. */
export function OwnAccount({ uid }: { uid: string }) {
  const { data } = usePayments({ userId: uid, limit: 100 })
  const payments = data?.pages.flatMap((page) => page.payments) ?? []
  const [latest] = payments
  if (!latest) return null
  const more = data?.pages.at(-1)?.nextCursor !== null
  return (
    <Stack as="section" gap={4} stage className={classes.book} aria-labelledby="own-account">
      <LineWork seed={uid} className={classes.rosette} />
      <h2 id="own-account" className={classes.title}>
        Your salary account
      </h2>
      <Columns as="dl" narrowest="13rem" gap={[4, 6]} className={classes.figures}>
        <div>
          <dt>{more ? 'Recorded in your last 100 salaries' : 'Recorded in all'}</dt>
          <dd>{sum(payments)}</dd>
        </div>
        <div>
          <dt>Recorded, not paid yet</dt>
          <dd>
            <Owed uid={uid} />
          </dd>
        </div>
        <div>
          <dt>Your latest salary</dt>
          <dd>{money(latest.amountCents)}</dd>
          <dd className={classes.note}>
            {latest.title}, cycle {latest.cycle}, <RelativeTime at={latest.bookedAt} />{' '}
            <ReceiptLink payment={latest}>Receipt</ReceiptLink>
          </dd>
        </div>
      </Columns>
    </Stack>
  )
}

/** What waits to be paid, asked by itself: the newest hundred salaries may be paid while an older one is not. */
function Owed({ uid }: { uid: string }) {
  const { data, isError } = usePayments({ userId: uid, status: 'pending', limit: 100 })
  if (data === undefined) return isError ? <NotKnown /> : <Skeleton width="6rem" />
  const isAll = data.pages.at(-1)?.nextCursor === null
  return `${isAll ? '' : 'At least '}${sum(data.pages.flatMap((page) => page.payments))}`
}

const sum = (payments: readonly Payment[]): string =>
  dollars(payments.reduce((total, { amountCents }) => total + BigInt(amountCents), 0n))

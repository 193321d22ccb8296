import { bankOffices } from '@nation/domain/bank'
import type { GovernmentRole } from '@nation/domain/citizens'
import { officeTitle } from '@nation/domain/elections'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Badge, CitizenAvatar, dateInWords, EmptyState, OfficeBadge, PagedList } from '../../../ui'
import { money } from '../bank-words'
import { usePayments, type Payment } from '../use-bank'
import classes from './History.module.css'
import { ReceiptLink } from './ReceiptLink'

/** What was paid to whom, as the pages of a passbook. */
export function History() {
  const [office, setOffice] = useState<GovernmentRole | ''>('')
  const list = usePayments(office === '' ? {} : { office })
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? []
  return (
    <section aria-labelledby="history" className={classes.section}>
      <div className={classes.head}>
        <h2 id="history" className={classes.heading}>
          Payment history
        </h2>
        <div className={classes.tools}>
          <label className={classes.filter}>
            Position
            <select value={office} onChange={(event) => setOffice(event.currentTarget.value as GovernmentRole | '')}>
              <option value="">All</option>
              {bankOffices.map((role) => (
                <option key={role} value={role}>
                  {officeTitle(role)}
                </option>
              ))}
            </select>
          </label>
          <a className={classes.export} href="/api/bank/export-payments" download>
            Export CSV
          </a>
        </div>
      </div>
      <div className={classes.book}>
        <PagedList
          pages={list}
          items={payments}
          label="Payments"
          bones={{ count: 5, height: '4.25rem' }}
          failure={sentenceOf(list.error)}
          empty={
            <EmptyState title="No payments yet">
              {office === ''
                ? 'The first salaries appear here at the end of the first cycle.'
                : 'Nobody was paid for this position yet.'}
            </EmptyState>
          }
        >
          {(payment) => <Line key={payment.id} payment={payment} />}
        </PagedList>
      </div>
    </section>
  )
}

function Line({ payment }: { payment: Payment }) {
  const { payee } = payment
  return (
    <li className={classes.line}>
      <p className={classes.cycle}>
        <b>Cycle {payment.cycle}</b>
        <span>{dateInWords(payment.cycleDueAt)}</span>
      </p>
      <div className={classes.payee}>
        <CitizenAvatar id={payee.id} name={payee.username} picture={payee.profilePicture} size={36} />
        <p>
          <b>{payee.username}</b>
          <OfficeBadge role={payment.office} title={payment.title} />
        </p>
      </div>
      <p className={classes.status}>
        {payment.status === 'paid' ? <Badge tone="success">Paid</Badge> : <Badge>Pending</Badge>}
      </p>
      <p className={classes.amount}>{money(payment.amountCents)}</p>
      <p className={classes.receipt}>
        <ReceiptLink payment={payment}>Receipt</ReceiptLink>
      </p>
    </li>
  )
}

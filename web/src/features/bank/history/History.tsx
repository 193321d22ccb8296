import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { bankOffices } from '@nation/domain/bank'
import type { GovernmentRole } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import {
  Badge,
  CitizenAvatar,
  dateInWords,
  EmptyState,
  OfficeBadge,
  Stack,
  Row,
  Text,
  Panel,
  Button,
} from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { heldInWords, money, statusWords } from '../bank-words'
import { usePayments, type Payment } from '../use-bank'
import classes from './History.module.css'
import { ReceiptLink } from './ReceiptLink'

const offices = [{ value: '', label: 'All' }, ...bankOffices.map((role) => ({ value: role, label: officeTitle(role) }))]

/** Salaries on a page. */
const pageLength = 12

/** What was paid to whom, as the pages of a passbook. */
export function History() {
  const [office, setOffice] = useState<GovernmentRole | ''>('')
  const list = usePayments({ limit: pageLength, ...(office !== '' && { office }) })
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? []
  return (
    <Stack aria-labelledby="history" as="section" gap={4}>
      <Row gap={[3, 5]} align="end" justify="between">
        <Text id="history" as="h2" step={3}>
          Payment history
        </Text>
        <Row gap={[3, 4]} align="center">
          <Row as="label" nowrap gap={2} align="center" tone="soft" step={-1}>
            Position
            <NativeSelect
              value={office}
              data={offices}
              onChange={(event) => setOffice(event.currentTarget.value as GovernmentRole | '')}
            />
          </Row>
          <Button component="a" variant="default" href="/api/bank/export-payments" download>
            Export CSV
          </Button>
        </Row>
      </Row>
      <Panel raised gap={4} className={classes.book}>
        <PagedList
          pages={list}
          items={payments}
          label="Payments"
          skeletons={{ count: 5, height: '4.25rem' }}
          failure={sentenceOf(list.error)}
          empty={
            <EmptyState title="No payments yet">
              {office === ''
                ? 'The first salaries appear here at the end of the first cycle.'
                : 'No payments for this position yet.'}
            </EmptyState>
          }
        >
          {(payment) => <Line key={payment.id} payment={payment} />}
        </PagedList>
      </Panel>
    </Stack>
  )
}

function Line({ payment }: { payment: Payment }) {
  const { payee } = payment
  const cycleMs = payment.cycleDueAt - payment.cycleStartsAt
  return (
    <li className={classes.line}>
      <p className={classes.cycle}>
        <b>Cycle {payment.cycle}</b>
        <span>{dateInWords(payment.cycleDueAt)}</span>
      </p>
      <Row nowrap gap={3} align="center" className={classes.payee}>
        <CitizenAvatar id={payee.id} name={payee.username} picture={payee.profilePicture} size={36} />
        <p>
          <b>{payee.username}</b>
          <OfficeBadge role={payment.office} title={payment.title} />
          {payment.heldMs < cycleMs && (
            <Text as="span" tone="faint" step={-1}>
              {heldInWords(payment.heldMs, cycleMs)}
            </Text>
          )}
        </p>
      </Row>
      <p className={classes.status}>
        {payment.status === 'paid' ? (
          <Badge tone="success">{statusWords.paid}</Badge>
        ) : (
          <Badge>{statusWords.pending}</Badge>
        )}
      </p>
      <Text step={1} face="title" className={classes.amount}>
        {money(payment.amountCents)}
      </Text>
      <p className={classes.receipt}>
        <ReceiptLink payment={payment}>Receipt</ReceiptLink>
      </p>
    </li>
  )
}

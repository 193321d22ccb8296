import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Panel, Stack, Text } from '../../../ui'
import { FoldButton } from '../../../ui/FoldButton'
import { PagedList } from '../../../ui/PagedList'
import { Choices } from '../../../ui/kit/Choices'
import { statusWords, usePayments } from '../../bank'
import { BatchTools } from './BatchTools'
import classes from './bank.module.css'
import { PaymentRow } from './PaymentRow'

const filters = [
  { id: 'pending', label: statusWords.pending },
  { id: 'paid', label: statusWords.paid },
  { id: 'all', label: 'All' },
] as const

type Filter = (typeof filters)[number]['id']

const nothingOf: Readonly<Record<Filter, string>> = {
  pending: 'Every recorded salary is paid',
  paid: 'No salary is marked as paid yet',
  all: 'No payments yet',
}

/** Payments that are shown before one asks for all: the forms below are near. */
const FIRST = 5

/** Payments, and marking them as paid: one by one, or many from a file. */
export function PayoutsPanel() {
  const [filter, setFilter] = useState<Filter>('pending')
  const [all, setAll] = useState(false)
  const [files, setFiles] = useState(0)
  const list = usePayments(filter === 'all' ? {} : { status: filter })
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? []
  return (
    <Panel as="section" edge="top" gap={3} pad={5} top className={classes.panel} aria-labelledby="payouts">
      <h2 id="payouts">Payments</h2>
      <Choices legend="Show payments" choices={filters} chosen={filter} choose={setFilter} />
      <PagedList
        pages={all ? list : { ...list, hasNextPage: false }}
        items={all ? payments : payments.slice(0, FIRST)}
        label="Payments"
        className={classes.lines}
        skeletons={{ count: FIRST, height: '3.75rem' }}
        failure={sentenceOf(list.error)}
        empty={
          <Stack gap={1}>
            <b>{nothingOf[filter]}</b>
            <Text tone="soft" step={-1}>
              {filter === 'paid'
                ? 'Salaries appear here once they are marked as paid.'
                : 'Salaries appear here as soon as a cycle is recorded.'}
            </Text>
          </Stack>
        }
      >
        {(payment) => <PaymentRow key={payment.id} payment={payment} files={files} />}
      </PagedList>
      {payments.length > FIRST && (
        <FoldButton open={all} className={classes.act} onClick={() => setAll(!all)}>
          {all ? `Show only ${FIRST}` : `Show all ${payments.length}${list.hasNextPage ? ' and more' : ''}`}
        </FoldButton>
      )}
      <BatchTools onChosen={() => setFiles((before) => before + 1)} />
    </Panel>
  )
}

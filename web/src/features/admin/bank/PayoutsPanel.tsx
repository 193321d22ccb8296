import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { payoutLimits } from '@nation/domain/bank'
import { useState, type SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Badge, Button, OfficeBadge, toast, useFormErrors, Panel, Row, Stack, Text } from '../../../ui'
import { FoldButton } from '../../../ui/FoldButton'
import { PagedList } from '../../../ui/PagedList'
import { Choices } from '../../../ui/kit/Choices'
import { money, statusWords, usePayments, type Payment } from '../../bank'
import { BatchTools } from './BatchTools'
import classes from './bank.module.css'
import { useBankChange } from './use-bank-change'

const filters = [
  { id: 'pending', label: statusWords.pending },
  { id: 'paid', label: statusWords.paid },
  { id: 'all', label: 'All' },
] as const

type Filter = (typeof filters)[number]['id']

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
      <BatchTools onChosen={() => setFiles((before) => before + 1)} />
      <Choices legend="Show payments" choices={filters} chosen={filter} choose={setFilter} />
      <PagedList
        pages={all ? list : { ...list, hasNextPage: false }}
        items={all ? payments : payments.slice(0, FIRST)}
        label="Payments"
        skeletons={{ count: 4, height: '5rem' }}
        failure={sentenceOf(list.error)}
        empty={
          <Stack gap={1}>
            <b>{filter === 'pending' ? 'Every recorded salary is paid' : 'No payments yet'}</b>
            <Text tone="soft" step={-1}>
              Salaries appear here as soon as a cycle is recorded.
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
    </Panel>
  )
}

interface RowProps {
  payment: Payment
  /** How many files were chosen so far: each is another way to say what a row was asked for. */
  files: number
}

function PaymentRow({ payment, files }: RowProps) {
  return (
    <Row as="li" gap={[3, 5]} pad={[3, 4]} align="center" justify="between" figures className={classes.row}>
      <Stack as="p" gap={1} wide className={classes.main}>
        <b>
          {payment.payee.username} · {money(payment.amountCents)}
        </b>
        <span>
          <Row as="span" gap={[0, 2]} align="center">
            <OfficeBadge role={payment.office} title={payment.title} /> <span>cycle {payment.cycle}</span>
          </Row>
        </span>
      </Stack>
      {payment.status === 'paid' ? (
        <Text tone="soft" step={-1} breaks>
          <Badge tone="success">{statusWords.paid}</Badge> {payment.reference}
        </Text>
      ) : (
        <MarkPaid payment={payment} files={files} />
      )}
    </Row>
  )
}

function MarkPaid({ payment, files }: RowProps) {
  const [reference, setReference] = useState('')
  const errors = useFormErrors()
  const [seen, setSeen] = useState(files)
  if (seen !== files) {
    setSeen(files)
    errors.clear()
  }
  const mark = useBankChange('bank.mark-paid')
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (errors.refuse(reference.trim() === '' ? { reference: 'Please enter a reference' } : {})) return
    mark.mutate(
      { paymentId: payment.id, reference },
      {
        onSuccess: () => toast.success(`${payment.payee.username} is marked as paid.`),
        // The row has one field, and no room for a summary.
        onError: (error) => errors.refuse({ reference: sentenceOf(error) }),
      },
    )
  }
  return (
    <Row as="form" nowrap gap={2} align="start" className={classes.mark} onSubmit={save} {...errors.form}>
      <TextInput
        size="sm"
        className={classes.reference}
        label="Reference"
        aria-label={`Reference for ${payment.payee.username}, ${payment.title}, cycle ${payment.cycle}`}
        maxLength={payoutLimits.reference}
        value={reference}
        {...errors.of('reference')}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="sm" loading={mark.isPending}>
        Mark as paid
      </Button>
    </Row>
  )
}

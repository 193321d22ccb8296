import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { payoutLimits } from '@nation/domain/bank'
import { positions } from '@nation/domain/elections'
import { useState, type SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Badge, Button, OfficeBadge, rememberItem, Row, Text, toast, useFormErrors } from '../../../ui'
import { money, statusWords, type Payment } from '../../bank'
import classes from './bank.module.css'
import { useBankChange } from './use-bank-change'

interface Props {
  payment: Payment
  /** How many files were chosen so far: each is another way to say what a row was asked for. */
  files: number
}

/**
 * A payment as one line: to whom, for which office, how much, and the one thing to do with it. The field for the reference is shown
 * once it is asked for.
 */
export function PaymentRow({ payment, files }: Props) {
  const [asked, setAsked] = useState(false)
  const { payee, title, cycle, office, amountCents, reference } = payment
  const isPaid = payment.status === 'paid'
  return (
    <Text as="li" step={-1} figures className={classes.payment} data-paid={isPaid || undefined}>
      <Row as="span" gap={[0, 2]} align="baseline" className={classes.payee}>
        <Text as="b" step={0} strong breaks>
          {payee.username}
        </Text>
        <Text as="span" tone="soft">
          cycle {cycle}
        </Text>
      </Row>
      <span className={classes.what}>
        <OfficeBadge role={office} title={positions.find(({ role }) => role === office)?.short ?? title} />
      </span>
      <Text as="b" step={0} strong className={classes.amount}>
        {money(amountCents)}
      </Text>
      {isPaid ? (
        <Text as="span" tone="soft" breaks className={classes.do}>
          <Badge tone="success">{statusWords.paid}</Badge> {reference}
        </Text>
      ) : (
        <Button
          variant="default"
          size="sm"
          className={classes.do}
          aria-expanded={asked}
          aria-label={`${asked ? 'Cancel' : 'Mark as paid'}: ${payee.username}, ${title}, cycle ${cycle}`}
          onClick={() => setAsked(!asked)}
        >
          {asked ? 'Cancel' : 'Mark as paid'}
        </Button>
      )}
      {asked && !isPaid && <Reference payment={payment} files={files} />}
    </Text>
  )
}

/** What the payment is looked up by, such as the number of a transfer: with it, it is marked as paid. */
function Reference({ payment, files }: Props) {
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
    // The row goes with what is waited for, and the focus to the next one.
    const moveOn = rememberItem()
    mark.mutate(
      { paymentId: payment.id, reference },
      {
        onSuccess: () => {
          toast.success(`${payment.payee.username} is marked as paid.`)
          moveOn()
        },
        // The row has one field, and no room for a summary.
        onError: (error) => errors.refuse({ reference: sentenceOf(error) }),
      },
    )
  }
  return (
    <Row as="form" gap={2} align="start" className={classes.mark} onSubmit={save} {...errors.form}>
      <TextInput
        size="sm"
        className={classes.reference}
        label="Reference"
        aria-label={`Reference for ${payment.payee.username}, ${payment.title}, cycle ${payment.cycle}`}
        placeholder="Such as the number of the transfer"
        maxLength={payoutLimits.reference}
        autoFocus
        value={reference}
        {...errors.of('reference')}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" loading={mark.isPending}>
        Save as paid
      </Button>
    </Row>
  )
}

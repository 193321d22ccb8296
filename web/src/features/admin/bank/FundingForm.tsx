import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { centsOf, payoutLimits, splitFunding } from '@nation/domain/bank'
import { errorTable } from '@nation/domain/errors'
import { dollars } from '@nation/domain/formats'
import { useState, type SyntheticEvent } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { Button, FormErrors, toast, useFormErrors, Panel, Text } from '../../../ui'
import { moneyOf, type BankData } from '../../bank'
import classes from './bank.module.css'
import { useBankChange } from './use-bank-change'

/** Books what came from the developer wallet: a part for the government, the rest for operations. */
export function FundingForm({ bank }: { bank: BankData }) {
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const errors = useFormErrors()
  const record = useBankChange('bank.record-funding')
  const cents = centsOf(amount)
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const problems = {
      ...(!cents && { amount: errorTable.amount_invalid[1] }),
      ...(reference.trim() === '' && { reference: 'Please enter a reference' }),
    }
    if (errors.refuse(problems)) return
    record.mutate(
      { amount: amount.trim(), reference },
      {
        onSuccess: () => {
          setAmount('')
          setReference('')
          toast.success('The funding is in the books.')
        },
        onError: (error) =>
          errors.fail(
            error,
            error instanceof ApiError && error.isPassing
              ? `${sentenceOf(error)} The funding may be booked already. If you send it again unchanged, it is still booked once.`
              : sentenceOf(error),
          ),
      },
    )
  }
  return (
    <Panel
      as="form"
      edge="top"
      gap={3}
      pad={5}
      top
      className={classes.panel}
      onSubmit={save}
      aria-labelledby="record-funding"
      {...errors.form}
    >
      <h2 id="record-funding">Record funding</h2>
      <FormErrors errors={errors} />
      <Text tone="soft" step={-1} className={classes.note}>
        What came from the developer wallet. So far {moneyOf(bank.balances.funded)}; the treasury holds{' '}
        {moneyOf(bank.balances.treasury)}.
      </Text>
      <TextInput
        label="Amount (USD)"
        {...errors.of('amount')}
        type="number"
        inputMode="decimal"
        min={0}
        step={100}
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label="Reference of the funding"
        {...errors.of('reference')}
        description="Where it can be looked up, such as a transaction. This is public."
        maxLength={payoutLimits.reference}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <Text tone="soft" step={-1} className={classes.note} role="status">
        {cents
          ? partsOf(cents)
          : `${bank.split.governmentPercent}% goes to the government, ${bank.split.operationsPercent}% to project operations.`}
      </Text>
      <Button
        type="submit"
        variant={amount === '' && reference === '' ? 'default' : 'filled'}
        loading={record.isPending}
        className={classes.act}
      >
        Record funding
      </Button>
    </Panel>
  )
}

function partsOf(cents: number): string {
  const { government, operations } = splitFunding(cents)
  return `${dollars(government)} to the government, ${dollars(operations)} to project operations.`
}

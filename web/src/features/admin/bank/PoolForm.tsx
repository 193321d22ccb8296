import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { centsOf, plainDollars } from '@nation/domain/bank'
import { errorTable } from '@nation/domain/errors'
import type { SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, FormErrors, toast, useFormErrors, Panel, Text } from '../../../ui'
import { money, type BankData } from '../../bank'
import { Overtaken } from '../settings/Overtaken'
import { useDraft } from '../use-draft'
import classes from './bank.module.css'
import { useBankChange } from './use-bank-change'

/** Sets the budget of a cycle (requirements 1.5). */
export function PoolForm({ bank }: { bank: BankData }) {
  const set = bank.lastUpdated === null && bank.totalSalaries === 0
  const now = set ? '' : plainDollars(Number(bank.totalSalariesCents))
  const draft = useDraft<string>(bank.totalVersion)
  const typed = draft.typed ?? now
  const errors = useFormErrors()
  const update = useBankChange('bank.update-total')
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (errors.refuse(centsOf(typed) === null ? { totalSalaries: errorTable.salary_invalid[1] } : {})) return
    update.mutate(
      { totalSalaries: typed.trim(), version: draft.version },
      {
        onSuccess: ({ totalSalariesCents, totalVersion }) => {
          draft.saved(plainDollars(Number(totalSalariesCents)), totalVersion)
          toast.success(`The salary pool is ${money(totalSalariesCents)}.`)
        },
        onError: (error) => errors.fail(error, sentenceOf(error)),
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
      aria-labelledby="pool"
      {...errors.form}
    >
      <h2 id="pool">Total salary pool</h2>
      <FormErrors errors={errors} />
      <Text tone="state" step={4} figures breaks face="display" className={classes.now}>
        {money(bank.totalSalariesCents)}
      </Text>
      <TextInput
        label="Total salaries (USD)"
        {...errors.of('totalSalaries')}
        description="The government budget of one cycle. It applies to every cycle that is not due yet."
        type="number"
        inputMode="decimal"
        min={0}
        step={100}
        value={typed}
        onChange={(event) => draft.write(event.currentTarget.value)}
      />
      {draft.isOvertaken && (
        <Overtaken onKeep={draft.keep} onTake={draft.drop}>
          It is {money(bank.totalSalariesCents)} now: it was changed while you were writing.
        </Overtaken>
      )}
      <Button
        type="submit"
        variant={typed === now ? 'default' : 'filled'}
        loading={update.isPending}
        className={classes.act}
      >
        Update total
      </Button>
    </Panel>
  )
}

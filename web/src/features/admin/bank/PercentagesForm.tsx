import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import {
  bankOffices,
  canSetPercentages,
  isPercent,
  officeShares,
  presetOf,
  salaryPresets,
  sumOfPercent,
  type SalaryPercentages,
} from '@nation/domain/bank'
import type { GovernmentRole } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import type { SyntheticEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import {
  Button,
  FormErrors,
  officeLooks,
  officeStyle,
  toast,
  useFormErrors,
  Panel,
  Row,
  Columns,
  Stack,
  Text,
} from '../../../ui'
import { money, type BankData } from '../../bank'
import { Overtaken } from '../settings/Overtaken'
import { useDraft } from '../use-draft'
import classes from './bank.module.css'
import { useBankChange } from './use-bank-change'

type Typed = Readonly<Record<GovernmentRole, string>>

const presets = [
  { id: 'constitution', label: 'Constitution', note: '10% for Marketing' },
  { id: 'panel', label: 'Panel', note: '10% for Justice' },
] as const

const notAPercentage = 'Please enter 0 to 100, with at most two decimals'

const typedOf = (percentages: SalaryPercentages): Typed =>
  Object.fromEntries(bankOffices.map((role) => [role, String(percentages[role] ?? 0)])) as Record<
    GovernmentRole,
    string
  >

/** What was typed as numbers; NaN where it is none. */
const percentagesOf = (typed: Typed): Record<GovernmentRole, number> =>
  Object.fromEntries(
    bankOffices.map((role) => [role, typed[role].trim() === '' ? NaN : Number(typed[role])]),
  ) as Record<GovernmentRole, number>

/** What each office gets of the budget: two presets, or by hand, with the sum as it stands. */
export function PercentagesForm({ bank }: { bank: BankData }) {
  const draft = useDraft<Typed>(bank.percentagesVersion)
  const now = typedOf(bank.salaryPercentages)
  const typed = draft.typed ?? now
  const isChanged = bankOffices.some((role) => typed[role] !== now[role])
  const errors = useFormErrors()
  const update = useBankChange('bank.update-percentages')
  const percentages = percentagesOf(typed)
  const whole = canSetPercentages(percentages).allowed
  const chosen = whole ? presetOf(percentages) : null
  // The amounts that the bank would pay. Percentages of less or more than the whole budget have none.
  const amounts = whole ? officeShares(Number(bank.totalSalariesCents), percentages) : null
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = bankOffices.filter((role) => !isPercent(percentages[role]))
    const problems = Object.fromEntries(wrong.map((role) => [`salaryPercentages.${role}`, notAPercentage]))
    if (errors.refuse(problems, whole || wrong.length > 0 ? null : 'The percentages must add up to 100.')) return
    update.mutate(
      { salaryPercentages: percentages, version: draft.version },
      {
        onSuccess: ({ salaryPercentages, percentagesVersion }) => {
          draft.saved(typedOf(salaryPercentages), percentagesVersion)
          toast.success('The percentages are set.')
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
      aria-labelledby="percentages"
      {...errors.form}
    >
      <h2 id="percentages">Percentages</h2>
      <FormErrors errors={errors} />
      <Row as="fieldset" gap={[2, 3]} className={classes.presets}>
        <legend>Preset</legend>
        {presets.map(({ id, label, note }) => (
          <Button
            key={id}
            variant={chosen === id ? 'filled' : 'default'}
            aria-pressed={chosen === id}
            size="sm"
            onClick={() => {
              draft.write(typedOf(salaryPresets[id]))
              errors.clear()
            }}
          >
            {label}: {note}
          </Button>
        ))}
      </Row>
      <Columns narrowest="21rem" fill gap={[3, 5]}>
        {bankOffices.map((role) => (
          <div key={role} style={officeStyle(role)} className={classes.office}>
            <Stack
              as="span"
              align="center"
              justify="center"
              face="display"
              className={classes.numeral}
              aria-hidden="true"
            >
              {officeLooks[role].numeral}
            </Stack>
            <TextInput
              className={classes.percent}
              label={officeTitle(role)}
              type="number"
              inputMode="decimal"
              min={0}
              max={100}
              step={1}
              rightSection={<span aria-hidden="true">%</span>}
              rightSectionWidth={22}
              rightSectionPointerEvents="none"
              value={typed[role]}
              {...errors.of(`salaryPercentages.${role}`)}
              onChange={(event) => {
                draft.write({ ...typed, [role]: event.currentTarget.value })
                // What is said of the sum holds for the percentages that were sent.
                if (errors.sentence !== null) errors.clear()
              }}
            />
            <Text as="span" tone="faint" step={-1} figures className={classes.worth} data-amount={role}>
              {amounts ? money(String(amounts.get(role) ?? 0)) : ''}
            </Text>
          </div>
        ))}
      </Columns>
      <Sum percentages={percentages} whole={whole} />
      {!whole && (
        <Text tone="soft" step={-1} className={classes.note}>
          The amounts show when the percentages add up to 100.
        </Text>
      )}
      {draft.isOvertaken && (
        <Overtaken onKeep={draft.keep} onTake={draft.drop}>
          Other percentages were set while you were writing.
        </Overtaken>
      )}
      <Button
        type="submit"
        variant={isChanged ? 'filled' : 'default'}
        loading={update.isPending}
        className={classes.act}
      >
        Save percentages
      </Button>
    </Panel>
  )
}

function Sum({ percentages, whole }: { percentages: Record<GovernmentRole, number>; whole: boolean }) {
  const sum = sumOfPercent(onlyPercentages(percentages))
  return (
    <Stack gap={2} tone="warning" figures className={classes.sum} data-whole={whole || undefined}>
      <div className={classes.gauge} aria-hidden="true">
        {bankOffices.map((role) => {
          const percent = percentages[role]
          return isPercent(percent) && percent > 0 ? (
            <span key={role} style={{ ...officeStyle(role), flexGrow: percent }} />
          ) : null
        })}
        {sum < 100 && <i style={{ flexGrow: 100 - sum }} />}
      </div>
      <p role="status">{sumInWords(percentages)}</p>
    </Stack>
  )
}

/** The sum of what is a percentage, and which offices it leaves out. */
function sumInWords(percentages: Record<GovernmentRole, number>): string {
  const wrong = bankOffices.filter((role) => !isPercent(percentages[role])).map((role) => officeTitle(role))
  const sum = `${Number(sumOfPercent(onlyPercentages(percentages)).toFixed(2))} of 100 percent`
  return wrong.length === 0 ? sum : `${sum}, without ${listed.format(wrong)}`
}

const listed = new Intl.ListFormat('en')

const onlyPercentages = (percentages: SalaryPercentages): SalaryPercentages =>
  Object.fromEntries(Object.entries(percentages).filter(([, percent]) => isPercent(percent)))

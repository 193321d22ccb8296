import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { electionLimits, weekOf } from '@nation/domain/elections'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import {
  Button,
  durationInWords,
  FormErrors,
  toast,
  useClock,
  useFormErrors,
  Panel,
  Columns,
  Row,
  Stack,
  Text,
} from '../../../ui'
import type { ElectionSummary } from '../shared/types'
import type { CalendarChanges } from './calendar-changes'
import { planned, planProblems, typedOf } from './plan'
import type { Plan } from './plan'
import classes from './PlanElection.module.css'
import { PlanStrip } from './PlanStrip'

const DAY = 86_400_000

interface Props extends Pick<CalendarChanges, 'creation'> {
  /** Elections that run or are planned: nothing may overlap them. */
  others: readonly ElectionSummary[]
  onDone: () => void
}

const fields = [
  { field: 'startsAt', label: 'Opens', hint: 'Voting for President, Prime Minister and Secretary begins.' },
  { field: 'phaseTwoAt', label: 'Ministries open', hint: 'Left empty, the ministries open halfway through.' },
  { field: 'endsAt', label: 'Closes', hint: 'Then the votes are counted, and the government is seated.' },
] as const

/** An election on dates of its own (ruling: election week): what it would be, and what is refused and why. */
export function PlanElection({ creation, others, onDone }: Props) {
  const now = useClock()()
  const [plan, setPlan] = useState<Plan>(() => nextWeek(now))
  const problems = planProblems(plan, now, others)
  const dates = planned(plan)
  const refused = Object.keys(problems).length > 0
  // What cannot be planned is said as it is typed; sending it brings the first wrong date.
  const errors = useFormErrors()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (errors.refuse(problems) || !dates) return
    creation.mutate(dates, {
      onSuccess: () => {
        toast.success('The election is planned.')
        onDone()
      },
      onError: (error) => errors.fail(error, sentenceOf(error)),
    })
  }
  return (
    <Panel
      as="form"
      edge="top"
      raised
      gap={5}
      className={classes.plan}
      aria-labelledby="plan-title"
      onSubmit={submit}
      {...errors.form}
    >
      <Stack gap={1}>
        <Text as="h3" id="plan-title" step={2}>
          Plan an election
        </Text>
        <Text tone="soft">
          Up to {electionLimits.longest / DAY} days long, opening within {electionLimits.startsWithin / DAY} days, and
          at the same time as no other election.
        </Text>
      </Stack>
      <FormErrors errors={errors} />
      <Columns narrowest="16rem" gap={[4, 5]}>
        {fields.map(({ field, label, hint }) => (
          <TextInput
            key={field}
            type="datetime-local"
            size="md"
            label={`${label} (UTC)`}
            description={hint}
            value={plan[field]}
            name={field}
            error={problems[field] ?? errors.problems[field]}
            required={field !== 'phaseTwoAt'}
            autoFocus={field === 'startsAt'}
            onChange={({ currentTarget: { value } }) => {
              setPlan({ ...plan, [field]: value })
              // One date is wrong beside the others: what was said of any of them may hold no more.
              errors.clear()
            }}
          />
        ))}
      </Columns>
      <PlanStrip now={now} others={others} dates={dates} refused={refused} />
      <Row gap={3} align="center" justify="end">
        <Text tone="soft" step={-1} className={classes.length} role="status">
          {dates && !refused
            ? `${durationInWords(dates.endsAt - dates.startsAt)}: phase one ${durationInWords(dates.phaseTwoAt - dates.startsAt)}, phase two ${durationInWords(dates.endsAt - dates.phaseTwoAt)}. The days around it are planned automatically.`
            : 'Some of the dates above need another look.'}
        </Text>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={creation.isPending}>
          Plan Election
        </Button>
      </Row>
    </Panel>
  )
}

/** The week after the one that runs. */
function nextWeek(now: number): Plan {
  const { startsAt, endsAt } = weekOf(weekOf(new Date(now + electionLimits.notice)).endsAt)
  return { startsAt: typedOf(startsAt.getTime()), phaseTwoAt: '', endsAt: typedOf(endsAt.getTime()) }
}

import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { cancelReasonLength } from '@nation/domain/elections'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { Button, confirm, FormErrors, inFull, toast, Row, useFocusGoesOn, useFormErrors } from '../../../ui'
import { electionName } from '../shared/election-words'
import type { ElectionSummary } from '../shared/types'
import type { CalendarChanges } from './calendar-changes'
import classes from './CancelElection.module.css'

interface Props extends Pick<CalendarChanges, 'cancellation'> {
  election: ElectionSummary
}

/** Takes a planned election out of the calendar: first the reason, which everybody reads, then the question. */
export function CancelElection({ election, cancellation }: Props) {
  const [asking, setAsking] = useState(false)
  const offer = useRef<HTMLDivElement>(null)
  const form = useFocusGoesOn(() => offer.current?.querySelector('button'))
  const goes = useFocusGoesOn()
  if (asking) {
    return (
      <div key="form" ref={form} className={classes.offer}>
        <Reason election={election} cancellation={cancellation} onDone={() => setAsking(false)} />
      </div>
    )
  }
  return (
    <div key="offer" ref={offer} className={classes.offer}>
      <Button
        ref={goes}
        variant="outline"
        data-danger
        size="compact-sm"
        aria-label={`Cancel the election of ${electionName(election.startsAt)}`}
        onClick={() => setAsking(true)}
      >
        Cancel election
      </Button>
    </div>
  )
}

function Reason({ election, cancellation, onDone }: Props & { onDone: () => void }) {
  const [reason, setReason] = useState('')
  const errors = useFormErrors()
  const submit = async () => {
    if (errors.refuse(reason.trim() === '' ? { reason: 'Please give a reason.' } : {})) return
    if (!(await confirm(questionAbout(election)))) return
    cancellation.mutate(
      { electionId: election.id, reason },
      {
        onSuccess: () => {
          toast.success('The election is cancelled.')
          onDone()
        },
        onError: (error) => errors.fail(error, sentenceOf(error)),
      },
    )
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form
      className={classes.reason}
      aria-label={`Cancel the election of ${electionName(election.startsAt)}`}
      onSubmit={send}
      {...errors.form}
    >
      <FormErrors errors={errors} />
      <TextInput
        label="Why is it cancelled?"
        description="This text is public and stays on record."
        value={reason}
        maxLength={cancelReasonLength}
        required
        autoFocus
        {...errors.of('reason')}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Row gap={3}>
        <Button variant="default" onClick={onDone}>
          Keep it
        </Button>
        <Button type="submit" color="carmine" data-danger loading={cancellation.isPending}>
          Cancel Election
        </Button>
      </Row>
    </form>
  )
}

function questionAbout({ startsAt, totalCandidates }: ElectionSummary) {
  const freed =
    totalCandidates === 0
      ? ''
      : totalCandidates === 1
        ? ' Its one candidate may stand elsewhere.'
        : ` Its ${inFull(totalCandidates)} candidates may stand elsewhere.`
  return {
    title: `Cancel the election of ${electionName(startsAt)}?`,
    message: `It will not take place.${freed} Its days are planned automatically. This cannot be undone.`,
    confirm: 'Cancel Election',
    cancel: 'Keep it',
    danger: true,
  }
}

import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { cancelReasonLength } from '@nation/domain/elections'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { Button, confirm, inFull, toast, Row } from '../../../ui'
import { weekName } from '../shared/election-words'
import type { ElectionSummary } from '../shared/types'
import classes from './CancelElection.module.css'

/** Takes a planned election out of the calendar: first the reason, which everybody reads, then the question. */
export function CancelElection({ election }: { election: ElectionSummary }) {
  const [asking, setAsking] = useState(false)
  if (asking) return <Reason election={election} onDone={() => setAsking(false)} />
  return (
    <div className={classes.offer}>
      <Button
        variant="outline"
        data-danger
        size="compact-sm"
        aria-label={`Cancel the election of ${weekName(election.startsAt)}`}
        onClick={() => setAsking(true)}
      >
        Cancel election
      </Button>
    </div>
  )
}

function Reason({ election, onDone }: { election: ElectionSummary; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const cancellation = useChange('elections.cancel', ['elections.list', 'elections.current', 'elections.get'])
  const submit = async () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '' || !(await confirm(questionAbout(election)))) return
    cancellation.mutate(
      { electionId: election.id, reason },
      {
        onSuccess: () => {
          toast.success('The election is cancelled.')
          onDone()
        },
        onError: (error) => toast.error(sentenceOf(error)),
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
      aria-label={`Cancel the election of ${weekName(election.startsAt)}`}
      onSubmit={send}
      noValidate
    >
      <TextInput
        label="Why is it cancelled?"
        description="Everybody reads this, and it stays on record."
        value={reason}
        maxLength={cancelReasonLength}
        required
        autoFocus
        error={missing && reason.trim() === '' ? 'Please give a reason.' : undefined}
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
    title: `Cancel the election of ${weekName(startsAt)}?`,
    message: `It will not take place.${freed} The nation fills its days by itself. This cannot be undone.`,
    confirm: 'Cancel Election',
    cancel: 'Keep it',
    danger: true,
  }
}

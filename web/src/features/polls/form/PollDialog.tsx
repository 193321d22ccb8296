import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { errorTable } from '@nation/domain/errors'
import { pollLimits } from '@nation/domain/polls'
import { useState } from 'react'
import type { SyntheticEvent } from 'react'
import { useChange } from '../../../lib/query/query'
import { Button, FormErrors, toast, useClock, useFormErrors, Stack, Text } from '../../../ui'
import { Dialog, DialogCancel, DialogFoot } from '../../../ui/Dialog'
import { isSameForm } from '../../../ui/same-form'
import { FieldRows } from '../../../ui/FieldRows'
import type { Poll } from '../types'
import { failureOf } from '../../../lib/api/api-error'
import { pollReads, showPoll, usePoll } from '../use-polls'
import { InstantField } from '../../../ui/InstantField'
import { newerOf } from '../poll-words'
import { blankPoll, changeOf, creationOf, formOf, isSameQuestion, problemsOf } from './poll-form'
import classes from './PollDialog.module.css'

interface Props {
  /** The poll to change, as it was read last; a new one without it. */
  poll?: Poll
  onClose: () => void
  onCreated?: () => void
}

/** Asks the nation a question, or changes one that was asked. */
export default function PollDialog({ poll: given, onClose, onCreated }: Props) {
  // The first vote may come while the form is open.
  const read = usePoll(given?.id ?? '', given !== undefined)
  const poll = given && newerOf(given, read.data?.poll)
  const [first] = useState(() => (poll ? formOf(poll) : blankPoll()))
  const [form, setForm] = useState(first)
  const errors = useFormErrors()
  const now = useClock()
  const create = useChange('polls.create', pollReads)
  const update = useChange('polls.update', pollReads)
  const textsStay = poll !== undefined && poll.isActive && !poll.may.updateTexts
  const done = (words: string) => {
    toast.success(words)
    onClose()
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const { problems, sentence } = problemsOf(form, now(), textsStay)
    if (errors.refuse(problems, sentence)) return
    if (poll) {
      update.mutate(changeOf(poll, form, first), {
        onSuccess: (answer) => {
          showPoll(poll.id, () => answer.poll)
          done('Poll updated')
        },
        onError: (error) => errors.fail(error, failureOf(error, 'Failed to update poll')),
      })
    } else {
      create.mutate(creationOf(form), {
        onSuccess: (answer) => {
          onCreated?.()
          done(answer.message)
        },
        onError: (error) => errors.fail(error, failureOf(error, 'Failed to create poll')),
      })
    }
  }
  return (
    <Dialog
      title={poll ? 'Edit Poll' : 'Create Poll'}
      onClose={onClose}
      size="40rem"
      unsaved={!isSameForm(form, first)}
    >
      <Stack as="form" gap={4} onSubmit={save} {...errors.form}>
        <FormErrors errors={errors} />
        {textsStay ? (
          <Text tone="soft" step={-1} breaks className={classes.note}>
            <strong>{poll.question}</strong>{' '}
            {isSameQuestion(form, first) ? (
              'This poll has votes, so its question and options stay as they are.'
            ) : (
              <span role="alert">What you wrote there is not saved. {errorTable.poll_locked[1]}</span>
            )}
          </Text>
        ) : (
          <>
            <TextInput
              label="Question"
              {...errors.of('question')}
              data-autofocus
              value={form.question}
              maxLength={pollLimits.question}
              onChange={(event) => setForm({ ...form, question: event.currentTarget.value })}
            />
            <FieldRows
              name="Option"
              field="options"
              problems={errors.problems}
              fields={form.options}
              change={(options) => setForm({ ...form, options })}
              fewest={pollLimits.fewestOptions}
              most={pollLimits.mostOptions}
            >
              {(field) => <TextInput maxLength={pollLimits.option} {...field} />}
            </FieldRows>
          </>
        )}
        <InstantField
          label="Closing date (optional)"
          {...errors.of('closesAt')}
          description="Without one the poll stays open until an official closes it."
          value={form.closesAt}
          between={[now(), now() + pollLimits.longestMs]}
          onChange={(closesAt) => setForm({ ...form, closesAt })}
        />
        {!textsStay && (
          <Text tone="soft" step={-1} breaks className={classes.note}>
            Question and options can be changed until the first vote, and not after it.
          </Text>
        )}
        <DialogFoot>
          <DialogCancel />
          <Button type="submit" loading={create.isPending || update.isPending}>
            {poll ? 'Save Poll' : 'Create Poll'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

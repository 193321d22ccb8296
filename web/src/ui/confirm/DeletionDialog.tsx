import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { deletionReasonLength } from '@nation/domain/text'
import { useState } from 'react'
import { Dialog } from '../Dialog'
import { Stack } from '../parts/parts'
import type { Confirmed, Question } from './confirm'
import { Answers } from './ConfirmDialog'

interface Props {
  question: Question
  onConfirm: (confirmed: Confirmed) => void
  onClose: () => void
}

/** A question before a deletion, with a field for the reason; it may stay empty. */
export default function DeletionDialog({ question, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  return (
    // No question asks about a reason that is given up: there is one question at a time.
    <Dialog title={question.title} onClose={onClose} closesBeside={reason === ''}>
      <Stack
        as="form"
        gap={4}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(reason === '' ? {} : { reason })
        }}
      >
        <p>{question.message}</p>
        <TextInput
          label="Reason (optional)"
          description={question.reasonNote ?? 'Administrators read it in the audit.'}
          autoComplete="off"
          value={typed}
          maxLength={deletionReasonLength}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Answers question={question} cancel={onClose} />
      </Stack>
    </Dialog>
  )
}

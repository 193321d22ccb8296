import { Button } from '@mantine/core'
import { Dialog, DialogFoot } from '../Dialog'
import type { Question } from './confirm'

interface Props {
  question: Question
  onConfirm: () => void
  onClose: () => void
}

export default function ConfirmDialog({ question, onConfirm, onClose }: Props) {
  return (
    <Dialog title={question.title} onClose={onClose}>
      <p>{question.message}</p>
      <Answers question={question} cancel={onClose} confirm={onConfirm} />
    </Dialog>
  )
}

interface AnswersProps {
  question: Question
  cancel: () => void
  /** Without it, the confirming button submits the form that it is in. */
  confirm?: () => void
}

/** The buttons below a question. */
export function Answers({ question, cancel, confirm }: AnswersProps) {
  return (
    <DialogFoot>
      <Button variant="default" onClick={cancel} data-autofocus>
        {question.cancel ?? 'Cancel'}
      </Button>
      <Button
        type={confirm ? 'button' : 'submit'}
        color={question.danger ? 'carmine' : 'intaglio'}
        {...(confirm && { onClick: confirm })}
      >
        {question.confirm}
      </Button>
    </DialogFoot>
  )
}

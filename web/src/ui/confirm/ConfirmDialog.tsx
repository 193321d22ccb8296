import { Button } from '@mantine/core'
import { Dialog, DialogFoot } from '../Dialog'
import type { Question } from './confirm'

interface Props {
  question: Question
  answer: (yes: boolean) => void
}

export default function ConfirmDialog({ question, answer }: Props) {
  return (
    <Dialog title={question.title} onClose={() => answer(false)}>
      <p>{question.message}</p>
      <Answers question={question} cancel={() => answer(false)} confirm={() => answer(true)} />
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

import { Button } from '@mantine/core'
import { Dialog } from '../Dialog'
import type { Question } from './confirm'
import classes from './ConfirmDialog.module.css'

interface Props {
  question: Question
  answer: (yes: boolean) => void
}

export default function ConfirmDialog({ question, answer }: Props) {
  return (
    <Dialog title={question.title} onClose={() => answer(false)}>
      <p>{question.message}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => answer(false)} data-autofocus>
          {question.cancel ?? 'Cancel'}
        </Button>
        <Button color={question.danger ? 'carmine' : 'intaglio'} onClick={() => answer(true)}>
          {question.confirm}
        </Button>
      </div>
    </Dialog>
  )
}

import { safetyLimits } from '@nation/domain/messenger'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { toast } from '../../../ui'
import type { Message } from '../types'
import { ReasonDialog } from './ReasonDialog'

/** Reports a message to the moderators. */
export default function ReportDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const report = useChange('messenger.report', ['messenger.get-reports'])
  const { username } = message.sender
  const send = (reason: string) =>
    report.mutate(
      { messageId: message.id, reason },
      {
        onSuccess: () => {
          toast.success('The moderators will look at it.')
          onClose()
        },
      },
    )
  return (
    <ReasonDialog
      title={`Report ${username}’s message`}
      label="What is wrong with it?"
      missing="Say what is wrong with it."
      limit={safetyLimits.reason}
      action="Report"
      busy={report.isPending}
      refusal={report.error && sentenceOf(report.error)}
      onSend={send}
      onClose={onClose}
    >
      <p>
        Moderators see the message as it is now, with what was said around it. {username} is not told who reported it.
      </p>
    </ReasonDialog>
  )
}

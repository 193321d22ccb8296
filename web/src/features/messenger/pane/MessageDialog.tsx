import type { Message } from '../types'
import { onDemand } from '../../../ui/on-demand'

const ReportDialog = onDemand(() => import('./ReportDialog'))
const MuteDialog = onDemand(() => import('./MuteDialog'))

/** What is to be done about a message that needs a reason. */
export interface Asked {
  readonly what: 'report' | 'mute'
  readonly message: Message
}

/** The dialog that asks for the reason; loaded when it is needed. */
export function MessageDialog({ asked: { what, message }, onClose }: { asked: Asked; onClose: () => void }) {
  const { senderId, sender } = message
  return what === 'report' ? (
    <ReportDialog message={message} onClose={onClose} />
  ) : (
    <MuteDialog citizen={{ id: senderId, username: sender.username }} messageId={message.id} onClose={onClose} />
  )
}

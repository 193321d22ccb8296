import { safetyLimits } from '@nation/domain/messenger'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { instantInWords, toast } from '../../../ui'
import { Choices } from '../../../ui/kit/Choices'
import { ReasonDialog } from './ReasonDialog'

const lengths = [
  { id: '1', label: '1 hour' },
  { id: '24', label: '1 day' },
  { id: '168', label: '7 days' },
  { id: '720', label: '30 days' },
] as const

type Hours = (typeof lengths)[number]['id']

interface Props {
  citizen: { readonly id: string; readonly username: string }
  /** The message over which they are muted. */
  messageId: string | undefined
  onClose: () => void
}

/** Mutes a citizen for a time: they read until when and why. */
export default function MuteDialog({ citizen: { id, username }, messageId, onClose }: Props) {
  const [hours, setHours] = useState<Hours>('24')
  const mute = useChange('messenger.mute', ['messenger.get-reports', 'messenger.get-mutes'])
  const send = (reason: string) =>
    mute.mutate(
      { citizenId: id, hours: Number(hours), reason, messageId },
      {
        onSuccess: ({ mutedUntil }) => {
          // A longer mute of somebody else stays.
          toast.success(`${username} is muted until ${instantInWords(mutedUntil)}.`)
          onClose()
        },
      },
    )
  return (
    <ReasonDialog
      title={`Mute ${username}`}
      label="Reason"
      description={`${username} reads it, with the end of the mute.`}
      missing="Please give a reason."
      limit={safetyLimits.reason}
      action="Mute"
      busy={mute.isPending}
      refusal={mute.error && sentenceOf(mute.error)}
      onSend={send}
      onClose={onClose}
    >
      <p>While the mute lasts, {username} can read every chat, but not write, edit or react in any.</p>
      <Choices labelled legend="Duration" choices={lengths} chosen={hours} choose={setHours} />
    </ReasonDialog>
  )
}

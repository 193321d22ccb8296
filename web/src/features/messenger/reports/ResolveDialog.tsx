import { safetyLimits } from '@nation/domain/messenger'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { rememberItem, toast } from '../../../ui'
import { ReasonDialog } from '../pane/ReasonDialog'
import type { Report } from './use-reports'

/** What was done about a report, in sentences. A mute may be of another report: it holds, whatever it was for. */
const doneAbout = ({ messages, mutedUntil, reported }: Report): string =>
  [
    ...(messages.some((one) => one.reported && one.isDeleted) ? ['The message was deleted.'] : []),
    ...(mutedUntil === null ? [] : [`${reported.username} is muted.`]),
  ].join(' ')

/** Closes a report, with a note of what was done. */
export default function ResolveDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  // Before the dialog takes the focus: the report leaves the list.
  const [moveOn] = useState(() => rememberItem())
  const resolve = useChange('messenger.resolve-report', ['messenger.get-reports'])
  const send = (resolution: string) =>
    resolve.mutate(
      { reportId: report.id, resolution },
      {
        onSuccess: () => {
          toast.success('The report is resolved.')
          onClose()
          moveOn()
        },
      },
    )
  return (
    <ReasonDialog
      title={`Resolve the report about ${report.reported.username}`}
      label="What was done?"
      description="All moderators can read it. For example: No rule was broken."
      missing="Say what was done."
      initial={doneAbout(report)}
      limit={safetyLimits.resolution}
      action="Resolve"
      busy={resolve.isPending}
      refusal={resolve.error && sentenceOf(resolve.error)}
      onSend={send}
      onClose={onClose}
    />
  )
}

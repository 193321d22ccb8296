import { useId } from 'react'
import { Button, Row, Text } from '../../../ui'
import type { Moderation } from './use-moderation'
import type { Report } from './use-reports'

/** A report for which a dialog is open. */
export interface AskedOfReport {
  readonly what: 'mute' | 'resolve'
  readonly report: Report
}

interface Props {
  report: Report
  /** Whether its writer is muted now. */
  isMuted: boolean
  moderation: Moderation
  onAsk: (asked: AskedOfReport) => void
}

/** What can be done about a report: delete the message, mute its writer, and close it with a note. */
export function ReportActions({ report, isMuted, moderation, onAsk }: Props) {
  const { reported, messages } = report
  const message = messages.find((one) => one.reported)
  const isDeleted = message?.isDeleted ?? true
  const means = useId()
  return (
    <Row gap={2}>
      {message && (
        <Button
          variant="default"
          // It keeps the focus when it has done its work.
          aria-disabled={isDeleted}
          loading={moderation.busy.has(message.messageId)}
          onClick={() => isDeleted || void moderation.remove(report)}
        >
          {isDeleted ? 'Deleted' : 'Delete message'}
        </Button>
      )}
      <Button
        variant="default"
        loading={moderation.busy.has(reported.id)}
        onClick={() => (isMuted ? void moderation.unmute(reported) : onAsk({ what: 'mute', report }))}
      >
        {isMuted ? `Unmute ${reported.username}` : `Mute ${reported.username}`}
      </Button>
      <Button aria-describedby={means} onClick={() => onAsk({ what: 'resolve', report })}>
        Resolve
      </Button>
      <Text id={means} tone="soft" step={-1}>
        Resolving closes the report with a note of what was done. It neither deletes the message nor mutes a citizen.
      </Text>
    </Row>
  )
}

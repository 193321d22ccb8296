import { groupTexts } from '@nation/domain/messenger'
import { Badge, instantInWords, Panel, RelativeTime, Row, Stack, Text, useNowAmong } from '../../../ui'
import { Evidence } from './Evidence'
import { ReportActions, type AskedOfReport } from './ReportActions'
import classes from './Reports.module.css'
import type { Moderation } from './use-moderation'
import type { Report } from './use-reports'

/** Where the message was written. */
const placeOf = ({ channel }: Report): string =>
  channel === null ? 'Direct conversation' : channel === 'admin-chat' ? 'Administration' : groupTexts[channel].name

interface Props {
  report: Report
  moderation: Moderation
  onAsk: (asked: AskedOfReport) => void
}

/** Until when the writer is muted; null also once that is over, of which no event tells. */
function useMutedUntil({ mutedUntil }: Report): number | null {
  const now = useNowAmong(mutedUntil === null ? [] : [mutedUntil])
  return mutedUntil !== null && mutedUntil > now ? mutedUntil : null
}

/** A report: who reported whom and why, the evidence, and what was or can be done. */
export function ReportCard({ report, moderation, onAsk }: Props) {
  const { reported, reporter, reason, reportedAt, messages, resolvedAt } = report
  const mutedUntil = useMutedUntil(report)
  return (
    <Panel as="li" pad={[4, 5]} gap={4} aria-label={`Report about ${reported.username}`}>
      <Stack gap={2}>
        <Row gap={[1, 3]} align="center" justify="between">
          <Row gap={2} align="center">
            <Text as="h3" step={1} breaks>
              {reported.username}
            </Text>
            <Badge>{placeOf(report)}</Badge>
            {mutedUntil !== null && <Badge tone="warning">{`Muted until ${instantInWords(mutedUntil)}`}</Badge>}
          </Row>
          <Text as="span" tone="faint" step={-1}>
            <RelativeTime at={reportedAt} />
          </Text>
        </Row>
        {/* First whose words they are: the name above is another citizen's. */}
        <Text tone="soft" step={-1}>
          Reported by {reporter.username}
        </Text>
        <Text breaks wide className={classes.reason}>
          {reason}
        </Text>
      </Stack>
      <Evidence messages={messages} />
      {resolvedAt === null ? (
        <ReportActions report={report} isMuted={mutedUntil !== null} moderation={moderation} onAsk={onAsk} />
      ) : (
        <Decided report={report} />
      )}
    </Panel>
  )
}

function Decided({ report: { resolvedAt, resolvedBy, resolution } }: { report: Report }) {
  return (
    <Stack gap={1} className={classes.decided}>
      {resolution !== null && resolution !== '' && (
        <Text strong breaks>
          {resolution}
        </Text>
      )}
      <Text tone="soft" step={-1}>
        Resolved{resolvedBy && ` by ${resolvedBy.username}`}
        {resolvedAt !== null && (
          <>
            {' · '}
            <RelativeTime at={resolvedAt} />
          </>
        )}
      </Text>
    </Stack>
  )
}

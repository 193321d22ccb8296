import { IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { Skeleton, EmptyState, Panel, Row, Stack, Text } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { Choices } from '../../../ui/kit/Choices'
import { PagedList } from '../../../ui/PagedList'
import list from '../list/ChatList.module.css'
import { Back } from '../pane/PaneHead'
import head from '../pane/PaneHead.module.css'
import { MutedCitizens } from './MutedCitizens'
import type { AskedOfReport } from './ReportActions'
import { ReportCard } from './ReportCard'
import classes from './Reports.module.css'
import { useModeration } from './use-moderation'
import { useReports, type ReportStatus } from './use-reports'

const ResolveDialog = onDemand(() => import('./ResolveDialog'))
const MuteDialog = onDemand(() => import('../pane/MuteDialog'))

const kinds = [
  { id: 'open', label: 'Open' },
  { id: 'resolved', label: 'Resolved' },
  { id: 'muted', label: 'Muted citizens' },
] as const

type Kind = (typeof kinds)[number]['id']

const named: Readonly<Record<Kind, string>> = {
  open: 'Open reports',
  resolved: 'Resolved reports',
  muted: 'Muted citizens',
}

const nothing = {
  open: ['No open reports', 'Reported messages appear here, with the messages around them.'],
  resolved: ['No report was resolved yet', 'Each report stays here, with what was decided about it.'],
} as const

/** What citizens have reported, and who is muted, for those who moderate; `?show=` says which of them. */
export default function Reports() {
  const [search, setSearch] = useSearchParams()
  const inAddress = kinds.find(({ id }) => id === search.get('show'))?.id ?? 'open'
  const [kind, setKind] = useState<Kind>(inAddress)
  const [followed, setFollowed] = useState(inAddress)
  // The address follows a choice a moment later, and leads where it was changed by a link.
  if (followed !== inAddress) {
    setFollowed(inAddress)
    setKind(inAddress)
  }
  const [asked, setAsked] = useState<AskedOfReport | null>(null)
  const moderation = useModeration()
  const close = () => setAsked(null)
  const show = (next: Kind) => {
    setKind(next)
    setSearch(
      (now) => {
        now.set('show', next)
        return now
      },
      { replace: true },
    )
  }
  return (
    <>
      <Head />
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={named[kind]}>
        <Stack gap={5} top className={classes.column}>
          <Choices legend="What is shown" choices={kinds} chosen={kind} choose={show} />
          {kind === 'muted' ? (
            <MutedCitizens moderation={moderation} />
          ) : (
            <ReportList status={kind} moderation={moderation} onAsk={setAsked} />
          )}
        </Stack>
      </div>
      {/* Beside the cards, which leave the list when it is read anew. */}
      {asked?.what === 'mute' && (
        <MuteDialog
          citizen={asked.report.reported}
          messageId={asked.report.messages.find(({ reported }) => reported)?.messageId}
          onClose={close}
        />
      )}
      {asked?.what === 'resolve' && <ResolveDialog report={asked.report} onClose={close} />}
    </>
  )
}

const Head = () => (
  <header className={head.head}>
    <Back />
    <span className={list.icon} aria-hidden="true">
      <IconFlag size={22} stroke={1.75} />
    </span>
    <Stack gap={0} className={head.words}>
      <Text as="h2" step={1} className={head.name}>
        Reports
      </Text>
      <Text tone="faint" step={-1} className={head.under}>
        Messages that citizens have reported
      </Text>
    </Stack>
  </header>
)

interface ListProps {
  status: ReportStatus
  moderation: ReturnType<typeof useModeration>
  onAsk: (asked: AskedOfReport) => void
}

function ReportList({ status, moderation, onAsk }: ListProps) {
  const pages = useReports(status)
  return (
    <PagedList
      // The other kind's are not shown as this one's.
      pages={{ ...pages, isPending: pages.isPending || pages.isPlaceholderData }}
      items={pages.isPlaceholderData ? [] : (pages.data?.pages.flatMap(({ reports }) => reports) ?? [])}
      label="Reports"
      failure={sentenceOf(pages.error)}
      skeletons={{ count: 2, shape: <CardSkeleton /> }}
      className={classes.cards}
      empty={<EmptyState title={nothing[status][0]}>{nothing[status][1]}</EmptyState>}
    >
      {(report) => <ReportCard key={report.id} report={report} moderation={moderation} onAsk={onAsk} />}
    </PagedList>
  )
}

const CardSkeleton = () => (
  <Panel pad={5} gap={4}>
    <Row gap={3} align="center" justify="between">
      <Skeleton width="11rem" height="1.4rem" />
      <Skeleton width="5rem" />
    </Row>
    <Skeleton width="70%" />
    <Skeleton height="9rem" />
    <Row gap={3}>
      <Skeleton width="7rem" height="2.5rem" />
      <Skeleton width="7rem" height="2.5rem" />
    </Row>
  </Panel>
)

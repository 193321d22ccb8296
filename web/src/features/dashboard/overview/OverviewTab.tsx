import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import {
  Skeleton,
  ButtonLink,
  Columns,
  ErrorState,
  LiveNumber,
  Loading,
  Row,
  Stack,
  StatCard,
  StatRow,
} from '../../../ui'
import type { TabProps } from '../tabs'
import classes from './Overview.module.css'
import { newsSections, waitingSections } from './sections'
import type { Overview, You } from './types'

const REFRESH = 60_000

/** The dashboard's Overview (requirements 2.2): where the nation stands, and what waits for its reader. */
export function OverviewTab({ tabs }: TabProps) {
  const live = useLive((state) => state.live)
  const { data, error, isFetching, refetch } = useCall('government.overview', {}, { every: live ? false : REFRESH })
  if (data?.you) return <Content overview={data} you={data.you} tabs={tabs} />
  if (error) {
    return (
      <ErrorState title="The overview could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  return <OverviewSkeleton />
}

function Content({ overview, you, tabs }: TabProps & { overview: Overview; you: You }) {
  const { cabinet, activePolls } = overview
  return (
    <Stack gap={6}>
      <StatRow label="The government at a glance">
        <StatCard label="Cabinet Members">
          <LiveNumber value={cabinet.filled} />/{cabinet.seats}
        </StatCard>
        <StatCard label="Active Polls">
          <LiveNumber value={activePolls} />
        </StatCard>
        <StatCard label="Chat Messages">
          <LiveNumber value={you.chatMessages} />
        </StatCard>
        <StatCard label="Your Role">{you.role}</StatCard>
      </StatRow>
      <Shortcuts tabs={tabs} />
      <Stack gap={5}>
        <Columns narrowest="17rem" gap={5} className={classes.waiting}>
          {waitingSections.map(({ id, Content: Section }) => (
            <Section key={id} overview={overview} you={you} />
          ))}
        </Columns>
        <div className={classes.news}>
          {newsSections.map(({ id, Content: Section }) => (
            <Section key={id} overview={overview} you={you} />
          ))}
        </div>
      </Stack>
    </Stack>
  )
}

const shortcuts = [
  { id: 'hierarchy', label: 'View Hierarchy' },
  { id: 'communication', label: 'Open Communication' },
  { id: 'polls', label: 'Manage Polls' },
] as const

/** Ways to the tabs that are there. */
function Shortcuts({ tabs }: TabProps) {
  const there = shortcuts.filter(({ id }) => tabs.some((tab) => tab.id === id))
  return (
    <Row as="nav" gap={3} aria-label="Shortcuts">
      {there.map(({ id, label }) => (
        <ButtonLink key={id} to={`/government?tab=${id}`} variant="default">
          {label}
        </ButtonLink>
      ))}
    </Row>
  )
}

function OverviewSkeleton() {
  return (
    <Loading label="Loading the overview">
      <Stack gap={6}>
        <Columns narrowest="11rem" gap={4}>
          {[1, 2, 3, 4].map((card) => (
            <Skeleton key={card} height="5.5rem" />
          ))}
        </Columns>
        <Columns narrowest="22rem" gap={5}>
          {[1, 2, 3].map((section) => (
            <Skeleton key={section} height="14rem" />
          ))}
        </Columns>
      </Stack>
    </Loading>
  )
}

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
  Panel,
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
  return <OverviewSkeleton tabs={tabs} />
}

/** What the figures at the top are called. */
const figures = ['Cabinet Members', 'Active Polls', 'Chat Messages', 'Your Role'] as const

function Content({ overview, you, tabs }: TabProps & { overview: Overview; you: You }) {
  const { cabinet, activePolls } = overview
  return (
    <Stack gap={6}>
      <StatRow label="The government at a glance">
        <StatCard label={figures[0]}>
          <LiveNumber value={cabinet.filled} />/{cabinet.seats}
        </StatCard>
        <StatCard label={figures[1]}>
          <LiveNumber value={activePolls} />
        </StatCard>
        <StatCard label={figures[2]}>
          <LiveNumber value={you.chatMessages} />
        </StatCard>
        <StatCard label={figures[3]}>{you.role}</StatCard>
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

function OverviewSkeleton({ tabs }: TabProps) {
  return (
    <Stack gap={6}>
      <Loading label="Loading the overview">
        <StatRow>
          {figures.map((label) => (
            <StatCard key={label} label={label}>
              <Skeleton width="4ch" />
            </StatCard>
          ))}
        </StatRow>
      </Loading>
      <Shortcuts tabs={tabs} />
      <Columns narrowest="17rem" gap={5} aria-hidden="true">
        {waitingSections.map(({ id }) => (
          <Panel key={id} gap={4} pad={5} top>
            <Skeleton width="8rem" height="1.2rem" />
            <Skeleton width="85%" />
            <Skeleton width="50%" height="0.8rem" />
            <Skeleton width="75%" />
            <Skeleton width="50%" height="0.8rem" />
          </Panel>
        ))}
      </Columns>
    </Stack>
  )
}

import { Fragment, type ReactNode } from 'react'
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
  Stack,
  StatCard,
  StatRow,
} from '../../../ui'
import type { TabProps } from '../tabs'
import classes from './Overview.module.css'
import { LatestDeeds } from './LatestDeeds'
import { MyTasks } from './MyTasks'
import { sections, type SectionProps } from './sections'
import type { Overview, You } from './types'
import { Week } from './Week'
import { YourOffice } from './YourOffice'

const REFRESH = 60_000

/** The dashboard's Overview (requirements 2.2): what waits for its reader, and where the nation stands. */
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

function Content({ overview, you, tabs }: TabProps & { overview: Overview; you: You }) {
  const { cabinet, activePolls } = overview
  // An official sees their office beside their tasks; others see the week.
  const beside = you.office ? YourOffice : Week
  const others = sections.filter(({ Content: section }) => section !== beside)
  return (
    <Stack gap={5}>
      <First beside={beside} overview={overview} you={you} />
      <Glance
        tabs={tabs}
        values={[
          <Fragment key="cabinet">
            <LiveNumber value={cabinet.filled} />/{cabinet.seats}
          </Fragment>,
          <LiveNumber key="polls" value={activePolls} />,
          <LiveNumber key="messages" value={you.chatMessages} />,
          you.role,
        ]}
      />
      <Columns narrowest="17rem" gap={5}>
        {others.map(({ id, Content: Section }) => (
          <Section key={id} overview={overview} you={you} />
        ))}
      </Columns>
      <LatestDeeds />
    </Stack>
  )
}

/** What the reader is to do, and beside it until when. */
function First({ beside: Beside, ...given }: SectionProps & { beside: typeof YourOffice }) {
  return (
    <div className={classes.first}>
      <MyTasks />
      <Beside {...given} />
    </div>
  )
}

/** The figures, each with the way to what it counts, where that is a tab that is there. */
const figures = [
  { label: 'Cabinet Members', tab: 'hierarchy', way: 'View Hierarchy' },
  { label: 'Active Polls', tab: 'polls', way: 'Manage Polls' },
  { label: 'Chat Messages', tab: 'communication', way: 'Open Communication' },
  { label: 'Your Role' },
] as const

function Glance({ tabs, values }: TabProps & { values: readonly ReactNode[] }) {
  return (
    <nav aria-label="Shortcuts">
      <StatRow label="The government at a glance">
        {figures.map((figure, place) => (
          <StatCard
            key={figure.label}
            label={figure.label}
            note={
              'tab' in figure && tabs.some(({ id }) => id === figure.tab) ? (
                <ButtonLink
                  to={`/government?tab=${figure.tab}`}
                  variant="default"
                  size="compact-xs"
                  className={classes.way}
                >
                  {figure.way}
                </ButtonLink>
              ) : undefined
            }
          >
            {values[place]}
          </StatCard>
        ))}
      </StatRow>
    </nav>
  )
}

function OverviewSkeleton({ tabs }: TabProps) {
  return (
    <Stack gap={5}>
      <Loading label="Loading the overview" className={classes.first}>
        {[0, 1].map((place) => (
          <Panel key={place} gap={4} pad={5} top>
            <Skeleton width="8rem" height="1.2rem" />
            <Skeleton width="85%" />
            <Skeleton width="50%" height="0.8rem" />
            <Skeleton width="75%" />
            <Skeleton width="50%" height="0.8rem" />
          </Panel>
        ))}
      </Loading>
      <Glance
        tabs={tabs}
        values={figures.map(({ label }) => (
          <Skeleton key={label} width="4ch" />
        ))}
      />
      <Columns narrowest="17rem" gap={5}>
        {[0, 1, 2].map((place) => (
          <Panel key={place} gap={3} pad={5} top>
            <Skeleton width="8rem" height="1.2rem" />
            <Skeleton width="85%" height="4.5rem" lines />
          </Panel>
        ))}
      </Columns>
    </Stack>
  )
}

import { sentenceOf } from '../../../lib/api/api-error'
import { EmptyState, ErrorState, Loading, RelativeTime, Panel, Row, Skeleton, Text } from '../../../ui'
import { Reason } from '../jobs/Reason'
import { usePanelCall } from '../panel-session'
import { dayOf, paceOf, restOf, shareOf, stateWords, subjectOf, titleOf } from './work-words'
import type { Work } from './work-words'
import { Progress } from '../../../ui/kit/Progress'
import classes from './WorkTab.module.css'

/** How often it is asked how far the work is, in milliseconds. */
const EVERY = 5_000

/** How far the nation's long work is: what goes on first, then what was done last. */
export function WorkTab() {
  const list = usePanelCall('admin.background-work', {}, EVERY)
  const work = list.data?.work
  if (list.isError && !work) {
    return (
      <ErrorState
        title="The background work could not be read"
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      >
        {sentenceOf(list.error)} The work itself goes on.
      </ErrorState>
    )
  }
  if (!work) {
    return (
      <Loading label="Loading background work" className={classes.list}>
        <LoadingWork />
      </Loading>
    )
  }
  if (work.length === 0) {
    return (
      <EmptyState title="No background work yet">
        Refreshes from X, readings of balances and rolls appear here as they begin.
      </EmptyState>
    )
  }
  return (
    <ul className={classes.list} aria-label="Background work">
      {work.map((one) =>
        one.state === 'done' ? (
          <Finished key={`${one.kind} ${one.key}`} work={one} />
        ) : (
          <Piece key={`${one.kind} ${one.key}`} work={one} />
        ),
      )}
    </ul>
  )
}

/** Lines of work that is done: most of it is. */
export const LoadingWork = () =>
  [0, 1, 2, 3, 4].map((place) => (
    <Panel key={place} edge="left" pad={[2, 4]} className={classes.waits}>
      <Row nowrap gap={3} align="center" justify="between" step={-1}>
        <Skeleton width="min(50%, 12rem)" height="1rem" className={classes.loading} />
        <Skeleton width="6rem" height="1rem" />
      </Row>
    </Panel>
  ))

/** Work that is done, in a line. Its figures are left out on a phone. */
function Finished({ work }: { work: Work }) {
  const subject = dayOf(work)
  const figures = [shareOf(work), paceOf(work)].filter((one) => one !== null)
  return (
    <Panel as="li" edge="left" pad={[2, 4]} className={classes.piece} data-state={work.state}>
      <Row nowrap gap={3} align="baseline" justify="between" step={-1} figures>
        <h4 className={classes.finished}>
          {titleOf(work)}
          {subject !== null && <span>, {subject}</span>}
        </h4>
        <Text as="span" tone="faint" className={classes.sums}>
          {figures.join(' · ')}
        </Text>
        <span className={classes.state}>
          {stateWords.done} {work.finishedAt !== null && <RelativeTime inside at={work.finishedAt} />}
        </span>
      </Row>
    </Panel>
  )
}

/** Work that goes on, waits or failed: how far it is, and why it waits. */
function Piece({ work }: { work: Work }) {
  const subject = subjectOf(work)
  const figures = [shareOf(work), paceOf(work), restOf(work)].filter((one) => one !== null)
  return (
    <Panel as="li" edge="left" gap={2} pad={[3, 4]} className={classes.piece} data-state={work.state}>
      <Row gap={[1, 4]} align="baseline" justify="between">
        <Text as="h4" step={0}>
          {titleOf(work)}
        </Text>
        <Text as="span" step={-1} face="title" className={classes.state}>
          {stateWords[work.state]}
        </Text>
      </Row>
      {work.percentage !== null && (
        <div className={classes.progress}>
          <Progress label={titleOf(work)} percent={work.percentage} />
          <Text as="span" step={-1} strong figures className={classes.percent}>
            {work.percentage}%
          </Text>
        </div>
      )}
      <Row as="p" gap={[0, 4]} tone="faint" step={-1} figures>
        {subject !== null && <span className={classes.subject}>{subject}</span>}
        {figures.map((figure) => (
          <span key={figure}>{figure}</span>
        ))}
        <span>
          begun <RelativeTime inside at={work.startedAt} />
        </span>
      </Row>
      {work.error !== null && (
        <div className={classes.error}>
          <Reason raw={work.error} />
        </div>
      )}
    </Panel>
  )
}

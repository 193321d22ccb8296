import { sentenceOf } from '../../../lib/api/api-error'
import { Bone, EmptyState, ErrorState, Loading, RelativeTime } from '../../../ui'
import { usePanelCall } from '../panel-session'
import { paceOf, restOf, shareOf, stateWords, subjectOf, titleOf } from './work-words'
import type { Work } from './work-words'
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
        <Bone height="7rem" />
        <Bone height="7rem" />
        <Bone height="7rem" />
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
      {work.map((one) => (
        <Piece key={`${one.kind} ${one.key}`} work={one} />
      ))}
    </ul>
  )
}

function Piece({ work }: { work: Work }) {
  const subject = subjectOf(work)
  const figures = [shareOf(work), paceOf(work), restOf(work)].filter((one) => one !== null)
  return (
    <li className={classes.piece} data-state={work.state}>
      <div className={classes.head}>
        <h3 className={classes.title}>{titleOf(work)}</h3>
        <span className={classes.state}>{stateWords[work.state]}</span>
      </div>
      {subject !== null && <p className={classes.subject}>{subject}</p>}
      {work.percentage !== null && (
        <div className={classes.progress}>
          <div
            role="progressbar"
            aria-label={titleOf(work)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={work.percentage}
            className={classes.track}
          >
            <span style={{ scale: `${work.percentage / 100} 1` }} />
          </div>
          <span className={classes.percent}>{work.percentage}%</span>
        </div>
      )}
      <p className={classes.figures}>
        {figures.map((figure) => (
          <span key={figure}>{figure}</span>
        ))}
        <span>
          {work.finishedAt !== null ? (
            <>
              done <RelativeTime at={work.finishedAt} />
            </>
          ) : (
            <>
              begun <RelativeTime at={work.startedAt} />
            </>
          )}
        </span>
      </p>
      {work.error !== null && <p className={classes.error}>{work.error}</p>}
    </li>
  )
}

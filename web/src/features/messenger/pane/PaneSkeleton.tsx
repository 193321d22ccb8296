import { classNames, Loading, Skeleton } from '../../../ui'
import classes from './Pane.module.css'

const lines = [
  { width: '52%', height: '3.5rem' },
  { width: '38%', height: '2.5rem' },
  { width: '46%', height: '2.5rem', isOwn: true },
  { width: '64%', height: '4.5rem' },
  { width: '30%', height: '2.5rem', own: true },
  { width: '42%', height: '2.5rem' },
]

/** A conversation before it is there, with the place in which one will write. */
export function PaneSkeleton() {
  return (
    <div className={classNames(classes.pane, classes.loading)}>
      <Loading label="Loading messages" className={classes.skeleton}>
        {lines.map(({ width, height, isOwn = false }, index) => (
          <span key={index} className={classes.skeletonLine} data-own={isOwn || undefined}>
            {!isOwn && <Skeleton width={36} height={36} round />}
            <Skeleton width={width} height={height} />
          </span>
        ))}
      </Loading>
      <div className={classes.skeletonField} aria-hidden="true">
        <span />
      </div>
    </div>
  )
}

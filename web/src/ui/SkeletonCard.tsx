import type { ReactNode } from 'react'
import { Skeleton } from './Skeleton'
import classes from './SkeletonCard.module.css'

interface Props {
  /** Of the card that comes, about. */
  height: string
  /** A panel with several things below its title, which stands at its top. */
  panel?: boolean
  /** Whether it begins with a portrait. */
  portrait?: boolean
  /** What is known before it comes, such as the badge of an office. */
  children?: ReactNode
}

/** A card, or a row of a list, while it loads: its frame, what is known of it, and lines where its words will stand. */
export function SkeletonCard({ height, panel = false, portrait = false, children }: Props) {
  return (
    <div className={classes.card} data-panel={panel || undefined} style={{ minHeight: height }}>
      {children}
      <div className={classes.words}>
        {portrait && <Skeleton width={48} height={48} round className={classes.portrait} />}
        <Skeleton width="min(60%, 16rem)" height="1rem" />
        <Skeleton width="min(85%, 24rem)" height="0.75rem" />
      </div>
      {panel && <Skeleton height="100%" className={classes.rest} />}
    </div>
  )
}

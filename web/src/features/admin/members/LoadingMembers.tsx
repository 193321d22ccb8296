import { Loading } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import classes from './MembersTab.module.css'

/** How the list of members looks while its first rows come. */
export const skeletons = { count: 10, height: '3.5rem' } as const

/** The copy is opened, or its first page is on its way. */
export function LoadingMembers() {
  return (
    <Loading label="Loading members" className={classes.loading}>
      {Array.from({ length: skeletons.count }, (_, row) => (
        <SkeletonCard key={row} height={skeletons.height} />
      ))}
    </Loading>
  )
}

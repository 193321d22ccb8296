import { Fragment, type ReactNode } from 'react'
import { ErrorState } from './ErrorState'
import { Loading } from './Loading'
import { ShowMore } from './ShowMore'
import { SkeletonCard } from './SkeletonCard'
import classes from './PagedList.module.css'

/** What the list needs to know of a question that is answered page by page. */
interface Pages {
  readonly isPending: boolean
  readonly isError: boolean
  readonly isFetching: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

interface Props<Item> {
  pages: Pages
  items: readonly Item[]
  /** What is listed, in the plural: 'Members'. */
  label: string
  /** One row, with its key: a list item. Not needed where `rows` draws them. */
  children?: (item: Item) => ReactNode
  /** Shown when there is nothing. */
  empty: ReactNode
  /** What went wrong, in a sentence, when it did. */
  failure: string
  /** Whether what went wrong is said small, beside other parts of the screen. */
  compact?: boolean | undefined
  /** The skeleton: how many rows, and how high each is, or its shape. */
  skeletons: { readonly count: number } & ({ readonly height: string } | { readonly shape: ReactNode })
  /** How the items are laid out, where it is not one below the other. */
  className?: string | undefined
  /** Draws all rows together, where there are too many to draw each. */
  rows?: ((items: readonly Item[]) => ReactNode) | undefined
}

/** A list that is read page by page: its skeleton, its failure, nothing to list, its rows, and the way to more. */
export function PagedList<Item>({
  pages,
  items,
  label,
  children,
  empty,
  failure,
  compact,
  skeletons,
  className = classes.list,
  rows,
}: Props<Item>) {
  if (pages.isError && items.length === 0) {
    return (
      <ErrorState
        title={`${label} could not be loaded`}
        onRetry={() => void pages.refetch()}
        retrying={pages.isFetching}
        compact={compact}
      >
        {failure}
      </ErrorState>
    )
  }
  if (pages.isPending) {
    return (
      <Loading label={`Loading ${label.toLowerCase()}`} className={className}>
        {Array.from({ length: skeletons.count }, (_, index) => (
          <Fragment key={index}>
            {'shape' in skeletons ? skeletons.shape : <SkeletonCard height={skeletons.height} />}
          </Fragment>
        ))}
      </Loading>
    )
  }
  // A page of a search may be empty and still not be the last one.
  if (items.length === 0 && !pages.hasNextPage) return empty
  return (
    <>
      {items.length > 0 && rows?.(items)}
      {items.length > 0 && children && (
        <ul className={className} aria-label={label}>
          {items.map(children)}
        </ul>
      )}
      <ShowMore pages={pages} more={`More ${label.toLowerCase()}`} failure={failure} className={classes.more} />
    </>
  )
}

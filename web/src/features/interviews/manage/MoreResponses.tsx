import { Button } from '../../../ui'
import type { ReadingProps } from './reading'
import classes from './ResponsesView.module.css'

/** The way to more responses, while there are any. */
export function MoreResponses({ pages }: Pick<ReadingProps, 'pages'>) {
  if (!pages.hasNextPage) return null
  return (
    <Button
      variant="default"
      className={classes.more}
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      Show more
    </Button>
  )
}

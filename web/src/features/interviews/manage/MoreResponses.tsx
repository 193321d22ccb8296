import { sentenceOf } from '../../../lib/api/api-error'
import { ShowMore } from '../../../ui/ShowMore'
import type { ReadingProps } from './reading'
import classes from './ResponsesView.module.css'

/** The way to more responses, while there are any. */
export function MoreResponses({ pages }: Pick<ReadingProps, 'pages'>) {
  return <ShowMore pages={pages} more="More responses" failure={sentenceOf(pages.error)} className={classes.more} />
}

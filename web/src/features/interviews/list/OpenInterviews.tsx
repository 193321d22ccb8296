import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { useCall } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { Bone, Button, EmptyState, ErrorState, Loading } from '../../../ui'
import { usePages } from '../use-pages'
import { InterviewCard } from './InterviewCard'
import classes from './OpenInterviews.module.css'

const PAGE = 24

/** The interviews that take answers, as cards. */
export function OpenInterviews() {
  const list = usePages('interviews.list', { limit: PAGE }, (input, options) => call('interviews.list', input, options))
  const answered = useAnswered()
  const interviews = list.data?.pages.flatMap((page) => page.interviews) ?? []
  if (list.isError && interviews.length === 0) {
    return (
      <ErrorState title="Interviews could not be loaded" onRetry={() => void list.refetch()} retrying={list.isFetching}>
        {sentenceOf(list.error)} What you have written is kept.
      </ErrorState>
    )
  }
  if (list.isPending) return <CardsSkeleton />
  if (interviews.length === 0) {
    return (
      <EmptyState title="No Active Interviews">
        Nobody asks anything at the moment. When the government wants to hear from you, the questions appear here.
      </EmptyState>
    )
  }
  return (
    <div className={classes.open}>
      <ul className={classes.cards} aria-label="Active interviews">
        {interviews.map((interview) => (
          <li key={interview.id}>
            <InterviewCard interview={interview} answered={answered.has(interview.id)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}

/** Ids of the open interviews that one has answered. */
function useAnswered(): ReadonlySet<string> {
  const user = useSession((state) => state.user)
  const status = useCall('interviews.status', {}, { enabled: user !== null })
  return new Set(user === null ? [] : (status.data?.answeredIds ?? []))
}

function CardsSkeleton() {
  return (
    <Loading label="Loading interviews" className={classes.cards}>
      {[0, 1, 2].map((index) => (
        <Bone key={index} height="17rem" />
      ))}
    </Loading>
  )
}

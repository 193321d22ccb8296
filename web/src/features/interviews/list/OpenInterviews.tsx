import { call } from '../../../lib/api/client'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { EmptyState, Stack } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { usePages } from '../../../lib/query/use-pages'
import { CardSkeleton } from './CardSkeleton'
import { InterviewCard } from './InterviewCard'
import classes from './OpenInterviews.module.css'

const PAGE = 24

/** The interviews that take answers, as cards. */
export function OpenInterviews() {
  const list = usePages('interviews.list', { limit: PAGE }, (input, options) => call('interviews.list', input, options))
  const answered = useAnswered()
  return (
    <Stack gap={5}>
      <PagedList
        pages={list}
        items={list.data?.pages.flatMap((page) => page.interviews) ?? []}
        label="Interviews"
        failure={`${sentenceOf(list.error)} What you have written is kept.`}
        skeletons={{ count: 3, shape: <CardSkeleton /> }}
        className={classes.cards}
        empty={
          <EmptyState title="No Active Interviews">
            No questions at the moment. When the government wants to hear from you, the questions appear here.
          </EmptyState>
        }
      >
        {(interview) => (
          <li key={interview.id}>
            <InterviewCard interview={interview} answered={answered.has(interview.id)} />
          </li>
        )}
      </PagedList>
    </Stack>
  )
}

/** Ids of the open interviews that one has answered. */
function useAnswered(): ReadonlySet<string> {
  const user = useSession((state) => state.user)
  const status = useCall('interviews.status', {}, { enabled: user !== null })
  return new Set(user === null ? [] : (status.data?.answeredIds ?? []))
}

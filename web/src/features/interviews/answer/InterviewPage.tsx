import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { Page } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { ApiError, sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { Skeleton, ButtonLink, EmptyState, ErrorState, Loading, Stack } from '../../../ui'
import { AnswerForm } from './AnswerForm'
import { InterviewHead } from './InterviewHead'
import head from './InterviewHead.module.css'
import classes from './InterviewPage.module.css'
import { OwnAnswers } from './OwnAnswers'
import sheet from './QuestionSheet.module.css'
import { Submitted } from './Submitted'
import { VisitorQuestions } from './VisitorQuestions'

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'interview_not_found' || error.code === 'invalid_input')

/** An interview: its questions, and the way to answer them (requirements 2.2). */
export default function InterviewPage() {
  const { interviewId = '' } = useParams()
  const { status, user } = useSession()
  const query = useCall('interviews.get', { interviewId })
  const ownResponses = useCall('interviews.my-responses', { interviewId }, { enabled: user !== null })
  const [submitted, setSubmitted] = useState<string | null>(null)
  const interview = query.data?.interview
  usePageTitle(interview?.title)
  if (isGone(query.error) && !interview) return <NoInterview />
  if (query.isError && !interview) return <NotLoaded title="The interview could not be loaded" call={query} />
  // Whether it was answered is not known: a form would ask for answers that were given.
  if (interview && user && ownResponses.isError && !ownResponses.data)
    return <NotLoaded title="Your response could not be loaded" call={ownResponses} />
  if (!interview || status === 'unknown' || (user && ownResponses.isPending)) return <InterviewSkeleton />
  const response = user === null ? undefined : ownResponses.data?.responses[0]
  const deleted = isGone(query.error)
  const isOpen = interview.isActive && !deleted
  return (
    <Page narrow>
      <InterviewHead interview={interview} isOpen={isOpen} />
      {!user && <VisitorQuestions interview={interview} isOpen={isOpen} />}
      {user && submitted === interview.id && <Submitted />}
      {user && submitted !== interview.id && response && <OwnAnswers response={response} />}
      {user && submitted !== interview.id && !response && (
        <AnswerForm
          key={`${interview.id} ${user.uid}`}
          interview={interview}
          uid={user.uid}
          state={stateOf(isOpen, deleted)}
          onSubmitted={() => setSubmitted(interview.id)}
        />
      )}
    </Page>
  )
}

const stateOf = (isOpen: boolean, deleted: boolean) => (deleted ? 'deleted' : isOpen ? 'open' : 'closed')

interface NotLoadedProps {
  title: string
  call: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown }
}

const NotLoaded = ({ title, call: { error, isFetching, refetch } }: NotLoadedProps) => (
  <Page narrow>
    <ErrorState title={title} onRetry={() => void refetch()} retrying={isFetching}>
      {sentenceOf(error)} What you have written is kept.
    </ErrorState>
  </Page>
)

function NoInterview() {
  return (
    <Page narrow>
      <EmptyState title="Interview not found" actions={<ButtonLink to="/interviews">See open interviews</ButtonLink>}>
        It was deleted, or never was at this address. What you have answered before is kept under “My responses”.
      </EmptyState>
    </Page>
  )
}

function InterviewSkeleton() {
  return (
    <Page narrow>
      <Loading label="Loading the interview" className={classes.skeleton}>
        <Stack gap={4} stage className={head.head}>
          <Skeleton height="0.9rem" width="7rem" />
          <Skeleton height="3.2rem" width="min(85%, 24rem)" />
          <Skeleton height="2.6rem" width="min(100%, 34rem)" />
          <Skeleton height="1.4rem" width="min(70%, 16rem)" />
        </Stack>
        {[0, 1].map((index) => (
          <div key={index} className={sheet.question}>
            <Stack as="span" tone="faint" step={1} face="document" className={sheet.number} />
            <Stack gap={2} className={sheet.body}>
              <Skeleton height="1.2rem" width="min(80%, 20rem)" />
              <Skeleton height="6rem" />
            </Stack>
          </div>
        ))}
      </Loading>
    </Page>
  )
}

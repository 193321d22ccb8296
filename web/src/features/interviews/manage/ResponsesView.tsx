import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { interviewLimits } from '@nation/domain/interviews'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { hasCode, sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import {
  ActiveBadge,
  Badge,
  Skeleton,
  ButtonLink,
  EmptyState,
  ErrorState,
  Loading,
  Stack,
  Text,
  Row,
} from '../../../ui'
import { Choices } from '../../../ui/kit/Choices'
import { questionsInWords, responsesInWords } from '../interview-words'
import type { ManagedInterview } from '../types'
import { usePages } from '../../../lib/query/use-pages'
import { ByCitizen } from './ByCitizen'
import { ByQuestion } from './ByQuestion'
import { ExportButtons } from './ExportButtons'
import manage from './manage.module.css'
import classes from './ResponsesView.module.css'

const PAGE = 25

const readings = [
  { id: 'citizen', label: 'By citizen' },
  { id: 'question', label: 'By question' },
] as const

/** What citizens answered: to search, to read by citizen or by question, and to take away as a file. */
export function ResponsesView({ interviewId }: { interviewId: string }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const [reading, setReading] = useState<(typeof readings)[number]['id']>('citizen')
  const list = usePages(
    'interviews.responses',
    { interviewId, limit: PAGE, ...(search !== '' && { search }) },
    (input, options) => call('interviews.responses', input, options),
  )
  const first = list.data?.pages[0]
  if (list.isError && !first) return <NotRead list={list} />
  if (!first) return <ViewSkeleton />
  const { interview, matching } = first
  const responses = list.data?.pages.flatMap((page) => page.responses) ?? []
  const Reading = reading === 'citizen' ? ByCitizen : ByQuestion
  return (
    <div className={manage.tab}>
      <ViewHead interview={interview} />
      {interview.responseCount === 0 ? (
        <EmptyState title="No responses yet">Answers appear here as soon as citizens submit them.</EmptyState>
      ) : (
        <>
          <Row gap={4} align="center" justify="between">
            <TextInput
              className={classes.search}
              type="search"
              aria-label="Search responses"
              placeholder="Search names and answers..."
              value={typed}
              maxLength={interviewLimits.search}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <ExportButtons interview={interview} search={search} matching={matching} />
          </Row>
          <Row gap={4} align="center" justify="between">
            <Choices legend="Read by" choices={readings} chosen={reading} choose={setReading} />
            <Text tone="soft" step={-1} figures role="status">
              {search === '' ? responsesInWords(matching) : `${matching} of ${interview.responseCount} found`}
            </Text>
          </Row>
          {matching === 0 ? (
            <EmptyState title="Nothing found">No name and no answer has “{search}” in it.</EmptyState>
          ) : (
            <Reading interview={interview} responses={responses} pages={list} search={search} />
          )}
        </>
      )}
    </div>
  )
}

function ViewHead({ interview }: { interview: ManagedInterview }) {
  return (
    <Stack as="header" gap={2}>
      <p>
        <Link to="/government?tab=interviews">All interviews</Link>
      </p>
      <Text as="h2" step={2} breaks>
        Responses: {interview.title}
      </Text>
      <Row as="p" gap={[0, 4]} tone="faint" step={-1} figures>
        {interview.deletedAt !== null && <Badge>Deleted</Badge>}
        {interview.deletedAt === null && (interview.isActive ? <ActiveBadge /> : <Badge>Inactive</Badge>)}
        <span>{questionsInWords(interview.questionCount)}</span>
        <span>{responsesInWords(interview.responseCount)}</span>
      </Row>
    </Stack>
  )
}

function NotRead({ list }: { list: { error: Error | null; isFetching: boolean; refetch: () => unknown } }) {
  const gone = hasCode(list.error, 'interview_not_found', 'invalid_input')
  if (gone) {
    return (
      <EmptyState
        title="Interview not found"
        actions={<ButtonLink to="/government?tab=interviews">All interviews</ButtonLink>}
      />
    )
  }
  return (
    <ErrorState title="Responses could not be loaded" onRetry={() => void list.refetch()} retrying={list.isFetching}>
      {sentenceOf(list.error)} What citizens submitted is safe.
    </ErrorState>
  )
}

function ViewSkeleton() {
  return (
    <Loading label="Loading responses" className={manage.tab}>
      <Skeleton height="4rem" width="60%" />
      <Skeleton height="2.75rem" />
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </Loading>
  )
}

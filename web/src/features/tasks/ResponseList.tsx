import { useState } from 'react'
import { sentenceOf } from '../../lib/api/api-error'
import { call } from '../../lib/api/client'
import { Button, Columns, Panel, Picture, RelativeTime, Row, Stack, Text } from '../../ui'
import { PagedList } from '../../ui/PagedList'
import { usePages } from '../../lib/query/use-pages'
import { responsesInWords, writerWords } from './task-words'
import classes from './TaskCard.module.css'
import type { Task, TaskResponse } from './types'

/** What was answered, the newest first: those that the list brought, or all of them. */
export function ResponseList({ task }: { task: Task }) {
  const [all, setAll] = useState(false)
  const { responses, responseCount } = task
  if (responseCount === 0)
    return (
      <Text tone="soft" step={-1}>
        No responses yet.
      </Text>
    )
  return (
    <Stack gap={3}>
      <Text as="h4" face="label" step={-1}>
        {responsesInWords(responseCount)}
      </Text>
      {all ? <AllResponses task={task} /> : <Responses responses={responses} />}
      {!all && responseCount > responses.length && (
        <Row>
          <Button variant="default" size="sm" onClick={() => setAll(true)}>
            Show all {responseCount} responses
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function AllResponses({ task: { id } }: { task: Task }) {
  const pages = usePages('government-tasks.get-responses', { taskId: id, limit: 20 }, (input, options) =>
    call('government-tasks.get-responses', input, options),
  )
  return (
    <PagedList
      pages={pages}
      items={pages.data?.pages.flatMap((page) => page.responses) ?? []}
      label="Responses"
      failure={sentenceOf(pages.error)}
      skeletons={{ count: 3, height: '5rem' }}
      empty={null}
    >
      {(response) => (
        <li key={response.id}>
          <Response response={response} />
        </li>
      )}
    </PagedList>
  )
}

const Responses = ({ responses }: { responses: readonly TaskResponse[] }) => (
  <Stack as="ul" gap={3} aria-label="Responses">
    {responses.map((response) => (
      <li key={response.id}>
        <Response response={response} />
      </li>
    ))}
  </Stack>
)

function Response({ response }: { response: TaskResponse }) {
  const { answer, images, submittedByName, submittedByRole, submittedAt } = response
  return (
    <Panel gap={2} pad={4}>
      <Row as="p" gap={[0, 2]} tone="soft" step={-1}>
        <Text as="strong" tone="ink" breaks>
          {submittedByName}
        </Text>
        <span>{writerWords(submittedByRole)}</span>
        <RelativeTime at={submittedAt} />
      </Row>
      {answer === '' ? (
        <Text tone="faint">What was said here left the nation with its author.</Text>
      ) : (
        <Text tone="ink" breaks className={classes.words}>
          {answer}
        </Text>
      )}
      {images.length > 0 && <Images images={images} by={submittedByName} />}
    </Panel>
  )
}

function Images({ images, by }: { images: readonly string[]; by: string }) {
  return (
    <Columns as="ul" narrowest="8rem" gap={2} fill className={classes.images} aria-label="Images">
      {images.map((src, index) => (
        <li key={src}>
          <a href={src} target="_blank" rel="noreferrer">
            <Picture src={src} alt={`Image ${index + 1} of ${images.length} by ${by}`} />
          </a>
        </li>
      ))}
    </Columns>
  )
}

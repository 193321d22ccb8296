import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { ActiveBadge, EmptyState, Text, Stack, Row } from '../../../ui'
import { PagedList } from '../../../ui/PagedList'
import { createdInWords, questionsInWords } from '../interview-words'
import { usePages } from '../../../lib/query/use-pages'
import classes from './manage.module.css'

/** What is asked at the moment, for officials who may not manage it. */
export function AskedInterviews() {
  const list = usePages('interviews.list', { limit: 20 }, (input, options) => call('interviews.list', input, options))
  return (
    <div className={classes.tab}>
      <Text tone="soft">Administrators ask, open and close interviews, and read what citizens answer.</Text>
      <PagedList
        pages={list}
        items={list.data?.pages.flatMap((page) => page.interviews) ?? []}
        label="Interviews"
        failure={sentenceOf(list.error)}
        skeletons={{ count: 3, height: '5rem' }}
        empty={<EmptyState title="No Active Interviews">No interview is open at the moment.</EmptyState>}
      >
        {({ id, title, createdAt, questionCount }) => (
          <li key={id} className={classes.row}>
            <Stack gap={1}>
              <Text as="h3" step={1} face="title" breaks>
                <Link to={`/interviews/${id}`}>{title}</Link>
              </Text>
              <Row as="p" gap={[0, 4]} tone="faint" step={-1} figures>
                <span>{questionsInWords(questionCount)}</span>
                <span>Created {createdInWords(createdAt)}</span>
              </Row>
            </Stack>
            <Text as="span" self="start">
              <ActiveBadge />
            </Text>
          </li>
        )}
      </PagedList>
    </div>
  )
}

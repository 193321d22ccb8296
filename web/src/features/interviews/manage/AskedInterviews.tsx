import { Link } from 'react-router-dom'
import { sentenceOf } from '../../../lib/api/api-error'
import { call } from '../../../lib/api/client'
import { ActiveBadge, EmptyState, PagedList } from '../../../ui'
import { createdInWords, questionsInWords } from '../interview-words'
import { usePages } from '../use-pages'
import classes from './manage.module.css'

/** What is asked at the moment, for officials who may not manage it. */
export function AskedInterviews() {
  const list = usePages('interviews.list', { limit: 20 }, (input, options) => call('interviews.list', input, options))
  return (
    <div className={classes.tab}>
      <p className={classes.note}>Administrators ask, open and close interviews, and read what citizens answer.</p>
      <PagedList
        pages={list}
        items={list.data?.pages.flatMap((page) => page.interviews) ?? []}
        label="Interviews"
        failure={sentenceOf(list.error)}
        bones={{ count: 3, height: '5rem' }}
        empty={<EmptyState title="No Active Interviews">Nobody asks the citizens anything at the moment.</EmptyState>}
      >
        {({ id, title, createdAt, questionCount }) => (
          <li key={id} className={classes.row}>
            <div className={classes.what}>
              <h3 className={classes.title}>
                <Link to={`/interviews/${id}`}>{title}</Link>
              </h3>
              <p className={classes.facts}>
                <span>{questionsInWords(questionCount)}</span>
                <span>Created {createdInWords(createdAt)}</span>
              </p>
            </div>
            <span className={classes.status}>
              <ActiveBadge />
            </span>
          </li>
        )}
      </PagedList>
    </div>
  )
}

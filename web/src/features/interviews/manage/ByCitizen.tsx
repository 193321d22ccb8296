import { answerTo } from '@nation/domain/interviews'
import { RelativeTime } from '../../../ui'
import { AnswerList } from '../AnswerList'
import { Marked } from './Marked'
import { MoreResponses } from './MoreResponses'
import type { ReadingProps } from './reading'
import classes from './ResponsesView.module.css'

/** Each citizen's response, whole. */
export function ByCitizen({ interview, responses, search, pages }: ReadingProps) {
  return (
    <>
      <ul className={classes.list} aria-label="Responses">
        {responses.map((response) => (
          <li key={response.id} className={classes.response}>
            <div className={classes.who}>
              <h3>
                <Marked text={response.username} search={search} />
              </h3>
              <span>
                <RelativeTime at={response.submittedAt} />
              </span>
            </div>
            <AnswerList
              answers={interview.questions.map(({ id, question }) => ({
                questionId: id,
                question,
                answer: <Marked text={answerTo(response, id)} search={search} />,
              }))}
            />
          </li>
        ))}
      </ul>
      <MoreResponses pages={pages} />
    </>
  )
}

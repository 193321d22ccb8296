import { answerTo } from '@nation/domain/interviews'
import { RelativeTime, Stack, Panel, Row } from '../../../ui'
import { AnswerList } from '../AnswerList'
import { Marked } from './Marked'
import { MoreResponses } from './MoreResponses'
import type { ReadingProps } from './reading'
import classes from './ResponsesView.module.css'

/** Each citizen's response, whole. */
export function ByCitizen({ interview, responses, search, pages }: ReadingProps) {
  return (
    <>
      <Stack as="ul" gap={4} aria-label="Responses">
        {responses.map((response) => (
          <Panel key={response.id} as="li" gap={4} pad={5}>
            <Row gap={[0, 3]} align="baseline" className={classes.who}>
              <h3>
                <Marked text={response.username} search={search} />
              </h3>
              <span>
                <RelativeTime at={response.submittedAt} />
              </span>
            </Row>
            <AnswerList
              answers={interview.questions.map(({ id, question }) => ({
                questionId: id,
                question,
                answer: <Marked text={answerTo(response, id)} search={search} />,
              }))}
            />
          </Panel>
        ))}
      </Stack>
      <MoreResponses pages={pages} />
    </>
  )
}

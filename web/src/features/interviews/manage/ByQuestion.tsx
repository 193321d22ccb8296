import { answerTo } from '@nation/domain/interviews'
import { useState } from 'react'
import { Button, Stack, Row, Panel } from '../../../ui'
import { Marked } from './Marked'
import { MoreResponses } from './MoreResponses'
import type { ReadingProps } from './reading'
import classes from './ResponsesView.module.css'

/** One question at a time, with what everybody said to it. */
export function ByQuestion({ interview: { questions }, responses, search, pages }: ReadingProps) {
  const [index, setIndex] = useState(0)
  const question = questions[Math.min(index, questions.length - 1)]
  if (!question) return null
  return (
    <>
      <Row nowrap gap={2} align="center" justify="between">
        <Button variant="default" size="sm" disabled={index === 0} onClick={() => setIndex(index - 1)}>
          Previous question
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={index >= questions.length - 1}
          onClick={() => setIndex(index + 1)}
        >
          Next question
        </Button>
      </Row>
      <div className={classes.asked} aria-live="polite">
        <span>
          {question.order} / {questions.length}
        </span>
        <h3>{question.question}</h3>
      </div>
      <Stack as="ul" gap={4} aria-label={`Answers to question ${question.order}`}>
        {responses.map((response) => {
          const answer = answerTo(response, question.id)
          return (
            <Panel key={response.id} as="li" gap={1} pad={[4, 5]} className={classes.answer}>
              {answer === '' ? (
                <p className={classes.gone}>This answer was taken away with its writer’s account.</p>
              ) : (
                <p>
                  <Marked text={answer} search={search} />
                </p>
              )}
              <footer>
                <Marked text={response.username} search={search} />
              </footer>
            </Panel>
          )
        })}
      </Stack>
      <MoreResponses pages={pages} />
    </>
  )
}

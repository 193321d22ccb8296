import { Textarea } from '@mantine/core'
import { interviewLimits } from '@nation/domain/interviews'
import { useRef } from 'react'
import { addField, removeField, writeField } from '../../../lib/field-list'
import type { FieldList } from '../../../lib/field-list'
import { Button } from '../../../ui'
import classes from './CreateInterview.module.css'

interface Props {
  questions: FieldList
  change: (questions: FieldList) => void
}

/** The questions of a new interview: one to start with, numbered by their place. */
export function QuestionFields({ questions, change }: Props) {
  const list = useRef<HTMLOListElement>(null)
  /** The focus stays among the questions when the one that had it goes. */
  const focus = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('textarea')[index]?.focus())
  return (
    <>
      <ol ref={list} className={classes.questions} aria-label="Questions">
        {questions.map(({ key, text }, index) => (
          <li key={key}>
            <Textarea
              label={`Question ${index + 1}`}
              rows={2}
              value={text}
              maxLength={interviewLimits.question}
              onChange={(event) => change(writeField(questions, key, event.currentTarget.value))}
            />
            {questions.length > 1 && (
              <Button
                variant="subtle"
                size="sm"
                aria-label={`Remove question ${index + 1}`}
                onClick={() => {
                  change(removeField(questions, key, 1))
                  focus(Math.max(0, index - 1))
                }}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        className={classes.add}
        disabled={questions.length >= interviewLimits.questions}
        onClick={() => {
          change(addField(questions, interviewLimits.questions))
          focus(questions.length)
        }}
      >
        Add Question
      </Button>
    </>
  )
}

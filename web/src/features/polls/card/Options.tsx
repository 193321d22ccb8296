import { useId } from 'react'
import { LiveNumber, Stack, Row, Text } from '../../../ui'
import { RadioRing } from '../../../ui/RadioRing'
import { leadersOf, votesInWords } from '../poll-words'
import type { Poll } from '../types'
import classes from './Options.module.css'

interface Props {
  poll: Poll
  chosen: string | null
  choose: (optionId: string) => void
  /** Nothing can be chosen: voted, closed, or not eligible. */
  disabled: boolean
  /** What is wrong with the choice. */
  problem: string | undefined
}

/** The options, of which one is chosen, and at the same time as the chart of what was marked. */
export function Options({ poll, chosen, choose, disabled, problem }: Props) {
  const problemId = useId()
  const leaders = leadersOf(poll)
  return (
    <Stack
      as="fieldset"
      role="radiogroup"
      gap={2}
      className={classes.options}
      disabled={disabled}
      data-field="optionId"
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : problemId}
    >
      <legend className="visually-hidden">{poll.question}</legend>
      {poll.options.map((option) => {
        const isOwn = option.id === poll.votedOptionId
        return (
          <label
            key={option.id}
            className={classes.option}
            data-own={isOwn || undefined}
            data-leading={leaders.has(option.id) || undefined}
            style={{ '--share': `${option.percentage}%` } as React.CSSProperties}
          >
            <RadioRing
              name="optionId"
              value={option.id}
              checked={isOwn || option.id === chosen}
              onChange={() => choose(option.id)}
            />
            <span className={classes.text}>
              <bdi>{option.text}</bdi>
              {isOwn && (
                <Text as="em" step={-2} face="document" className={classes.own}>
                  Your vote
                </Text>
              )}
            </span>
            <Row as="span" nowrap gap={3} align="baseline" figures className={classes.figures}>
              <Text as="span" tone="faint" step={-1}>
                {votesInWords(option.votes)}
              </Text>
              <Text as="span" face="title" className={classes.percent}>
                <LiveNumber value={option.shownPercentage} />%
              </Text>
            </Row>
            <span className={classes.bar} aria-hidden="true" />
          </label>
        )
      })}
      {problem !== undefined && (
        <Text id={problemId} tone="danger" step={-1} strong>
          {problem}
        </Text>
      )}
    </Stack>
  )
}

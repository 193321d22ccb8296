import type { ReactNode } from 'react'
import { ButtonLink, Text } from '../../../ui'
import classes from './Day.module.css'
import type { Line } from './wait-words'

/** How a line of the day looks: a sign, words, and the one thing to do. The whole line leads there. */
export function LineFrame({
  line: { title, detail, to, action },
  sign,
  until,
}: {
  line: Pick<Line, 'title' | 'detail' | 'to' | 'action'>
  sign: ReactNode
  until: ReactNode
}) {
  return (
    <>
      <span className={classes.sign}>{sign}</span>
      <div className={classes.words}>
        <Text as="h3" step={1} breaks>
          {title}
        </Text>
        <Text tone="soft" step={-1} breaks className={classes.detail}>
          {detail}
        </Text>
        {until}
      </div>
      <ButtonLink to={to} variant="default" size="sm" className={classes.action}>
        {action}
      </ButtonLink>
    </>
  )
}

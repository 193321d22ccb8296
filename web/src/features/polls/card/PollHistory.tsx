import { Skeleton, Instant, Loading, Stack } from '../../../ui'
import { logInWords } from '../poll-words'
import type { PollLog } from '../types'
import classes from './PollHistory.module.css'

/** Who created, changed and closed a poll, and when: so that everybody can trust it. */
export function PollHistory({ log }: { log: PollLog | undefined }) {
  if (!log) {
    return (
      <Loading label="Loading what happened to this poll">
        <Skeleton width="60%" />
      </Loading>
    )
  }
  return (
    <Stack
      as="ol"
      tone="faint"
      step={-2}
      face="document"
      breaks
      className={classes.log}
      aria-label="What happened to this poll"
    >
      {log.map((entry) => (
        <li key={`${entry.what} ${entry.at}`}>
          {logInWords(entry)} <Instant at={entry.at} />
        </li>
      ))}
    </Stack>
  )
}

import type { Poll } from '../types'
import { leadersOf } from '../poll-words'
import { Row, Stack, Text } from '../../../ui'
import classes from './Division.module.css'

/** How the nation is divided, at a glance: one strip, of which each option has its share. */
export function Division({ poll }: { poll: Poll }) {
  if (poll.totalVotes === 0)
    return (
      <Text tone="faint" step={-1} className={classes.division}>
        No votes yet. {poll.options.length} options.
      </Text>
    )
  const leaders = leadersOf(poll)
  const leading = poll.options.filter(({ id }) => leaders.has(id))
  const [first] = leading
  return (
    <Stack gap={1} className={classes.division}>
      <div className={classes.strip} aria-hidden="true">
        {poll.options.map((option, place) => (
          <span
            key={option.id}
            className={classes.part}
            data-leading={leaders.has(option.id) || undefined}
            style={{ flexGrow: option.votes, '--place': place % 3 } as React.CSSProperties}
          />
        ))}
      </div>
      <Row as="p" nowrap gap={1} tone="soft" step={-1} figures>
        {!poll.isActive && <span>Decided:</span>}
        {leading.length > 1 ? (
          `${poll.isActive ? '' : 'a tie, '}${leading.length} options are level`
        ) : (
          <>
            <strong className={classes.leader}>{first?.text}</strong> {first?.shownPercentage}%
          </>
        )}
      </Row>
    </Stack>
  )
}

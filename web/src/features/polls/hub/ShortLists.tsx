import { Skeleton, Loading, RelativeTime, Columns, Text } from '../../../ui'
import { decidedInWords, votesInWords } from '../poll-words'
import type { Poll } from '../types'
import { useShortLists } from '../use-polls'
import classes from './ShortLists.module.css'

/**
 * Beside the polls: the five with the most votes, and the newest (requirements 1.9). A poll is in one of the two lists: those
 * with the most votes are left out of the newest. A list without a poll is left out, too.
 */
export function ShortLists({ pin }: { pin: (pollId: string) => void }) {
  const { top, recent } = useShortLists()
  const shown = new Set(top.data?.polls.map(({ id }) => id))
  // The newest wait for the first list, so that no poll is drawn in both and then taken away.
  const others = top.isPending ? undefined : recent.data?.polls.filter(({ id }) => !shown.has(id))
  if (top.data?.polls.length === 0 && others?.length === 0) return null
  return (
    <Columns as="aside" narrowest="17rem" gap={5} aria-label="Polls at a glance">
      <ShortList
        title="Most votes"
        polls={top.data?.polls}
        failed={top.isError}
        pin={pin}
        fact={(poll) => votesInWords(poll.totalVotes)}
      />
      <ShortList
        title={others?.every(({ isActive }) => !isActive) ? 'Decided lately' : 'Recent'}
        polls={others}
        failed={recent.isError}
        pin={pin}
        fact={(poll) => (poll.isActive ? <RelativeTime at={poll.createdAt} /> : decidedInWords(poll))}
      />
    </Columns>
  )
}

interface Props {
  title: string
  polls: readonly Poll[] | undefined
  failed: boolean
  pin: (pollId: string) => void
  fact: (poll: Poll) => React.ReactNode
}

/** What could not be read is left out: the list of polls itself shows the failure. */
function ShortList({ title, polls, failed, pin, fact }: Props) {
  if ((failed && !polls) || polls?.length === 0) return null
  return (
    <section className={classes.list} aria-label={title}>
      <Text as="h2" tone="faint" step={-1} face="document" className={classes.title}>
        {title}
      </Text>
      {polls === undefined && (
        <Loading label={`Loading: ${title}`} className={classes.skeletons}>
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height="2.8rem" lines />
          ))}
        </Loading>
      )}
      {polls !== undefined && (
        <ol className={classes.rows}>
          {polls.map((poll) => (
            <li key={poll.id}>
              <button type="button" onClick={() => show(poll.id, pin)}>
                <Text as="span" step={-1} strong breaks className={classes.question}>
                  {poll.question}
                </Text>
                <Text as="span" tone="faint" step={-2} face="document">
                  {fact(poll)}
                </Text>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function show(pollId: string, pin: (pollId: string) => void): void {
  pin(pollId)
  document.querySelector('main')?.scrollIntoView({ block: 'start' })
}

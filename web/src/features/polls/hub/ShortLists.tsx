import { Skeleton, Loading, RelativeTime, Columns, Text } from '../../../ui'
import { decidedInWords, votesInWords } from '../poll-words'
import type { Poll, PollTab } from '../types'
import { usePolls, useShortLists } from '../use-polls'
import classes from './ShortLists.module.css'

/**
 * Beside the polls of a tab (requirements 1.9): the five open ones with the most votes, as a chart that compares them, and the
 * newest of the others. A poll is in one of the two lists. What stands in the tab itself is left out of the newest, and a list
 * without a poll is left out, too.
 */
export function ShortLists({ tab, pin }: { tab: PollTab; pin: (pollId: string) => void }) {
  const { top, recent } = useShortLists()
  const list = usePolls(tab)
  const listed = list.data?.pages.flatMap(({ polls }) => polls) ?? []
  const shown = new Set([...(top.data?.polls ?? []), ...listed].map(({ id }) => id))
  // The newest wait for the other lists, so that no poll is drawn twice and then taken away.
  const others = top.isPending || list.isPending ? undefined : recent.data?.polls.filter(({ id }) => !shown.has(id))
  const most = Math.max(1, ...(top.data?.polls ?? []).map(({ totalVotes }) => totalVotes))
  if (top.data?.polls.length === 0 && others?.length === 0) return null
  return (
    <Columns as="aside" narrowest="17rem" gap={5} aria-label="Polls at a glance">
      <ShortList
        title={tab === 'active' ? 'Most votes' : 'Open now, most votes'}
        polls={top.data?.polls}
        failed={top.isError}
        pin={pin}
        share={({ totalVotes }) => totalVotes / most}
        fact={(poll) => votesInWords(poll.totalVotes)}
      />
      <ShortList
        title="Recent"
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
  /** How long its bar is, of 1; without, it has none. */
  share?: (poll: Poll) => number
}

/** What could not be read is left out: the list of polls itself shows the failure. */
function ShortList({ title, polls, failed, pin, fact, share }: Props) {
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
                <Text as="span" tone="faint" step={-2} face="document" className={classes.fact}>
                  {share && (
                    <span
                      className={classes.bar}
                      style={{ '--share': share(poll) } as React.CSSProperties}
                      aria-hidden="true"
                    />
                  )}
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

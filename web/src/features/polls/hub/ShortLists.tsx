import { Bone, Loading, RelativeTime } from '../../../ui'
import { votesInWords } from '../poll-words'
import type { Poll } from '../types'
import { useShortLists } from '../use-polls'
import classes from './ShortLists.module.css'

/** Beside the polls: the five that most are asked about, and the ten that came last (requirements 1.9). */
export function ShortLists({ pin }: { pin: (pollId: string) => void }) {
  const { top, recent } = useShortLists()
  return (
    <aside className={classes.lists} aria-label="Polls at a glance">
      <ShortList
        title="Most votes"
        polls={top.data?.polls}
        failed={top.isError}
        none="No poll takes votes at the moment."
        pin={pin}
        fact={(poll) => votesInWords(poll.totalVotes)}
      />
      <ShortList
        title="Recent"
        polls={recent.data?.polls}
        failed={recent.isError}
        none="Nothing has been asked yet."
        pin={pin}
        fact={(poll) => (poll.isActive ? <RelativeTime at={poll.createdAt} /> : 'Poll Closed')}
      />
    </aside>
  )
}

interface Props {
  title: string
  polls: readonly Poll[] | undefined
  failed: boolean
  none: string
  pin: (pollId: string) => void
  fact: (poll: Poll) => React.ReactNode
}

/** What could not be read is left out: the list of polls itself tells of trouble. */
function ShortList({ title, polls, failed, none, pin, fact }: Props) {
  if (failed && !polls) return null
  return (
    <section className={classes.list} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {polls === undefined && (
        <Loading label={`Loading: ${title}`} className={classes.bones}>
          {[0, 1, 2].map((index) => (
            <Bone key={index} height="2.6rem" />
          ))}
        </Loading>
      )}
      {polls?.length === 0 && <p className={classes.none}>{none}</p>}
      {polls !== undefined && polls.length > 0 && (
        <ol className={classes.rows}>
          {polls.map((poll) => (
            <li key={poll.id}>
              <button type="button" onClick={() => show(poll.id, pin)}>
                <span className={classes.question}>{poll.question}</span>
                <span className={classes.fact}>{fact(poll)}</span>
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

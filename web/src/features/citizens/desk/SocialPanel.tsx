import { followersInWords } from '@nation/domain/formats'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error'
import { oneAttempt } from '../../../lib/api/transport'
import { useChange } from '../../../lib/query/query'
import type { OwnProfile } from '../../../lib/session/session'
import { Button, RelativeTime, inFull, Text, dateInWords } from '../../../ui'
import { takeOver } from '../../../lib/session/own-profile'
import { Fact, Facts, Panel } from './Panel'
import classes from './desk.module.css'

/** How long a success is shown (requirements 2.8). */
const SHOWN_FOR = 3000

/** The data of this citizen from X, and a button that reads it again. */
export function SocialPanel({ user }: { user: OwnProfile }) {
  const refresh = useTwitterRefresh()
  return (
    <Panel
      title="Social"
      aside={
        <Button variant="default" size="xs" loading={refresh.busy} onClick={refresh.run}>
          Refresh X data
        </Button>
      }
    >
      <p className={classes.done} role="status">
        {refresh.done && 'Twitter data refreshed successfully!'}
      </p>
      <p className={classes.problem} role="alert">
        {refresh.problem}
      </p>
      <Facts>
        <Fact name="Handle">
          {user.twitterUsername === '' ? (
            'No Twitter account linked'
          ) : (
            <a href={`https://x.com/${user.twitterUsername}`} target="_blank" rel="noopener noreferrer">
              @{user.twitterUsername}
            </a>
          )}
        </Fact>
        <Fact name="Followers">
          <span title={inFull(user.twitterFollowers)}>{followersInWords(user.twitterFollowers)}</span>
        </Fact>
        <Fact name="Verified">{user.twitterVerified ? 'Yes' : 'No'}</Fact>
        <Fact name="Account age">
          <span title={`Made on ${dateInWords(user.twitterAccountCreatedAt)}`}>
            {ageInWords(user.twitterAccountAgeMonths)}
          </span>
        </Fact>
      </Facts>
      <Text tone="faint" step={-1}>
        Last read from X: <RelativeTime at={user.twitterRefreshedAt} />. It is read again automatically from time to
        time.
      </Text>
    </Panel>
  )
}

/** An age in months as years and months. */
export function ageInWords(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12]
  const some = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  if (years === 0) return some(rest, 'month')
  return rest === 0 ? some(years, 'year') : `${some(years, 'year')}, ${some(rest, 'month')}`
}

/** Why it came to nothing, in the words that the requirements ask for (requirements 2.8). */
export function refreshProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Failed to refresh Twitter data'
  if (error.status === 429) return error.sentence || 'Rate limit exceeded. Please try again later.'
  if (error.code === 'no_x_account') return 'No Twitter account linked'
  if (error.status === 0) return 'Failed to connect to server'
  return 'Failed to refresh Twitter data'
}

function useTwitterRefresh() {
  const [outcome, setOutcome] = useState<{ done: boolean; problem: string | null }>({ done: false, problem: null })
  // Each attempt counts against the limit of the call: while X is away, repeats would use it up in two presses.
  const change = useChange('user.refresh-twitter', ['holdings.get'], { retries: oneAttempt })
  useEffect(() => {
    if (!outcome.done) return
    const timer = setTimeout(() => setOutcome({ done: false, problem: null }), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [outcome])
  const run = () => {
    setOutcome({ done: false, problem: null })
    change.mutate(
      {},
      {
        onSuccess: ({ user }) => {
          takeOver(user)
          setOutcome({ done: true, problem: null })
        },
        onError: (error) => setOutcome({ done: false, problem: refreshProblem(error) }),
      },
    )
  }
  return { ...outcome, busy: change.isPending, run }
}

import { useState } from 'react'
import { Link } from 'react-router-dom'
import { clockAhead } from '../../../lib/server-time'
import { Button, Row, Stack, Text, useNow } from '../../../ui'
import { Progress } from '../../../ui/kit/Progress'
import { useReplica } from './use-replica'
import classes from './replica.module.css'
import { SearchPalette, useSearchKey } from './SearchPalette'
import { isFor, problemsOf, statusOf } from './status-words'

/** The state of the copy on this machine, the number of waiting changes, and the search over everything. */
export function ReplicaBar() {
  const { replica, state, entries, noKeyReason } = useReplica()
  const now = useNow(10_000)
  const [searching, setSearching] = useState(false)
  useSearchKey(() => setSearching(true))
  if (state === null) return null
  const nation = replica?.nation ?? null
  const { words, waiting, open, share } = statusOf({ state, entries, nation, now })
  const foreignEntries = entries.filter((entry) => !isFor(nation, entry)).length
  return (
    <Stack gap={2} className={classes.bar}>
      <Row gap={[2, 4]} align="center" justify="between">
        <Row gap={[2, 4]} align="center">
          <Text as="span" role="status" step={-1} className={classes.contact} data-contact={state.contact} figures>
            {words}
          </Text>
          {state.contact === 'signInNeeded' && <Link to="/admin?tab=sign-ins">Sign in</Link>}
          {waiting !== null && <Link to="/admin?tab=changes">{waiting}</Link>}
          {open !== null && (
            <Link to="/admin?tab=changes" className={classes.open}>
              {open}
            </Link>
          )}
        </Row>
        <Button variant="default" size="xs" aria-keyshortcuts="Control+K" onClick={() => setSearching(true)}>
          Search everything <kbd className={classes.key}>Ctrl K</kbd>
        </Button>
      </Row>
      {share !== null && <Progress label="First sync" percent={share * 100} jumps />}
      {problemsOf({ ...state, foreignEntries, clockAhead: clockAhead(), noKeyReason }).map((problem) => (
        <Text key={problem} role="status" step={-1} className={classes.problem}>
          {problem}
        </Text>
      ))}
      {searching && <SearchPalette onClose={() => setSearching(false)} />}
    </Stack>
  )
}

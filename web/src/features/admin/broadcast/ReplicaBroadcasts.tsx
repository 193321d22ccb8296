import type { ReplicaRow } from '@nation/domain/replica'
import { useMemo, useState } from 'react'
import { Button, EmptyState, Stack } from '../../../ui'
import { CopyIncomplete, useIsRead } from '../replica/CopyIncomplete'
import { nameOf, useReplicaRows } from '../replica/use-replica'
import { SentMessage, type Sent } from './BroadcastList'
import classes from './broadcast.module.css'

/** How many are shown at first, and with each press on the button. */
const PAGE = 30

/** What was sent, from the copy on this machine: it is there without a network, with what waits to be sent. */
export function ReplicaBroadcasts() {
  const rows = useReplicaRows('broadcasts')
  const isComplete = useIsRead('broadcasts')
  const [shown, setShown] = useState(PAGE)
  const sent = useMemo(() => [...rows].sort((one, other) => other.createdAt - one.createdAt), [rows])
  if (sent.length === 0 && !isComplete) return <CopyIncomplete />
  if (sent.length === 0)
    return <EmptyState title="No broadcasts yet">Broadcasts that you send appear here and on every page.</EmptyState>
  return (
    <Stack gap={5}>
      <ul className={classes.list} aria-label="Broadcasts">
        {sent.slice(0, shown).map((row) => (
          <SentMessage key={row.id} message={asSent(row)} />
        ))}
      </ul>
      {sent.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + PAGE)}>
          Show more
        </Button>
      )}
    </Stack>
  )
}

const asSent = (row: ReplicaRow<'broadcasts'>): Sent => ({
  id: row.id,
  message: row.message,
  type: row.type,
  isActive: row.deletedAt === null,
  createdAt: row.createdAt,
  // A row that was copied before broadcasts could end has no such field.
  endsAt: typeof row.endsAt === 'number' ? row.endsAt : null,
  createdBy: nameOf(row.createdBy),
  deletedAt: row.deletedAt,
  deletedBy: row.deletedBy === null ? null : nameOf(row.deletedBy),
})

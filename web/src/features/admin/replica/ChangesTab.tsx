import { effectOf, isGone } from '@nation/domain/commands'
import { useState } from 'react'
import type { Entry, Row as StoredRow } from '../../../lib/replica'
import { Badge, Button, confirm, EmptyState, RelativeTime, Row, Stack, Text, toast } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { Table } from '../../../ui/kit/Table'
import type { WrittenTask } from '../../tasks'
import { commandInWords, contentOf, differencesOf, goneInWords } from './command-words'
import { isFor } from './status-words'
import { useReplica } from './use-replica'
import classes from './replica.module.css'

const QueuedTaskDialog = onDemand(() => import('./QueuedTaskDialog'))

/** The entries of the outbox: changes that wait to be sent, and changes that need a decision. */
export default function ChangesTab() {
  const entries = useReplica(({ entries }) => entries)
  if (entries.length === 0)
    return (
      <EmptyState title="No changes waiting">
        Changes that you make while the server cannot be reached are stored here and sent in their order.
      </EmptyState>
    )
  return (
    <ol className={classes.entries} aria-label="Changes">
      {entries.map((entry) => (
        <li key={entry.key}>
          <EntryCard entry={entry} />
        </li>
      ))}
    </ol>
  )
}

const stateWords = {
  waiting: 'Waiting',
  conflict: 'Changed meanwhile',
  refused: 'Refused',
  unknown: 'Not known',
} as const

const waitingWords = ({ sentAt, held }: Entry): string => {
  if (held) return sentAt === null ? ', not done yet' : ', sent; its result is not known yet'
  return sentAt === null ? ', not sent yet' : ', sent, no answer yet'
}

function EntryCard({ entry }: { entry: Entry }) {
  const { state, queuedAt } = entry
  const isForeign = useReplica(({ replica }) => !isFor(replica?.nation ?? null, entry))
  return (
    <Stack as="article" gap={3} className={classes.entry} data-state={state.is} aria-label={commandInWords(entry)}>
      <Row gap={3} nowrap justify="between" align="start">
        <Text as="h3" step={0} breaks>
          {commandInWords(entry)}
        </Text>
        <Badge tone="state">{stateWords[state.is]}</Badge>
      </Row>
      <Text tone="faint" step={-1}>
        Decided · <RelativeTime at={queuedAt} />
        {state.is === 'waiting' && waitingWords(entry)}
      </Text>
      {state.is === 'waiting' && entry.held && (
        <p>The server could not do this: {entry.held.sentence} It is sent again automatically.</p>
      )}
      {state.is !== 'conflict' && <Content entry={entry} />}
      {state.is === 'conflict' && <Sides entry={entry} theirs={state.theirs} />}
      {state.is === 'refused' && <p>{state.sentence}</p>}
      {state.is === 'unknown' && (
        <p>
          {entry.held ? `The last answer was: ${entry.held.sentence}` : 'It was sent and never answered.'} It may have
          been carried out; look before you send it again.
        </p>
      )}
      {isForeign && <p>It is for the nation that was at this address before, and is not sent to this one.</p>}
      <Decision entry={entry} isForeign={isForeign} />
    </Stack>
  )
}

/** What the change contains beside its sentence. */
function Content({ entry }: { entry: Entry }) {
  const fields = contentOf(entry)
  if (fields.length === 0) return null
  return (
    <dl className={classes.fields}>
      {fields.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.written}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Each field as it was seen, as the server has it, and as it would be with the administrator's change. */
function Sides({ entry, theirs }: { entry: Entry; theirs: StoredRow | null }) {
  const { call, base, input, administrator: me, queuedAt: at, key } = entry
  if (!theirs || isGone(entry.table, theirs)) return <p>{goneInWords(entry.table, theirs)}</p>
  const mine = effectOf(call, theirs, input, { me, at, key }) as StoredRow | null
  const differences = differencesOf(base, theirs, mine)
  if (differences.length === 0) return <p>It was changed since you saw it, in the same way as you did.</p>
  return (
    <Table caption="Mine and theirs" hideCaption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">You saw</th>
          <th scope="col">Theirs</th>
          <th scope="col">With mine</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ key: field, name, seen, theirs: other, mine: one }) => (
          <tr key={field}>
            <th scope="row">{name}</th>
            <td>{seen}</td>
            <td>{other}</td>
            <td>{one}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface DecisionProps {
  entry: Entry
  isForeign: boolean
}

function Decision({ entry, isForeign }: DecisionProps) {
  const { key, table, state, sentAt } = entry
  const replica = useReplica(({ replica }) => replica)
  const [busy, setBusy] = useState(false)
  if (!replica) return null
  const decide = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch((error: unknown) => toast.error(error instanceof Error ? error.message : 'That did not work.'))
    setBusy(false)
  }
  const discard = async () => {
    const sure = await confirm({
      title: 'Discard this change?',
      message: 'It is deleted and not sent.',
      confirm: 'Discard',
      danger: true,
    })
    if (sure) await decide(() => replica.takeTheirs(key))
  }
  if (state.is === 'waiting')
    return sentAt !== null && !isForeign ? null : (
      <Row gap={3}>
        <Button variant="default" size="sm" loading={busy} onClick={() => void discard()}>
          Discard
        </Button>
      </Row>
    )
  const isLost = state.is === 'conflict' && isGone(table, state.theirs)
  return (
    <Row gap={3}>
      <Button variant="default" size="sm" loading={busy} onClick={() => void decide(() => replica.takeTheirs(key))}>
        {state.is === 'conflict' && !isLost ? 'Take theirs' : 'Let it go'}
      </Button>
      {state.is === 'refused' && !isForeign && <Rewrite entry={entry} />}
      {!isLost && !isForeign && (
        <Button size="sm" loading={busy} onClick={() => void decide(() => replica.sendAgain(key))}>
          {state.is === 'conflict' ? 'Send mine again' : 'Send it again'}
        </Button>
      )}
    </Row>
  )
}

/** Writes a task that was refused anew: nothing that was written is lost. */
function Rewrite({ entry }: { entry: Entry }) {
  const [writing, setWriting] = useState(false)
  const { call, base } = entry
  const isCreation = call === 'government-tasks.create-task'
  if (!isCreation && (call !== 'government-tasks.update-task' || !base)) return null
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setWriting(true)}>
        Edit
      </Button>
      {writing && (
        <QueuedTaskDialog
          entry={entry}
          task={isCreation ? undefined : (base as unknown as WrittenTask)}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  )
}

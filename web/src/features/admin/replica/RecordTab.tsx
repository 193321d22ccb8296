import { replicaTables, type ReplicaRow, type ReplicaTable } from '@nation/domain/replica'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Row as StoredRow } from '../../../lib/replica'
import { Button, confirmDeletion, EmptyState, Panel, Row, Stack, Text } from '../../../ui'
import { onDemand } from '../../../ui/on-demand'
import { removalReasonNote, rivalNote } from '../../elections'
import { usePanel } from '../panel-session'
import { useRoles } from '../members/use-roles'
import { useReplica } from './use-replica'
import { recordPath } from './paths'
import classes from './replica.module.css'
import { fieldsOf, rowInWords, tableWords } from './rows-in-words'
import { isFor } from './status-words'
import { addCommand, rowSeen } from './use-command'

const QueuedTaskDialog = onDemand(() => import('./QueuedTaskDialog'))

/** One row of the copy on this machine with all its fields, and the commands for it. */
export default function RecordTab() {
  const [parameters] = useSearchParams()
  const replica = useReplica(({ replica }) => replica)
  const version = useReplica(({ version }) => version)
  void version
  const table = replicaTables.find((one) => one === parameters.get('table'))
  const asked = parameters.get('id') ?? ''
  const row = table && (replica?.get(table, replica.idOf(table, asked)) as StoredRow | undefined)
  if (!table || !row)
    return (
      <EmptyState title="Not in the copy">
        It was deleted, or has not arrived yet. Changes are read from the server every half a minute.
      </EmptyState>
    )
  const { title, detail } = rowInWords(table, row)
  return (
    <Panel as="article" gap={4} pad={5} edge="top" aria-labelledby="record">
      <Stack gap={1}>
        <Text tone="faint" step={-1}>
          {tableWords[table][0]}
        </Text>
        <Text as="h3" id="record" step={2} face="title" breaks>
          {title}
        </Text>
        <Text tone="soft">{detail}</Text>
      </Stack>
      <dl className={classes.fields}>
        {fieldsOf(row).map(({ name, value, citizen }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{citizen === undefined ? value : <Link to={recordPath('members', citizen)}>{value}</Link>}</dd>
          </div>
        ))}
      </dl>
      <Waiting table={table} id={row.id} />
      <Actions table={table} row={row} />
    </Panel>
  )
}

interface ActionsProps {
  table: ReplicaTable
  row: StoredRow
}

/** Says that a change of the row waits to be sent, or to be decided about, and leads to it. */
function Waiting({ table, id }: { table: ReplicaTable; id: string }) {
  const nation = useReplica(({ replica }) => replica?.nation ?? null)
  const entries = useReplica(({ entries }) => entries)
  const own = entries.filter((entry) => entry.table === table && entry.id === id && isFor(nation, entry))
  if (own.length === 0) return null
  const isOpen = own.some(({ state }) => state.is !== 'waiting')
  return (
    <p>
      <Link to="/admin?tab=changes">
        {isOpen
          ? 'A change waits for your decision'
          : id.startsWith('new:')
            ? 'It waits to be sent'
            : 'A change waits to be sent'}
      </Link>
    </p>
  )
}

/** The commands for the row, most of them also offline. */
function Actions({ table, row }: ActionsProps) {
  // A broadcast that waits to be sent is discarded in the tab of changes. A task that waits can be changed: the change waits behind it.
  if (row.id.startsWith('new:') && table !== 'tasks') return null
  if (table === 'members') return <Moderation row={row} />
  if (table === 'candidacies' && row.status === 'active' && isRivalOf(row as ReplicaRow<'candidacies'>))
    return <Text tone="faint">{rivalNote}</Text>
  const actions = actionsOf(table, row)
  if (actions.length === 0) return null
  return (
    <Row gap={3}>
      {table === 'tasks' && row.status === 'open' && <EditTask task={row as ReplicaRow<'tasks'>} />}
      {actions.map(({ label, danger, act }) => (
        <Button
          key={label}
          variant="default"
          size="sm"
          {...(danger && { 'data-danger': true })}
          onClick={() => void act()}
        >
          {label}
        </Button>
      ))}
    </Row>
  )
}

/** Whether the administrator stands, or stood, for the same office in the same election, as far as the copy knows. */
function isRivalOf({ citizen, electionId, position }: ReplicaRow<'candidacies'>): boolean {
  const { adminId } = usePanel.getState()
  if (citizen === adminId) return false
  const rows = useReplica.getState().replica?.rows('candidacies') ?? []
  return [...rows].some((one) => one.citizen === adminId && one.electionId === electionId && one.position === position)
}

interface Action {
  readonly label: string
  readonly danger?: boolean
  readonly act: () => Promise<unknown>
}

function actionsOf(table: ReplicaTable, row: StoredRow): readonly Action[] {
  const { id } = row
  if (table === 'broadcasts' && row.deletedAt === null)
    return [
      {
        label: 'Delete broadcast',
        danger: true,
        act: () => deletion('broadcast.delete', { messageId: id }, 'broadcast'),
      },
    ]
  if (table === 'candidacies' && row.status === 'active')
    return [
      {
        label: 'Delete candidacy',
        danger: true,
        act: () => deletion('candidates.delete', { candidateId: id }, 'candidacy'),
      },
    ]
  if (table !== 'tasks') return []
  const isOpen = row.status === 'open'
  const input = { taskId: id, status: isOpen ? 'completed' : 'open' }
  return [
    {
      label: isOpen ? 'Mark as completed' : 'Reopen',
      act: () => {
        const call = 'government-tasks.update-status'
        return addCommand({ call, input, base: rowSeen(call, input) })
      },
    },
    { label: 'Delete task', danger: true, act: () => deletion('government-tasks.delete-task', { taskId: id }, 'task') },
  ]
}

/** Only an open task is changed: one that is completed is reopened first. */
function EditTask({ task }: { task: ReplicaRow<'tasks'> }) {
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setEditing(true)}>
        Edit task
      </Button>
      {editing && <QueuedTaskDialog task={task} onClose={() => setEditing(false)} />}
    </>
  )
}

/** Powers are given and taken online: they are not queued. */
function Moderation({ row }: { row: StoredRow }) {
  const { id: uid, username, isModerator, governmentRole } = row as ReplicaRow<'members'>
  const { setRight, busy } = useRoles({ uid, username, governmentRole })
  return (
    <Row gap={3}>
      <Button variant="default" size="sm" loading={busy} onClick={() => void setRight('isModerator', !isModerator)}>
        {isModerator ? 'Take moderation away' : 'Make a moderator'}
      </Button>
    </Row>
  )
}

/** What a removal of a candidacy does. The copy may be older than the close of the voting. */
const withdrawal = {
  message:
    'It is withdrawn for everybody, and its votes become void. Once voting for its office has closed they are lost, and cannot be cast again.',
  reasonNote: removalReasonNote,
}

async function deletion(
  call: 'broadcast.delete' | 'candidates.delete' | 'government-tasks.delete-task',
  input: Readonly<Record<string, unknown>>,
  what: string,
): Promise<void> {
  const base = rowSeen(call, input)
  const confirmed = await confirmDeletion({
    title: `Delete this ${what}?`,
    ...(call === 'candidates.delete' ? withdrawal : { message: 'It disappears from every page.' }),
    confirm: 'Delete',
  })
  if (confirmed) await addCommand({ call, input: { ...input, ...confirmed }, base })
}

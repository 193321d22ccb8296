import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import type { ReplicaTable } from '@nation/domain/replica'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Row as StoredRow } from '../../../lib/replica'
import { Badge, Button, EmptyState, inFull, Row, Stack, Text } from '../../../ui'
import { Choices } from '../../../ui/kit/Choices'
import { ScrollRows } from '../../../ui/kit/ScrollRows'
import { AdminGate } from '../AdminGate'
import { usePanel } from '../panel-session'
import { CopyAge } from './CopyAge'
import { CopyIncomplete, useIsFilled, useIsRead } from './CopyIncomplete'
import { recordPath } from './paths'
import classes from './replica.module.css'
import { emptyWords, rowInWords, tableWords } from './rows-in-words'
import { useOffline } from './use-offline'
import { useReplica } from './use-replica'
import { useRowsOf } from './use-rows-of'

interface Props {
  tables: readonly [ReplicaTable, ...ReplicaTable[]]
  /** What may be done here, also without a connection. */
  actions?: ReactNode
}

/** Tables of the copy on this machine, to read and search. */
export function ReplicaTables({ tables, actions }: Props) {
  const [table, setTable] = useState(tables[0])
  const isSignedIn = usePanel(({ token }) => token !== null)
  const isOffline = useOffline()
  const [signing, setSigning] = useState(false)
  if (signing && !isSignedIn) return <AdminGate />
  return (
    <Stack gap={3}>
      {(!isSignedIn || isOffline) && (
        <Row gap={4} align="center">
          <Text tone="soft">
            <CopyAge />
          </Text>
          {!isSignedIn && (
            <Button variant="default" size="sm" onClick={() => setSigning(true)}>
              Sign in to the panel
            </Button>
          )}
        </Row>
      )}
      {actions}
      {tables.length > 1 && (
        <Choices
          legend="Show"
          choices={tables.map((id) => ({ id, label: tableWords[id][1] }))}
          chosen={table}
          choose={setTable}
        />
      )}
      <ReplicaList key={table} table={table} />
    </Stack>
  )
}

const nothingYet = ['Nothing here yet', 'It appears here as soon as the nation has it.'] as const
const nothingFound = ['Nothing found', 'Try fewer words, or a part of one.'] as const

/** The rows of one table, the newest first; a search covers all of them. */
function ReplicaList({ table }: { table: ReplicaTable }) {
  const [typed, setTyped] = useState('')
  const { rows, isOlder, total } = useRowsOf(table, typed.trim())
  const label = tableWords[table][1]
  const isTableRead = useIsRead(table)
  // A search also finds by the names of other tables.
  const isComplete = useIsFilled() || (isTableRead && total === 0)
  const [title, words] = total === 0 ? (emptyWords[table] ?? nothingYet) : nothingFound
  return (
    <Stack gap={3}>
      <TextInput
        type="search"
        label={`Search ${label.toLowerCase()}`}
        value={typed}
        maxLength={120}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className={classes.search}
      />
      <Text role="status" tone="faint" step={-1} figures>
        {rows.length < total ? `${inFull(rows.length)} of ${inFull(total)}` : inFull(total)} in the copy
      </Text>
      {rows.length === 0 && !isComplete ? (
        <CopyIncomplete title={total === 0 ? 'Not read yet' : 'Nothing found yet'} />
      ) : rows.length === 0 ? (
        <EmptyState title={title}>{words}</EmptyState>
      ) : (
        <div inert={isOlder}>
          <ScrollRows
            items={rows}
            label={label}
            total={rows.length}
            height={56}
            keyOf={({ id }) => id}
            onNearEnd={() => undefined}
          >
            {(row) => <Line table={table} row={row} />}
          </ScrollRows>
        </div>
      )}
    </Stack>
  )
}

function Line({ table, row }: { table: ReplicaTable; row: StoredRow }) {
  const { title, detail } = rowInWords(table, row)
  const isWaiting = useReplica(({ replica, entries }) => entries.length > 0 && replica?.overlay.get(table)?.has(row.id))
  return (
    <Link to={recordPath(table, row.id)} className={classes.line}>
      <span className={classes.choiceTitle}>{title}</span>
      <Text as="span" tone="faint" step={-1} className={classes.choiceDetail}>
        {isWaiting && (
          <>
            <Badge tone="state">Waits to be sent</Badge>{' '}
          </>
        )}
        {detail}
      </Text>
    </Link>
  )
}

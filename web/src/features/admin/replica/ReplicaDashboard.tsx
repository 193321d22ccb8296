import type { ReplicaTable } from '@nation/domain/replica'
import { useMemo, useState, type ReactNode } from 'react'
import { percentInWords } from '@nation/domain/elections'
import { electionName } from '@nation/domain/formats'
import { Button, inFull, Instant, Row, Stack, StatCard, StatRow, Text } from '../../../ui'
import { money } from '../../bank'
import { AdminGate } from '../AdminGate'
import { usePanel } from '../panel-session'
import { CopyAge } from './CopyAge'
import { CopyIncomplete, useIsRead } from './CopyIncomplete'
import { useReplica } from './use-replica'
import { replicaFigures } from './replica-figures'

/** The nation at a glance from the copy on this machine, with the copy's age. */
export function ReplicaDashboard() {
  const replica = useReplica(({ replica }) => replica)
  const version = useReplica(({ version }) => version)
  const mayShow = useReplica(({ state }) => state !== null && !state.loading && (state.filled || state.rows > 0))
  const isSignedIn = usePanel(({ token }) => token !== null)
  const [signing, setSigning] = useState(false)
  const figures = useMemo(() => {
    void version
    return replica && replicaFigures(replica)
  }, [replica, version])
  if (signing && !isSignedIn) return <AdminGate />
  if (!figures) return null
  return (
    <Stack gap={4}>
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
      {mayShow ? <Figures figures={figures} /> : <CopyIncomplete />}
      <Text tone="faint" step={-1}>
        Health, queues, errors and the charts over time need a connection.
      </Text>
    </Stack>
  )
}

/** The figures, each with a note when rows may be missing: an interrupted first sync has some tables, and parts of others. */
function Figures({ figures }: { figures: ReturnType<typeof replicaFigures> }) {
  const { counted } = figures
  const turnout = counted?.eligibleVoters ? (100 * (counted.voters ?? 0)) / counted.eligibleVoters : null
  return (
    <>
      <StatRow label="The nation at a glance" narrowest="14rem">
        <Figure label="Citizens" of="members" note={`${figures.seatsFilled} of ${figures.seats} seats filled`}>
          {inFull(figures.citizens)}
        </Figure>
        <Figure
          label="Turnout"
          of="elections"
          note={counted ? `${electionName(counted.startsAt)}, counted last` : 'No election was counted'}
          soFar={counted ? electionName(counted.startsAt) : 'None of those read was counted'}
        >
          {turnout === null ? '–' : `${percentInWords(turnout)}%`}
        </Figure>
        <Figure label="Active polls" of="polls" note="Open for votes">
          {inFull(figures.openPolls)}
        </Figure>
      </StatRow>
      <StatRow label="What waits, and the bank" narrowest="14rem">
        <Figure label="Open tasks" of="tasks" note="Given, and not completed">
          {inFull(figures.openTasks)}
        </Figure>
        <Figure
          label="Pool of a cycle"
          of="bank"
          note={
            figures.dueAt === null ? (
              'No payment is scheduled'
            ) : (
              <>
                Due <Instant at={figures.dueAt} />
              </>
            )
          }
        >
          {figures.poolCents === null ? '–' : money(figures.poolCents)}
        </Figure>
        <Figure label="Salaries to pay" of="payments" note="Recorded, and not paid yet">
          {inFull(figures.unpaid)}
        </Figure>
      </StatRow>
    </>
  )
}

/** A figure that is counted from a table. It says when rows may be missing, and shows no number before the first rows. */
function Figure({
  label,
  of,
  note,
  soFar = note,
  children,
}: {
  label: string
  of: ReplicaTable
  note: ReactNode
  /** The note where rows may be missing. */
  soFar?: ReactNode
  children: ReactNode
}) {
  const isComplete = useIsRead(of)
  const hasRows = useReplica(({ memory }) => (memory?.table(of).size ?? 0) > 0)
  if (isComplete)
    return (
      <StatCard label={label} note={note}>
        {children}
      </StatCard>
    )
  if (!hasRows)
    return (
      <StatCard label={label} note="Not read yet">
        –
      </StatCard>
    )
  return (
    <StatCard label={label} note={<>Not complete yet. {soFar}</>}>
      {children}
    </StatCard>
  )
}

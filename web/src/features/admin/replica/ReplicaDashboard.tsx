import { useMemo, useState } from 'react'
import { percentInWords } from '@nation/domain/elections'
import { weekName } from '@nation/domain/formats'
import { Button, inFull, Instant, Row, Stack, StatCard, StatRow, Text } from '../../../ui'
import { money } from '../../bank'
import { AdminGate } from '../AdminGate'
import { usePanel } from '../panel-session'
import { CopyAge } from './CopyAge'
import { CopyIncomplete, useIsFilled } from './CopyIncomplete'
import { useReplica } from './use-replica'
import { replicaFigures } from './replica-figures'

/** The nation at a glance from the copy on this machine, with the instant that it is of. */
export function ReplicaDashboard() {
  const { replica, version } = useReplica()
  const isFilled = useIsFilled()
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
      {isFilled ? <Figures figures={figures} /> : <CopyIncomplete />}
      <Text tone="faint" step={-1}>
        Health, queues, errors and the charts over time need a connection.
      </Text>
    </Stack>
  )
}

function Figures({ figures }: { figures: ReturnType<typeof replicaFigures> }) {
  const { counted } = figures
  const turnout = counted?.eligibleVoters ? (100 * (counted.voters ?? 0)) / counted.eligibleVoters : null
  return (
    <>
      <StatRow label="The nation at a glance" narrowest="14rem">
        <StatCard label="Citizens" note={`${figures.seatsFilled} of ${figures.seats} seats filled`}>
          {inFull(figures.citizens)}
        </StatCard>
        <StatCard
          label="Turnout"
          note={counted ? `${weekName(counted.startsAt)}, counted last` : 'No election was counted'}
        >
          {turnout === null ? '–' : `${percentInWords(turnout)}%`}
        </StatCard>
        <StatCard label="Active polls" note="Open for votes">
          {inFull(figures.openPolls)}
        </StatCard>
      </StatRow>
      <StatRow label="What waits, and the bank" narrowest="14rem">
        <StatCard label="Open tasks" note="Given, and not completed">
          {inFull(figures.openTasks)}
        </StatCard>
        <StatCard
          label="Pool of a cycle"
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
        </StatCard>
        <StatCard label="Salaries to pay" note="Recorded, and not paid yet">
          {inFull(figures.unpaid)}
        </StatCard>
      </StatRow>
    </>
  )
}

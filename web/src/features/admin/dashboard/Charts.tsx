import { percentInWords } from '@nation/domain/elections'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useFeatures } from '../../../lib/feature-flags'
import { useCall } from '../../../lib/query/query'
import { Columns, ErrorState, inFull, Loading } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { SeriesChart } from '../../../ui/kit/SeriesChart'
import { moneyOf } from '../../bank'
import { failuresByHour, paidByCycle, turnoutByElection, votersByElection } from './series'
import { chartedCycles, useJobs, usePastElections } from './use-dashboard'

/** How the nation went: by election, by cycle, and by the hours of the last day. */
export function Charts() {
  const { elections: on } = useFeatures()
  const elections = usePastElections()
  const cycles = useCall('bank.get-cycles', { limit: chartedCycles })
  const jobs = useJobs()
  return (
    <Columns narrowest="28rem" gap={5} aria-label="Over time" role="group">
      {on && (
        <>
          <Drawn name="Turnout" of={elections}>
            {(answer) => (
              <SeriesChart
                title="Turnout"
                unit="Percent of those who could vote"
                each="Election"
                points={turnoutByElection(answer.elections)}
                inWords={(value) => `${percentInWords(value)}%`}
                most={100}
                empty="No election was counted yet."
              />
            )}
          </Drawn>
          <Drawn name="Voters" of={elections}>
            {(answer) => (
              <SeriesChart
                title="Voters"
                unit="Citizens who voted"
                each="Election"
                points={votersByElection(answer.elections)}
                inWords={inFull}
                empty="No election was counted yet."
              />
            )}
          </Drawn>
        </>
      )}
      <Drawn name="Salaries" of={cycles}>
        {(answer) => (
          <SeriesChart
            title="Salaries"
            unit="US dollars given out"
            each="Cycle"
            points={paidByCycle(answer.cycles)}
            inWords={moneyOf}
            empty="No cycle is paid yet."
          />
        )}
      </Drawn>
      <Drawn name="Failed tries" of={jobs}>
        {(answer) => (
          <SeriesChart
            title="Failed tries"
            unit="Failed tries of jobs in each hour of the last day"
            each="Hour"
            points={failuresByHour(answer.jobs, answer.now)}
            inWords={inFull}
            empty="Nothing failed."
            danger
          />
        )}
      </Drawn>
    </Columns>
  )
}

interface DrawnProps<Answer> {
  name: string
  of: {
    readonly data: Answer | undefined
    readonly isError: boolean
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  children: (answer: Answer) => ReactNode
}

function Drawn<Answer>({ name, of: reading, children }: DrawnProps<Answer>) {
  if (reading.data !== undefined) return children(reading.data)
  return reading.isError ? (
    <ErrorState
      title={`${name} could not be loaded`}
      onRetry={() => void reading.refetch()}
      retrying={reading.isFetching}
      compact
    >
      {sentenceOf(reading.error)}
    </ErrorState>
  ) : (
    <Loading label={`Loading ${name.toLowerCase()}`}>
      <SkeletonCard height="14rem" panel />
    </Loading>
  )
}

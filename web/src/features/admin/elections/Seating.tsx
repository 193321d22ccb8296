import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import type { CallAnswer } from '@nation/domain/contract'
import { officeTitle, positionOfRole } from '@nation/domain/elections'
import { sentenceOf } from '../../../lib/api/api-error'
import { useCall } from '../../../lib/query/query'
import { dateInWords, ErrorState, Instant, Loading, Stack, Text, votesInWords } from '../../../ui'
import { SkeletonCard } from '../../../ui/SkeletonCard'
import { Table } from '../../../ui/kit/Table'
import type { Result, Results } from '../../elections'
import classes from './elections.module.css'

type Official = CallAnswer<'members.get-government'>['members'][number]

/** Every office: who holds it now, and whom the next rollover would seat by the counts that are public. */
export function Seating() {
  const government = useCall('members.get-government', {})
  const current = useCall('elections.current', {})
  const electionId = current.data?.election?.id
  const standings = useCall(
    'elections.results',
    { ...(electionId !== undefined && { electionId }) },
    { enabled: electionId !== undefined, keepPrevious: true },
  )
  const readings = [government, current, standings]
  const failed = readings.find((reading) => reading.isError && !reading.data)
  return (
    <Stack as="section" gap={4} aria-labelledby="seating">
      <h2 id="seating">Seating</h2>
      {failed ? (
        <ErrorState
          title="The seating could not be loaded"
          onRetry={() => readings.forEach((reading) => void (reading.isError && reading.refetch()))}
          retrying={failed.isFetching}
        >
          {sentenceOf(failed.error)}
        </ErrorState>
      ) : !government.data || !current.data || (electionId !== undefined && !standings.data) ? (
        <Loading label="Loading the seating">
          <Stack gap={2}>
            {[0, 1, 2, 3, 4].map((place) => (
              <SkeletonCard key={place} height="3.5rem" />
            ))}
          </Stack>
        </Loading>
      ) : (
        <Offices members={government.data.members} next={electionId === undefined ? null : (standings.data ?? null)} />
      )}
    </Stack>
  )
}

function Offices({ members, next }: { members: readonly Official[]; next: Results | null }) {
  return (
    <>
      <Text tone="soft" step={-1}>
        {next === null ? (
          'No election is open or planned: seats change only by appointment.'
        ) : (
          <>
            All seats change on <Instant at={next.election.endsAt} />. Who is seated next follows the public counts, and
            may change until then.
          </>
        )}
      </Text>
      <Table caption="Who holds each office, and who would be seated next" hideCaption>
        <thead>
          <tr>
            <th scope="col">Office</th>
            <th scope="col">Seated now</th>
            <th scope="col">Seated next</th>
          </tr>
        </thead>
        <tbody>
          {governmentRoles.map((office) => (
            <tr key={office}>
              <th scope="row">{officeTitle(office)}</th>
              <td>
                <Holder official={members.find(({ governmentRole }) => governmentRole === office)} />
              </td>
              <td>
                <Successor office={office} next={next} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

function Holder({ official }: { official: Official | undefined }) {
  if (!official) return <Text tone="faint">Vacant</Text>
  const { username, term } = official
  return (
    <>
      {username}
      <Text tone="faint" step={-1}>
        {term.how === 'elected' ? 'Elected' : 'Appointed'}{' '}
        <span className={classes.together}>{dateInWords(term.startedAt)}</span>
      </Text>
    </>
  )
}

function Successor({ office, next }: { office: GovernmentRole; next: Results | null }) {
  if (next === null) return null
  const position = positionOfRole(office)
  const result = next.results.find((one) => one.position === position)
  if (!result) return <Text tone="faint">Vacant: this office is only appointed</Text>
  const first = leading(result)
  if (!first) return <Text tone="faint">Vacant: nobody stands</Text>
  return (
    <>
      {first.displayName}
      <Text tone="faint" step={-1} figures>
        {next.final ? 'counted, with' : 'leading with'}{' '}
        <span className={classes.together}>
          {votesInWords(first.votes)} of {votesInWords(result.totalVotes)}
        </span>
      </Text>
    </>
  )
}

const leading = ({ winner, candidates }: Result) => winner ?? candidates.find(({ rank }) => rank === 1)

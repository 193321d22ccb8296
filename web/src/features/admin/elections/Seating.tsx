import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import type { CallAnswer } from '@nation/domain/contract'
import { officeTitle, positionOfRole } from '@nation/domain/elections'
import { sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import { dateInWords, ErrorState, Instant, Loading, Skeleton, Stack, Text, votesInWords } from '../../../ui'
import { Table } from '../../../ui/kit/Table'
import { levelAtHead, NameAndHandle, type Results } from '../../elections'
import classes from './elections.module.css'

type Official = CallAnswer<'members.get-government'>['members'][number]

/** Every office: who holds it now, and whom the next rollover would seat by the counts that are public. */
export function Seating() {
  const live = useLive((state) => state.live)
  const every = live ? false : 30_000
  const government = useCall('members.get-government', {}, { every })
  const current = useCall('elections.current', {}, { every })
  const election = current.data?.election
  // Between its seating and the next opening the election that ended is the current one: it seats nobody any more.
  const electionId = election?.resultsReady === true ? undefined : election?.id
  const standings = useCall(
    'elections.results',
    { ...(electionId !== undefined && { electionId }) },
    { enabled: electionId !== undefined, keepPrevious: true, every },
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
          {governmentRoles.map((office) => (
            <div key={office} className={classes.seat}>
              <Skeleton width="7rem" height="0.75rem" />
              <Skeleton width="min(80%, 9rem)" />
              <Skeleton width="min(80%, 9rem)" />
            </div>
          ))}
        </Loading>
      ) : (
        <Offices members={government.data.members} next={electionId === undefined ? null : (standings.data ?? null)} />
      )}
    </Stack>
  )
}

function Offices({ members, next }: { members: readonly Official[]; next: Results | null }) {
  const usual = usualTerm(members)
  return (
    <>
      <Text tone="soft" step={-1}>
        {next === null ? (
          'No election is open or planned: until one opens, seats change only by appointment.'
        ) : (
          <>
            All seats change on <Instant at={next.election.endsAt} />. Who is seated next follows the public counts, and
            may change until then.
          </>
        )}
        {usual !== null && ` The officials were ${usual}, unless their line says otherwise.`}
      </Text>
      <Table caption="Who holds each office, and who would be seated next" hideCaption className={classes.seating}>
        <thead>
          <tr>
            <th scope="col" className={classes.office}>
              Office
            </th>
            <th scope="col">Seated now</th>
            <th scope="col">Seated next</th>
          </tr>
        </thead>
        <tbody>
          {governmentRoles.map((office) => (
            <tr key={office}>
              <th scope="row" className={classes.office}>
                {officeTitle(office)}
              </th>
              <td>
                <Holder official={members.find(({ governmentRole }) => governmentRole === office)} usual={usual} />
              </td>
              <td className={classes.next}>
                <Successor office={office} next={next} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

/** 'elected on 2 Feb 2026': how an official came to the seat. */
const termInWords = ({ term: { how, startedAt } }: Official): string =>
  `${how === 'elected' ? 'elected' : 'appointed'} on ${dateInWords(startedAt)}`

/** How most came to their seats, which is said once for all of them; null where no two came alike. */
function usualTerm(members: readonly Official[]): string | null {
  const counts = new Map<string, number>()
  for (const words of members.map(termInWords)) counts.set(words, (counts.get(words) ?? 0) + 1)
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most && most[1] > 1 ? most[0] : null
}

function Holder({ official, usual }: { official: Official | undefined; usual: string | null }) {
  if (!official) return <Text tone="faint">Vacant</Text>
  const words = termInWords(official)
  return (
    <>
      {official.username}
      {words !== usual && (
        <Text tone="faint" step={-1}>
          {words}
        </Text>
      )}
    </>
  )
}

function Successor({ office, next }: { office: GovernmentRole; next: Results | null }) {
  if (next === null) return null
  const position = positionOfRole(office)
  const result = next.results.find((one) => one.position === position)
  if (!result) return <Text tone="faint">Only by appointment</Text>
  const first = result.winner
  if (!first)
    return <Text tone="faint">{result.candidates.length === 0 ? 'Vacant: no candidate' : 'No votes yet'}</Text>
  const isLevel = !next.final && levelAtHead(result).length > 0
  return (
    <>
      <span>
        <NameAndHandle handle={first.twitterHandle}>{first.displayName}</NameAndHandle>
      </span>
      <Text tone="faint" step={-1} figures>
        {next.final ? 'counted, with' : isLevel ? 'level with another, with' : 'leading with'}{' '}
        <span className={classes.together}>
          {votesInWords(first.votes)} of {votesInWords(result.totalVotes)}
        </span>
      </Text>
    </>
  )
}

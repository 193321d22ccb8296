import { positionIds } from '@nation/domain/elections'
import { countInWords } from '@nation/domain/formats'
import { resultsTitle } from '@nation/domain/pages'
import { useParams } from 'react-router-dom'
import { Page, PageHead } from '../../../ui/Page'
import { usePageTitle } from '../../../ui/use-page-title'
import { isNotFound, sentenceOf } from '../../../lib/api/api-error'
import { useLive } from '../../../lib/live/live'
import { useCall } from '../../../lib/query/query'
import {
  Skeleton,
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  Loading,
  StatCard,
  StatRow,
  dateInWords,
  inFull,
  Row,
  Stack,
  Text,
  useNowAmong,
} from '../../../ui'
import { electionName } from '../shared/election-words'
import { ShareButton } from '../../../ui/ShareButton'
import { useVoteStatus, type VoteStatus } from '../shared/use-eligibility'
import type { ElectionSummary, Results } from '../shared/types'
import { CabinetChart } from './CabinetChart'
import { allTiers, useCountBy } from './count-by'
import { CountSwitch } from './CountSwitch'
import { PositionResult } from './PositionResult'
import classes from './ResultsPage.module.css'
import { TierBar } from './TierBar'
import { Turnout } from './Turnout'
import { votingOf } from './voting-of'
import { YourVotes } from './YourVotes'

/** How an election ended: each seat, its winner, and the rule that decided. */
export default function ResultsPage() {
  const { electionId = '' } = useParams()
  const live = useLive((state) => state.live)
  const { data, error, isFetching, refetch } = useCall(
    'elections.results',
    { electionId },
    { every: live ? false : 30_000 },
  )
  // Read beside the results and shown with them: what comes later would move everything below it.
  const ownVotes = useVoteStatus(electionId)
  usePageTitle(data && resultsTitle(data))
  if (error && !data) {
    return (
      <Page>
        {isNotFound(error) ? (
          <EmptyState
            title="There is no such election."
            actions={<ButtonLink to="/elections">View Elections</ButtonLink>}
          />
        ) : (
          <>
            <PageHead title="Results" />
            <ErrorState title="The results could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
              {sentenceOf(error)}
            </ErrorState>
          </>
        )}
      </Page>
    )
  }
  if (!data || (ownVotes.isLoading && ownVotes.errorUpdateCount === 0)) return <ResultsSkeleton />
  const { election, final } = data
  if (election.cancelled) return <Cancelled election={election} reason={election.cancelled.reason} />
  return (
    <Page>
      <PageHead title={final ? 'Results' : 'Standings'} actions={<Ways {...data} />}>
        <p>
          {datesInWords(election)}.{' '}
          {final ? 'The votes were counted twice.' : 'These are standings: the count is not final.'}
        </p>
      </PageHead>
      <Counted results={data} votes={ownVotes} />
    </Page>
  )
}

/** 'Week 47, 2026: 16 Nov 2026 to 23 Nov 2026'; without the name where it is the first of the dates. */
function datesInWords({ startsAt, endsAt }: Pick<ElectionSummary, 'startsAt' | 'endsAt'>): string {
  const [name, from] = [electionName(startsAt), dateInWords(startsAt)]
  return `${name === from ? '' : `${name}: `}${from} to ${dateInWords(endsAt)}`
}

/** An election that never took place, and why. */
function Cancelled({ election, reason }: { election: ElectionSummary; reason: string }) {
  return (
    <Page>
      <PageHead title="Election cancelled">
        <p>{datesInWords(election)}. It was cancelled before it opened.</p>
      </PageHead>
      <EmptyState title="No votes in it" actions={<ButtonLink to="/elections">View Elections</ButtonLink>}>
        The reason that was given: {reason}
      </EmptyState>
    </Page>
  )
}

/** What one can do with results: hand them on, see who governs. */
function Ways({ election, final }: Pick<Results, 'election' | 'final'>) {
  return (
    <>
      <ButtonLink to="/gov-staff" variant="default">
        Government Staff
      </ButtonLink>
      <ShareButton title={resultsTitle({ election, final })} path={`/elections/results/${election.id}`} />
    </>
  )
}

/** The figures as files. */
function Exports({ election }: Pick<Results, 'election'>) {
  const file = (format: string) => `/api/elections/export?electionId=${election.id}&format=${format}`
  return (
    <Row gap={3} align="center">
      <Text tone="soft">The figures as a file:</Text>
      <Button component="a" variant="default" href={file('csv')} download>
        CSV
      </Button>
      <Button component="a" variant="default" href={file('json')} download>
        JSON
      </Button>
    </Row>
  )
}

/** How the roll was read: anybody can compare the balances on the chain in that slot. */
function rollInWords({ wallets, lastKnown, method, slot }: NonNullable<Results['roll']>): string {
  const read =
    lastKnown === 0
      ? 'All read in the hour before the opening'
      : `${lastKnown === wallets ? 'All' : inFull(lastKnown)} with the last known balance`
  // An API of the version before tells neither.
  if (slot) return `${read}. Read in slot ${inFull(Number(slot))}`
  return method === 'by_wallet' ? `${read}. Read wallet by wallet` : read
}

/** The figures: in short, at a glance, and seat by seat. */
function Counted({ results: answer, votes }: { results: Results; votes: VoteStatus }) {
  const { election, turnout, roll, results, final } = answer
  const [by, choose] = useCountBy()
  const tiers = allTiers(results)
  const filled = results.filter(({ candidates }) => candidates.length > 0).length
  const voting = votingOf(election, useNowAmong([election.startsAt, election.phaseTwoAt, election.endsAt]))
  return (
    <>
      <StatRow label="The election in figures">
        {turnout && (
          <StatCard label="Voters" note={`of ${inFull(turnout.eligible)} who could vote`}>
            {inFull(turnout.voters)}
          </StatCard>
        )}
        <StatCard label="Candidates">{inFull(election.totalCandidates)}</StatCard>
        <StatCard label={final ? 'Seats filled' : 'Seats contested'}>
          {filled}/{positionIds.length}
        </StatCard>
        {roll && (
          <StatCard label="Wallets on the roll" note={rollInWords(roll)}>
            {inFull(roll.wallets)}
          </StatCard>
        )}
      </StatRow>
      <YourVotes results={answer} votes={votes} />
      <Row gap={[3, 5]} align="center" justify="between" className={classes.bar}>
        <h2>The {countInWords(positionIds.length)} seats</h2>
        <CountSwitch by={by} choose={choose} />
      </Row>
      <div className={classes.overview}>
        <CabinetChart results={results} by={by} final={final} voting={voting} />
        {(turnout || tiers) && (
          <Stack as="aside" gap={5} className={classes.side} aria-label="Who voted">
            {turnout && <Turnout {...turnout} />}
            {tiers && (
              <Stack gap={3} className={classes.tiers}>
                <h3>What the ballots weighed</h3>
                <TierBar tiers={tiers} by={by} people="ballot" />
              </Stack>
            )}
          </Stack>
        )}
      </div>
      <ul className={classes.results} aria-label="Results by position">
        {results.map((result) => (
          <li key={result.position} id={result.position} className={classes.seat}>
            <PositionResult result={result} final={final} by={by} voting={voting(result)} />
          </li>
        ))}
      </ul>
      <Exports election={election} />
    </>
  )
}

function ResultsSkeleton() {
  return (
    <Page>
      <Loading label="Loading the results" className={classes.results}>
        <Skeleton width="50%" height="4rem" />
        <Skeleton height="5.5rem" />
        <Skeleton height="14rem" />
        <Skeleton height="14rem" />
      </Loading>
    </Page>
  )
}

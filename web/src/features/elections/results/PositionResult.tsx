import { percentInWords, roleOfPosition } from '@nation/domain/elections'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button, CitizenAvatar, Instant, OfficeBadge, officeStyle, inFull, Panel, Row, Text } from '../../../ui'
import { NameAndHandle, nameWithHandle } from '../shared/NameAndHandle'
import { ruleInWords, votesWithWord } from '../shared/election-words'
import type { Result } from '../shared/types'
import { orderedBy, otherwiseElected, shareOf } from './count-by'
import type { CountBy } from './count-by'
import { Table } from '../../../ui/kit/Table'
import classes from './PositionResult.module.css'
import { TierBar } from './TierBar'
import type { Voting } from './voting-of'

interface Props {
  result: Result
  final: boolean
  by: CountBy
  voting: Voting
}

/** One seat: who won it, by which rule, how all candidates did, and what the votes for it weighed. */
export function PositionResult({ result, final, by, voting }: Props) {
  const role = roleOfPosition(result.position)
  const { voters } = result
  return (
    <Panel
      as="section"
      raised
      gap={4}
      pad={5}
      className={classes.result}
      style={officeStyle(role)}
      aria-label={result.title}
    >
      <Row gap={[2, 4]} align="center" justify="between" className={classes.head}>
        <OfficeBadge role={role} title={result.title} />
        <Text tone="faint" step={-1}>
          {votesWithWord(result.totalVotes)} from {inFull(voters)} {voters === 1 ? 'voter' : 'voters'}
        </Text>
      </Row>
      <Winner result={result} final={final} voting={voting} />
      {result.candidates.length > 0 && <Ranking result={result} by={by} />}
      <Removed result={result} />
      {result.tiers && voters > 0 && (
        <details className={classes.tiers}>
          <summary>What the votes for this seat weighed</summary>
          <TierBar tiers={result.tiers} by={by} />
        </details>
      )}
    </Panel>
  )
}

/** Why votes for some candidates are in no figure. */
function Removed({ result: { removed } }: { result: Result }) {
  if (removed.length === 0) return null
  return (
    <Text as="div" tone="soft" step={-1} wide>
      {removed.map(({ id, displayName, twitterHandle }) => (
        <p key={id}>
          Votes for{' '}
          <NameAndHandle handle={twitterHandle}>
            <Link to={`/elections/candidate/${id}`}>{displayName}</Link>
          </NameAndHandle>
          , whose candidacy an administrator removed, do not count.
        </p>
      ))}
    </Text>
  )
}

function Winner({ result, final, voting }: { result: Result; final: boolean; voting: Voting }) {
  const { winner } = result
  const other = otherwiseElected(result)
  if (!winner) {
    return (
      <div>
        <h2 className={classes.name}>{result.candidates.length === 0 ? emptyTitle(final, voting) : 'No leader yet'}</h2>
        <Text tone="soft">
          {result.candidates.length === 0 ? emptyNote(final, voting) : <WithoutVotes voting={voting} />}
        </Text>
      </div>
    )
  }
  return (
    <Row nowrap gap={4} align="center">
      <CitizenAvatar id={winner.userId} name={winner.displayName} picture={winner.profilePicture} size={60} />
      <div>
        <h2 className={classes.name}>
          <NameAndHandle handle={winner.twitterHandle}>
            <Link to={`/elections/candidate/${winner.id}`}>{winner.displayName}</Link>
          </NameAndHandle>
        </h2>
        <Text tone="soft">
          {final ? ruleInWords[result.rule] : leadInWords(result)}
          {other && ` More people, though, voted for ${nameWithHandle(other.displayName, other.twitterHandle)}.`}
        </Text>
      </div>
    </Row>
  )
}

/** What stands in place of the winner's name where nobody stands, or stood. */
function emptyTitle(final: boolean, { stage }: Voting): string {
  if (final) return 'Position Vacant'
  return stage === 'after' ? 'No candidates' : 'Nobody stands yet'
}

function emptyNote(final: boolean, { stage }: Voting): string {
  if (final) return ruleInWords.vacant
  return stage === 'after'
    ? 'Voting for this office is closed. The seat will be vacant.'
    : 'Candidates who stand before voting closes appear here.'
}

/** Why nobody leads among those who stand. */
function WithoutVotes({ voting: { stage, opensAt } }: { voting: Voting }) {
  if (stage === 'open') return <>No votes yet.</>
  if (stage === 'after') return <>Voting is closed. No votes were cast.</>
  return (
    <>
      Voting opens <Instant at={opensAt} />
    </>
  )
}

/** Where two have as much weight and as many voters, neither is ahead: who stood earlier would be elected. */
const leadInWords = ({ rule }: Result): string =>
  rule === 'earlier' ? 'Level with another candidate: the earlier candidacy would decide.' : 'Leads at the moment.'

/** The number of candidates that are listed at first; a button shows all. */
const FEW = 10

function Ranking({ result, by }: { result: Result; by: CountBy }) {
  const [all, setAll] = useState(false)
  const order = orderedBy(result, by)
  return (
    <>
      <Table caption={<>Candidates for {result.title}</>} hideCaption className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Candidate</th>
            <th scope="col">Votes</th>
            <th scope="col">Supporters</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {(all ? order : order.slice(0, FEW)).map((candidate) => (
            <CandidateRow key={candidate.id} candidate={candidate} share={shareOf(candidate, by)} />
          ))}
        </tbody>
      </Table>
      {!all && order.length > FEW && (
        <Button variant="default" size="sm" className={classes.all} onClick={() => setAll(true)}>
          Show all {inFull(order.length)} candidates
        </Button>
      )}
    </>
  )
}

const supportersInWords = (count: number): string => `${inFull(count)} ${count === 1 ? 'supporter' : 'supporters'}`

function CandidateRow({ candidate, share }: { candidate: Result['candidates'][number]; share: number }) {
  return (
    <tr data-winner={candidate.winner || undefined}>
      <td>{candidate.rank}</td>
      <th scope="row">
        <NameAndHandle handle={candidate.twitterHandle} below>
          <Link to={`/elections/candidate/${candidate.id}`}>{candidate.displayName}</Link>
        </NameAndHandle>
        <span className={classes.supporters}>{supportersInWords(candidate.supportersCount)}</span>
      </th>
      <td>{inFull(candidate.votes, 1)}</td>
      <td>{inFull(candidate.supportersCount)}</td>
      <td>
        <span className={classes.share}>
          {percentInWords(share)}%
          <span className={classes.track}>
            <span className={classes.bar} style={{ inlineSize: `${share}%` }} />
          </span>
        </span>
      </td>
    </tr>
  )
}

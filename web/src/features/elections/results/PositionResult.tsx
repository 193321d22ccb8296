import { percentInWords, roleOfPosition } from '@nation/domain/elections'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button, CitizenAvatar, OfficeBadge, officeStyle, inFull, Panel, Row, Text } from '../../../ui'
import { ruleInWords, votesInWords } from '../shared/election-words'
import type { Result } from '../shared/types'
import { orderedBy, otherwiseElected, shareOf } from './count-by'
import type { CountBy } from './count-by'
import { Table } from '../../../ui/kit/Table'
import classes from './PositionResult.module.css'
import { TierBar } from './TierBar'

interface Props {
  result: Result
  final: boolean
  by: CountBy
}

/** One seat: who won it, by which rule, how all candidates did, and what the votes for it weighed. */
export function PositionResult({ result, final, by }: Props) {
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
          {votesInWords(result.totalVotes)} votes from {inFull(voters)} {voters === 1 ? 'voter' : 'voters'}
        </Text>
      </Row>
      <Winner result={result} final={final} />
      {result.candidates.length > 0 && <Ranking result={result} by={by} />}
      {result.tiers && voters > 0 && (
        <details className={classes.tiers}>
          <summary>What the votes for this seat weighed</summary>
          <TierBar tiers={result.tiers} by={by} />
        </details>
      )}
    </Panel>
  )
}

function Winner({ result, final }: { result: Result; final: boolean }) {
  const { winner } = result
  const other = otherwiseElected(result)
  if (!winner) {
    return (
      <Row nowrap gap={4} align="center">
        <div>
          <h2 className={classes.name}>{final ? 'Position Vacant' : 'Nobody stands yet'}</h2>
          <Text tone="soft">{final ? ruleInWords.vacant : 'Whoever stands before voting closes is listed here.'}</Text>
        </div>
      </Row>
    )
  }
  return (
    <Row nowrap gap={4} align="center">
      <CitizenAvatar id={winner.userId} name={winner.displayName} picture={winner.profilePicture} size={60} />
      <div>
        <h2 className={classes.name}>
          <Link to={`/elections/candidate/${winner.id}`}>{winner.displayName}</Link>
        </h2>
        <Text tone="soft">
          {final ? ruleInWords[result.rule] : 'Leads at the moment.'}
          {other && ` More people, though, voted for ${other.displayName}.`}
        </Text>
      </div>
    </Row>
  )
}

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
        <Link to={`/elections/candidate/${candidate.id}`}>{candidate.displayName}</Link>
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

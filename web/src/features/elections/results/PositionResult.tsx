import { roleOfPosition } from '@nation/domain/elections'
import { Link } from 'react-router-dom'
import { CitizenAvatar, OfficeBadge, officeStyle } from '../../../ui'
import { ruleInWords, votesInWords } from '../shared/election-words'
import type { Result } from '../shared/types'
import classes from './PositionResult.module.css'

/** One seat: who won it, by which rule, and how all candidates did. */
export function PositionResult({ result, final }: { result: Result; final: boolean }) {
  const role = roleOfPosition(result.position)
  return (
    <section className={classes.result} style={officeStyle(role)} aria-label={result.title}>
      <div className={classes.head}>
        <OfficeBadge role={role} title={result.title} />
        <p className={classes.turnout}>
          {votesInWords(result.totalVotes)} votes from {result.voters} {result.voters === 1 ? 'voter' : 'voters'}
        </p>
      </div>
      {result.winner ? (
        <div className={classes.winner}>
          <CitizenAvatar
            id={result.winner.userId}
            name={result.winner.displayName}
            picture={result.winner.profilePicture}
            size={60}
          />
          <div>
            <h2 className={classes.name}>
              <Link to={`/elections/candidate/${result.winner.id}`}>{result.winner.displayName}</Link>
            </h2>
            <p className={classes.rule}>{final ? ruleInWords[result.rule] : 'Leads at the moment.'}</p>
          </div>
        </div>
      ) : (
        <div className={classes.winner}>
          <div>
            <h2 className={classes.name}>Position Vacant</h2>
            <p className={classes.rule}>{ruleInWords.vacant}</p>
          </div>
        </div>
      )}
      {result.candidates.length > 0 && <Standing result={result} />}
    </section>
  )
}

function Standing({ result }: { result: Result }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className="visually-hidden">Candidates for {result.title}</caption>
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
          {result.candidates.map((candidate) => (
            <tr key={candidate.id} data-winner={candidate.winner || undefined}>
              <td>{candidate.rank}</td>
              <th scope="row">
                <Link to={`/elections/candidate/${candidate.id}`}>{candidate.displayName}</Link>
              </th>
              <td>{votesInWords(candidate.votes)}</td>
              <td>{candidate.supportersCount}</td>
              <td>
                <span className={classes.share}>
                  {candidate.share.toFixed(1)}%
                  <span className={classes.track}>
                    <span className={classes.bar} style={{ inlineSize: `${candidate.share}%` }} />
                  </span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

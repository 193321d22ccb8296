import { Link } from 'react-router-dom'
import { useCall } from '../../../lib/query/query'
import { dateInWords } from '../../../ui'
import { weekName } from '../shared/election-words'
import classes from './PastElections.module.css'

/** Elections that are over, with their results. Fails silently: it is not what one came for. */
export function PastElections() {
  const { data } = useCall('elections.list', { status: 'past', limit: 12 })
  const past = data?.elections.filter((election) => election.resultsReady) ?? []
  if (past.length === 0) return null
  return (
    <section className={classes.past} aria-labelledby="past-title">
      <h2 id="past-title" className={classes.heading}>
        Past elections
      </h2>
      <ol className={classes.list}>
        {past.map((election) => (
          <li key={election.id}>
            <Link to={`/elections/results/${election.id}`} className={classes.entry}>
              <strong>{weekName(election.startsAt)}</strong>
              <span>
                {dateInWords(election.startsAt)} to {dateInWords(election.endsAt)}
              </span>
              <span>{election.totalCandidates} candidates</span>
              <span className={classes.go}>Results</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

import { LiveNumber } from '../LiveNumber'
import classes from './Counts.module.css'

/** What the ballot box says of a candidate: votes, which are weighted and may have a decimal, and how many people. */
export function Counts({ label, votes, supporters }: { label: string; votes: number; supporters: number }) {
  return (
    <dl className={classes.counts}>
      <div>
        <dt>{label}</dt>
        <dd>
          <LiveNumber value={votes} decimals={votes % 1 === 0 ? 0 : 1} />
        </dd>
      </div>
      <div>
        <dt>Supporters</dt>
        <dd>
          <LiveNumber value={supporters} />
        </dd>
      </div>
    </dl>
  )
}

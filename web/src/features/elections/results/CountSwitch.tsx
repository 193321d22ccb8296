import classes from './CountSwitch.module.css'
import type { CountBy } from './count-by'

const ways = [
  { by: 'weight', label: 'Weight' },
  { by: 'voters', label: 'Voters' },
] as const

/** Compares by what votes weigh, or by how many people gave them. */
export function CountSwitch({ by, choose }: { by: CountBy; choose: (by: CountBy) => void }) {
  return (
    <fieldset className={classes.switch}>
      <legend className="visually-hidden">Compare by</legend>
      {ways.map((way) => (
        <label key={way.by}>
          <input type="radio" name="count-by" checked={by === way.by} onChange={() => choose(way.by)} />
          <span>{way.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

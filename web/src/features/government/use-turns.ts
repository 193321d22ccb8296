import { useState, type CSSProperties } from 'react'
import { holdersOf, turnsInWords, turnsSince, type Seat } from './seats'
import classes from './turns.module.css'

/** How the card of a seat turns over. */
interface Turning {
  readonly className: string | undefined
  readonly style: CSSProperties
}

/** Seats that changed hands while one looks turn over one after the other; and the sentence that says so. */
export function useTurns(seats: readonly Seat[]) {
  // Who was there when one came: they are not news.
  const [holders] = useState(() => holdersOf(seats))
  const turns = turnsSince(holders, seats)
  return {
    turning: (role: Seat['role']): Turning => ({
      className: turns.has(role) ? classes.turned : undefined,
      style: { '--turn': turns.get(role) ?? 0 } as CSSProperties,
    }),
    said: turns.size > 0 && turnsInWords(turns.size, seats.length),
  }
}

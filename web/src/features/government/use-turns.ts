import { useState } from 'react'
import { holdersOf, turnsInWords, turnsSince, type Seat } from './seats'

/** Seats that changed hands while one looks, each with its place in the order of turning over, and the sentence that says so. */
export function useTurns(seats: readonly Seat[]) {
  // Who was there when one came: they are not news.
  const [holders] = useState(() => holdersOf(seats))
  const turns = turnsSince(holders, seats)
  return { turns, said: turns.size > 0 && turnsInWords(turns.size, seats.length) }
}

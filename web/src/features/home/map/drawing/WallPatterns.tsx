import { useState } from 'react'
import { TILE, useLitWindows } from '../lit-windows'
import classes from './Capital.module.css'
import { at, chanceFrom, UNIT } from './iso'

const walls = { l: UNIT / 2, r: -UNIT / 2 } as const

/** The id of a wall's windows: `win-l1` and the like. */
export const patternName = (id: string, tone: string): string => `${id}${tone}`

/** A window within its cell of one unit by one floor: left, top, width, height. */
const panes: Readonly<Record<number, readonly [number, number, number, number]>> = {
  1: [0.26, 0.24, 0.48, 0.52],
  2: [0.04, 0.28, 0.92, 0.4],
  3: [0.2, 0.06, 0.56, 0.88],
}

/**
 * Windows as patterns that lie in the plane of the walls. A house stands on whole units, so one lattice fits every wall;
 * the shaded side carries the engraver's hatching as well. As many are lit as the turnout says; those that come to it light
 * up slowly.
 */
export function WallPatterns({ id }: { id: string }) {
  const [x, y] = at(0, 0)
  const lit = useLitWindows()
  const [shown, setShown] = useState({ from: lit, to: lit })
  if (shown.to !== lit) setShown({ from: shown.to, to: lit })
  return Object.entries(walls).flatMap(([side, slope]) =>
    Object.keys(panes).map((kind) => (
      <pattern
        key={side + kind}
        id={patternName(id, `win-${side}${kind}`)}
        width={TILE.wide}
        height={TILE.high}
        patternUnits="userSpaceOnUse"
        patternTransform={`matrix(${UNIT} ${slope} 0 ${UNIT} ${x} ${y})`}
      >
        {side === 'r' && <path d={hatching} className={classes.hatch} />}
        <path d={windows(Number(kind), lit, Infinity)} className={classes.pane} />
        <path d={windows(Number(kind), 0, lit)} className={classes['pane-lit']} data-windows="lit" />
        {shown.from < lit && (
          <path key={lit} d={windows(Number(kind), shown.from, lit)} className={classes['pane-lights-up']} />
        )}
      </pattern>
    )),
  )
}

const hatching = Array.from({ length: TILE.high * 3 }, (_, row) => `M0 ${row / 3 + 0.16}H${TILE.wide}`).join('')

/** The windows of a tile whose turn to be lit is between two numbers. */
function windows(kind: number, from: number, to: number): string {
  const [left, top, width, height] = panes[kind]!
  return turnsOf(kind)
    .slice(from, to)
    .map((cell) => {
      const [column, row] = [cell % TILE.wide, Math.floor(cell / TILE.wide)]
      return `M${column + left} ${row + top}h${width}v${height}h${-width}Z`
    })
    .join('')
}

/** The cells of a tile in the order in which they are lit: all over the wall, and the same on every visit. */
function turnsOf(kind: number): number[] {
  const chance = chanceFrom(kind * 97)
  return Array.from({ length: TILE.wide * TILE.high }, (_, cell) => ({ cell, turn: chance.next() }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ cell }) => cell)
}

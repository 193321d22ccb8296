import classes from './Capital.module.css'
import { at, chanceFrom, UNIT } from './iso'

/** Windows of a tile of wall, and how many of them are lit at night. */
const TILE = { wide: 10, high: 8, lit: 0.3 } as const

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
 * the shaded side carries the engraver's hatching as well.
 */
export function WallPatterns({ id }: { id: string }) {
  const [x, y] = at(0, 0)
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
        <path d={windows(Number(kind), false)} className={classes.pane} />
        <path d={windows(Number(kind), true)} className={classes['pane-lit']} />
      </pattern>
    )),
  )
}

const hatching = Array.from({ length: TILE.high * 3 }, (_, row) => `M0 ${row / 3 + 0.16}H${TILE.wide}`).join('')

function windows(kind: number, lit: boolean): string {
  const [left, top, width, height] = panes[kind]!
  const chance = chanceFrom(kind * 97)
  let path = ''
  for (let row = 0; row < TILE.high; row++) {
    for (let column = 0; column < TILE.wide; column++) {
      if (chance.happens(TILE.lit) === lit) path += `M${column + left} ${row + top}h${width}v${height}h${-width}Z`
    }
  }
  return path
}

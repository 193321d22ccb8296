import { Panel, Row, Stack, Text } from '../parts/parts'
import classes from './SeriesChart.module.css'
import { Table } from './Table'

/** One bar: what it is of, and how much. */
export interface Point {
  readonly label: string
  readonly value: number
}

interface Props {
  title: string
  /** What is measured, in words: 'US dollars'. */
  unit: string
  /** What each point is of: 'Cycle'. */
  each: string
  /** The oldest first. */
  points: readonly Point[]
  /** A value as people read it. */
  inWords: (value: number) => string
  /** What the highest bar could be; the highest value unless said. */
  most?: number | undefined
  /** What is said where there is nothing yet. */
  empty: string
  danger?: boolean
}

/** Up to so many points are said in words beside their bars; more are drawn close together. */
const FEW = 6

const HEIGHT = 100
const STEP = 10

/** A series over time as bars, and the same figures as a table that opens below it. */
export function SeriesChart({ title, unit, each, points, inWords, most, empty, danger = false }: Props) {
  const [first, last] = [points[0], points.at(-1)]
  const isFew = points.length <= FEW
  const isNothing = points.every(({ value }) => value === 0)
  return (
    <Panel as="section" edge="top" gap={3} pad={5} top aria-label={title}>
      <Stack gap={0}>
        <h3>{title}</h3>
        <Text tone="faint" step={-1}>
          {unit}
        </Text>
      </Stack>
      {first && last && !isNothing ? (
        <>
          {isFew ? (
            <FewBars points={points} most={most} danger={danger} inWords={inWords} />
          ) : (
            <>
              <Bars points={points} most={most} danger={danger} />
              <Row nowrap justify="between" gap={3} tone="faint" step={-2} figures aria-hidden="true">
                <span>{first.label}</span>
                <span>{last.label}</span>
              </Row>
              <Text step={-1} figures>
                Last: {last.label}, {inWords(last.value)}
              </Text>
            </>
          )}
          <details className={classes.figures}>
            <summary>Figures</summary>
            <Table caption={`${title}, in figures`} hideCaption>
              <thead>
                <tr>
                  <th scope="col">{each}</th>
                  <th scope="col" data-number>
                    {unit}
                  </th>
                </tr>
              </thead>
              <tbody>
                {points.toReversed().map(({ label, value }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td data-number>{inWords(value)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </details>
        </>
      ) : (
        <Text tone="faint" step={-1}>
          {empty}
        </Text>
      )}
    </Panel>
  )
}

/** A few points, each with its figure beside its bar, the newest first. The table below says the same to those who do not see it. */
function FewBars({ points, most, danger, inWords }: Pick<Props, 'points' | 'most' | 'danger' | 'inWords'>) {
  const highest = most ?? Math.max(1, ...points.map(({ value }) => value))
  return (
    <ol className={classes.few} aria-hidden="true">
      {points.toReversed().map(({ label, value }) => (
        <li key={label}>
          <span>{label}</span>
          <span className={classes.track}>
            <i
              className={danger ? classes.badPart : undefined}
              style={{ inlineSize: `${barHeight(value, highest)}%` }}
            />
          </span>
          <b>{inWords(value)}</b>
        </li>
      ))}
    </ol>
  )
}

/** A drawing for the eye: its figures are in the table. */
function Bars({ points, most, danger }: { points: readonly Point[]; most: number | undefined; danger: boolean }) {
  const highest = most ?? Math.max(1, ...points.map(({ value }) => value))
  // Bars stand above their labels: the first at the beginning, the last at the end.
  const width = Math.max(points.length, 12) * STEP
  const distance = points.length > 1 ? (width - STEP) / (points.length - 1) : 0
  return (
    <svg className={classes.bars} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect y={HEIGHT - 1} width={width} height={1} className={classes.ground} />
      {points.map(({ label, value }, place) => {
        const height = barHeight(value, highest)
        return (
          <rect
            key={label}
            x={place * distance + 1}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
            className={danger ? classes.bad : classes.bar}
          >
            <title>{label}</title>
          </rect>
        )
      })}
    </svg>
  )
}

/** At least a line where there is anything. */
export const barHeight = (value: number, highest: number): number =>
  value <= 0 ? 0 : Math.min(HEIGHT, Math.max(2, Math.round((HEIGHT * value) / highest)))

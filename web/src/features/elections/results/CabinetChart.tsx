import { percentInWords, roleOfPosition } from '@nation/domain/elections'
import { officeLooks, officeStyle, Stack, Text, Row } from '../../../ui'
import { shortTitles } from '../shared/election-words'
import { NameAndHandle } from '../shared/NameAndHandle'
import type { Result } from '../shared/types'
import classes from './CabinetChart.module.css'
import { orderedBy, shareOf } from './count-by'
import type { CountBy } from './count-by'
import type { Voting } from './voting-of'

/** More segments than these are too thin to be seen: what is left is one. */
const SEGMENTS = 8

interface Props {
  results: readonly Result[]
  by: CountBy
  final: boolean
  voting: (result: Result) => Voting
}

/** All seats at a glance: each a bar of all that was given, the winner's part in the office's full hue. */
export function CabinetChart({ results, by, final, voting }: Props) {
  return (
    <Stack as="figure" gap={3}>
      <Text as="figcaption" tone="faint" step={-1}>
        {by === 'weight' ? 'Shares of weighted votes' : 'Shares of voters'}, by seat
      </Text>
      <ol className={classes.rows}>
        {results.map((result) => (
          <Seat key={result.position} result={result} by={by} final={final} voting={voting(result)} />
        ))}
      </ol>
    </Stack>
  )
}

function Seat({ result, by, final, voting }: Omit<Props, 'results' | 'voting'> & { result: Result; voting: Voting }) {
  const role = roleOfPosition(result.position)
  const { winner } = result
  const order = orderedBy(result, by)
  const segments = order.slice(0, SEGMENTS)
  const rest = order.slice(SEGMENTS).reduce((sum, one) => sum + shareOf(one, by), 0)
  return (
    <li className={classes.row} style={officeStyle(role)}>
      <a href={`#${result.position}`} className={classes.seat}>
        <b aria-hidden="true">{officeLooks[role].numeral}</b> {shortTitles[result.position]}
      </a>
      <div className={classes.bar} aria-hidden="true">
        {segments.map((one) => (
          <span
            key={one.id}
            className={classes.part}
            data-winner={one.winner || undefined}
            style={{ flexGrow: shareOf(one, by) }}
            title={`${one.displayName}: ${percentInWords(shareOf(one, by))}%`}
          />
        ))}
        {rest > 0 && <span className={classes.part} style={{ flexGrow: rest }} title="All others" />}
      </div>
      <Row as="p" nowrap tone="soft" step={-1} figures className={classes.winner}>
        {winner ? (
          <>
            <span className={classes.who}>
              <NameAndHandle handle={winner.twitterHandle} below>
                <strong>{winner.displayName}</strong>
              </NameAndHandle>
            </span>{' '}
            <span className={classes.share}>{percentInWords(shareOf(winner, by))}%</span>
            <span className="visually-hidden">
              {final ? ' elected' : result.rule === 'earlier' ? ' level' : ' leads'}
            </span>
          </>
        ) : (
          withoutLeader(result, final, voting)
        )}
      </Row>
    </li>
  )
}

/** What is said of a seat that nobody has won, and for which nobody leads. */
function withoutLeader({ candidates }: Result, final: boolean, { stage }: Voting): string {
  if (final) return 'Vacant'
  if (candidates.length === 0) return stage === 'after' ? 'No candidates' : 'Nobody stands yet'
  return stage === 'before' ? 'Not open yet' : stage === 'open' ? 'No votes yet' : 'No votes'
}

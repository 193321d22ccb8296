import type { CallOutput } from '@nation/domain/contract'
import { percentInWords } from '@nation/domain/elections'
import { csvOf, isoDay } from '@nation/domain/formats'

type Results = CallOutput<'elections.results'>

/** A file for the caller: its name, its type and its content. */
export interface ExportedFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

/** The results of an election as a file; each figure is the one that `elections.results` answers. */
export function exportResults(results: Results, format: 'csv' | 'json'): ExportedFile {
  const day = isoDay(results.election.startsAt)
  const name = `nation-election-${day}.${format}`
  if (format === 'json') return { name, type: 'application/json', text: `${JSON.stringify(shown(results), null, 2)}\n` }
  return { name, type: 'text/csv; charset=utf-8', text: table(results) }
}

/** The answer without the fields that only a client program needs. */
function shown({ election, final, turnout, roll, results, now }: Results) {
  return { election, final, turnout, roll, results, exportedAt: now }
}

const columns = [
  'election',
  'starts_at',
  'ends_at',
  'final',
  'position',
  'title',
  'rank',
  'candidate',
  'username',
  'candidate_id',
  'votes',
  'weight_tenths',
  'voters',
  'share_percent',
  'voters_share_percent',
  'winner',
  'rule',
] as const

/** A line for each candidate, and one for each seat without candidates. */
function table({ election, final, results }: Results): string {
  const instant = (ms: number) => new Date(ms).toISOString()
  const head = [election.id, instant(election.startsAt), instant(election.endsAt), final ? 'yes' : 'no']
  const lines = results.flatMap((result) => {
    const of = [...head, result.position, result.title]
    if (result.candidates.length === 0)
      return [[...of, '', '', '', '', '0.0', '0', '0', '0.0', '0.0', 'no', result.rule]]
    return result.candidates.map((one) => [
      ...of,
      String(one.rank),
      one.displayName,
      one.username,
      one.id,
      one.votes.toFixed(1),
      String(one.weightUnits),
      String(one.supportersCount),
      percentInWords(one.share),
      percentInWords(one.supportersShare),
      one.winner ? 'yes' : 'no',
      result.rule,
    ])
  })
  return csvOf(columns, lines)
}

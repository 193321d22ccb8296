import { expect } from 'vitest'
import { read, type Runtime } from '../platform'
import { listCandidates } from './candidates.queries'
import { exportResults } from './export'
import { pastCandidacies } from './past-candidacies'
import { electionResults } from './results.service'

/** Weight in tenths and voters, by public id of the candidate. */
export type Figures = Record<string, readonly [weightUnits: number, voters: number]>

const tenths = (votes: number) => Math.round(votes * 10)

/** All pages of the list, read as a client reads them. */
async function listed(runtime: Runtime, electionId: string) {
  const found = []
  let cursor: string | undefined
  do {
    const asked = { electionId, sort: 'votes', limit: 3, cursor, userId: undefined } as const
    const page = await read(runtime, null, (ctx) => listCandidates(ctx, asked))
    found.push(...page.candidates)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** The lines of a CSV file as objects with the names of its columns. The fields contain no commas in these tests. */
function linesOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.replace('\ufeff', '').trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, place) => [names[place] ?? '', value])))
}

/**
 * Checks that every answer about an election has the same figures: the list of candidates, the results, and both files. All are
 * compared with `standing`, the figures of the candidates who stand (or stood until the end).
 */
export async function expectAgreement(runtime: Runtime, electionId: string, standing: Figures): Promise<void> {
  const list = await listed(runtime, electionId)
  expect(Object.fromEntries(list.map((one) => [one.id, [tenths(one.votes), one.supportersCount]]))).toEqual(standing)
  const order = list.map((one) => one.votes)
  expect(order).toEqual(order.toSorted((a, b) => b - a))

  const results = await read(runtime, null, (ctx) => electionResults(ctx, { electionId }))
  const ranked = results.results.flatMap((one) => one.candidates)
  expect(Object.fromEntries(ranked.map((one) => [one.id, [one.weightUnits, one.supportersCount]]))).toEqual(standing)
  for (const one of results.results) {
    expect(one.weightUnits).toBe(one.candidates.reduce((sum, { weightUnits }) => sum + weightUnits, 0))
    expect(one.voters).toBe(one.candidates.reduce((sum, { supportersCount }) => sum + supportersCount, 0))
    for (const share of ['share', 'supportersShare'] as const) {
      const tenthsOfPercent = one.candidates.reduce((sum, candidate) => sum + Math.round(candidate[share] * 10), 0)
      expect(tenthsOfPercent).toBe(one.voters === 0 ? 0 : 1_000)
    }
    if (!one.tiers) continue
    expect(one.tiers.reduce((sum, tier) => sum + tier.weightUnits, 0)).toBe(one.weightUnits)
    expect(one.tiers.reduce((sum, tier) => sum + tier.voters, 0)).toBe(one.voters)
  }

  const file = JSON.parse(exportResults(results, 'json').text) as Pick<typeof results, 'results' | 'turnout'>
  expect(file.results).toEqual(results.results)
  expect(file.turnout).toEqual(results.turnout)
  const lines = linesOf(exportResults(results, 'csv').text)
  const shown = results.results.flatMap((one) =>
    one.candidates.map((candidate) => ({
      position: one.position,
      rank: String(candidate.rank),
      candidate_id: candidate.id,
      votes: candidate.votes.toFixed(1),
      weight_tenths: String(candidate.weightUnits),
      voters: String(candidate.supportersCount),
      share_percent: candidate.share.toFixed(1),
      voters_share_percent: candidate.supportersShare.toFixed(1),
      winner: candidate.winner ? 'yes' : 'no',
      rule: one.rule,
    })),
  )
  expect(lines.filter((line) => line.candidate_id !== '')).toMatchObject(shown)
  expect(lines).toHaveLength(shown.length + results.results.filter((one) => one.candidates.length === 0).length)
}

/** Checks that a candidate’s own history has the figures of the count, and the share of the results. */
export async function expectHistory(
  runtime: Runtime,
  citizenId: string,
  candidateId: string,
  figures: Figures[string],
) {
  const { candidacies } = await read(runtime, null, (ctx) => pastCandidacies(ctx, { citizenId, limit: 50 }))
  const past = candidacies.find((one) => one.candidateId === candidateId)
  expect(past && [tenths(past.votes), past.supportersCount]).toEqual(figures)
  const { results } = await read(runtime, null, (ctx) => electionResults(ctx, { electionId: past?.electionId }))
  const ranked = results.flatMap((one) => one.candidates)
  expect(past?.share).toBe(ranked.find((one) => one.id === candidateId)?.share)
}

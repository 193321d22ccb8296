import { gazettePage } from '@nation/core/gazette'
import { read } from '@nation/core/platform'
import { emptyNation, gazetteQuestions, growGazette, growNation } from '@nation/core/testing'
import { median, say, verdict } from './stage/report'
import { makeNation, type BenchNation } from './stage/nation'
import { runBench, setting } from './stage/run'

/**
 * Pages of the gazette among a million entries: each filter beside the first page without one, in turn, one after the other on one
 * connection's time. The slowest of a hundred may take twice as long. Searches are reported beside them, without a bound.
 */
const entries = setting('ENTRIES', 1_000_000)
const rounds = setting('ROUNDS', 600)

await runBench(async (services) => {
  const nation = await makeNation(services)
  await fill(nation)
  const questions = Object.entries(gazetteQuestions(entries))
  const times = new Map(questions.map(([name]) => [name, [] as number[]]))
  const first: number[] = []
  const ask = async (filter: (typeof questions)[number][1]) => {
    const began = performance.now()
    await read(nation.runtime, null, (ctx) => gazettePage(ctx, { limit: 30, ...filter }))
    return performance.now() - began
  }
  for (let round = -10; round < rounds; round++) {
    for (const [name, filter] of questions) {
      const [plain, filtered] = [await ask({}), await ask(filter)]
      // The first rounds bring what is read into memory.
      if (round < 0) continue
      first.push(plain)
      times.get(name)?.push(filtered)
    }
  }
  const bound = slowest(first)
  say(`${services.engine}: ${entries} entries; first page ${median(first).toFixed(2)} ms, p99 ${bound.toFixed(2)} ms`)
  for (const [name, filter] of questions) {
    const own = times.get(name) ?? []
    const line = `${name}: median ${median(own).toFixed(2)} ms, p99 ${slowest(own).toFixed(2)} ms`
    if (filter.search === undefined) verdict(line, slowest(own) / bound, 2, 'lower')
    else say(`search   ${line}`)
  }
  await nation.close()
})

function slowest(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

async function fill({ database, runtime }: BenchNation): Promise<void> {
  const run = (sql: string) => database.query(sql)
  const now = runtime.clock.now()
  const [election] = await database.query<{ id: string; starts_at: Date }[]>('SELECT id, starts_at FROM elections')
  const place = { now, electionId: election!.id, startsAt: election!.starts_at }
  await growNation(run, place, emptyNation, { ...emptyNation, citizens: 1_000, polls: 1_000 })
  const began = performance.now()
  await growGazette(run, { from: 0, to: entries }, now)
  await database.query('ANALYZE TABLE gazette_entries, gazette_facets, gazette_words, gazette_terms, journal')
  say(`seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

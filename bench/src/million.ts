import type { NationSize } from '@nation/core/testing'
import { say } from './report'
import { fillMillion, openMillion } from './stage/million'
import { measureCalls, measureErasure } from './stage/reading-calls'
import { startServices } from './stage/services'

/*
 * Every reading call in a nation of a million citizens with ten million journal entries, through the API and uncached: how
 * many rows it looks at, and how long it takes beside `user.get-user`, which looks up one citizen by their key. A call above
 * its bound is MISSED, unless there is a reason that is printed with it. `npm run bench million [-- --mysql]`.
 */

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const asked = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise)

const size: NationSize = {
  citizens: asked('CITIZENS', 1_000_000),
  journal: asked('JOURNAL', 10_000_000),
  elections: asked('ELECTIONS', 520),
  candidates: asked('CANDIDATES', 900),
  votes: asked('VOTES', 1_000_000),
  polls: asked('POLLS', 100_000),
  openPolls: asked('OPEN_POLLS', 200),
  interviews: asked('INTERVIEWS', 3_000),
  responses: asked('RESPONSES', 300_000),
  cycles: asked('CYCLES', 520),
  broadcasts: asked('BROADCASTS', 20_000),
  media: asked('MEDIA', 200_000),
  work: asked('WORK', 20_000),
}

const services = await startServices(say)
try {
  const nation = await openMillion(services, await fillMillion(services, size, say))
  const missed = (await measureErasure(nation)) + (await measureCalls(nation, size, rounds))
  if (missed > 0) process.exitCode = 1
  await nation.close()
} finally {
  await services.stop()
}
process.exit(process.exitCode ?? 0)

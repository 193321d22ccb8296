import type { NationSize } from '@nation/core/testing'
import { say } from './stage/report'
import { fillMillion, openMillion } from './stage/million'
import { measureCalls, measureErasure } from './stage/reading-calls'
import { runBench, setting } from './stage/run'

/*
 * Every reading call in a nation of a million citizens with ten million journal entries, through the API and uncached: how
 * many rows it looks at, and how long it takes beside `user.get-user`, which looks up one citizen by their key. A call above
 * its bound is MISSED, unless there is a reason that is printed with it. `npm run bench million [-- --mysql]`. BENCH_KEEP, a folder,
 * keeps the filled database, and a later run with the same folder measures it without filling it again. BENCH_ONLY measures the calls
 * whose id and way of asking contain one of these words, which semicolons separate.
 */

const rounds = setting('ROUNDS', 7)

const size: NationSize = {
  citizens: setting('CITIZENS', 1_000_000),
  journal: setting('JOURNAL', 10_000_000),
  elections: setting('ELECTIONS', 520),
  candidates: setting('CANDIDATES', 900),
  votes: setting('VOTES', 1_000_000),
  polls: setting('POLLS', 100_000),
  openPolls: setting('OPEN_POLLS', 200),
  interviews: setting('INTERVIEWS', 3_000),
  responses: setting('RESPONSES', 300_000),
  cycles: setting('CYCLES', 520),
  tasks: setting('TASKS', 100_000),
  broadcasts: setting('BROADCASTS', 20_000),
  media: setting('MEDIA', 200_000),
  work: setting('WORK', 20_000),
  gazette: setting('GAZETTE', 200_000),
  messages: setting('MESSAGES', 200_000),
  conversations: setting('CONVERSATIONS', 2_000),
}

await runBench(async (services) => {
  const { now, before } = await fillMillion(services, size, say)
  const nation = await openMillion(services, now)
  // Those citizens are erased already in what an earlier run left.
  const erasure = before ? 0 : await measureErasure(nation)
  const missed = erasure + (await measureCalls(nation, size, rounds, process.env.BENCH_ONLY))
  if (missed > 0) process.exitCode = 1
  await nation.close()
}, process.env.BENCH_KEEP)

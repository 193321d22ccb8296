import path from 'node:path'
import mysql from 'mysql2/promise'
import { asChange, asCitizen, load, type Load } from './stage/load'
import { figure, median, say, verdict } from './stage/report'
import { makeNation, secret, standFor, startProcess, type Running } from './stage/nation'
import { startBeside } from './stage/beside'
import { startServices, type BenchServices } from './stage/services'
import { residentMiB, usageOf } from './stage/usage'
import { countBallots, countersThatDiffer, makeVoters } from './stage/voters'
import { runBench, setting } from './stage/run'

/**
 * Votes through HTTP, 64 connections, all for or against one candidate, each under an idempotency key as the product's
 * client sends it, beside the same call that does nothing after its authentication, limits and validation. Both run in
 * turn, in a living nation whose workers number the journal. `BENCH_BESIDE=<folder>` casts the same votes in the nation of another
 * checkout, on services of its own, in the same rounds.
 */
const rounds = setting('ROUNDS', 5)
const seconds = setting('SECONDS', 5)
const voters = setting('VOTERS', 20_000)
const most = { memoryMiB: 250 }
const { BENCH_BESIDE: checkout } = process.env

await runBench(measure)

async function measure(services: BenchServices): Promise<void> {
  const nation = await makeNation(services)
  const candidates = [await standFor(nation, 'president', 'hot'), await standFor(nation, 'president', 'other')]
  const database = await mysql.createConnection({
    uri: services.databaseUrl,
    timezone: 'Z',
    bigNumberStrings: true,
    supportBigNumbers: true,
  })
  const tokens = await makeVoters(database, voters, secret)
  const workers = await startProcess('workers', services)
  const voting = await startProcess('api', services, { BENCH_NODE_ARGS: process.env.BENCH_PROFILE ?? '' })
  const noop = await startProcess('api', services, {
    BENCH_NOOP: 'yes',
    BENCH_NODE_ARGS: process.env.BENCH_PROFILE_NOOP ?? '',
  })
  const beside = checkout ? await openBeside(checkout) : null
  let pass = 0
  const vote = () => castAll(voting, tokens, candidates[pass++ % 2] ?? '')
  const nothing = () => castAll(noop, tokens, candidates[0] ?? '')
  const used = usageOf({ api: voting, noop, workers }, services.databasePid)
  await vote()
  await nothing()
  await beside?.vote()
  const before = await countBallots(database)
  const ours: Load[] = []
  const raw: Load[] = []
  for (let round = 0; round < rounds; round++) {
    raw.push(await used.during('the no-op', nothing))
    ours.push(await used.during('votes', vote))
    await beside?.round()
  }
  const after = await countBallots(database)
  const [votes, calls] = [median(ours.map((one) => one.perSecond)), median(raw.map((one) => one.perSecond))]
  const [voteP99, callP99] = [median(ours.map((one) => one.p99)), median(raw.map((one) => one.p99))]
  say(`${services.engine}: ${figure(votes)} votes/s (p99 ${voteP99} ms), no-op ${figure(calls)}/s (p99 ${callP99} ms)`)
  for (const line of used.lines()) say(line)
  verdict('votes against the no-op', votes / calls, services.engine === 'MySQL' ? 0.5 : 0.6, 'higher')
  verdict('p99 against the no-op', voteP99 / callP99, 6, 'lower')
  verdict('ballots a commit', (after.ballots - before.ballots) / (after.batches - before.batches), 24, 'higher')
  verdict('memory of the voting API, in MiB', residentMiB(voting.process.pid ?? 0), most.memoryMiB, 'lower')
  const wrong = await countersThatDiffer(database)
  say(wrong === 0 ? 'reached  counters equal the recount' : `MISSED   ${wrong} counters differ from the recount`)
  if (wrong > 0) process.exitCode = 1
  beside?.compare(votes)
  await database.end()
  await nation.close()
  for (const one of [voting, noop]) one.process.kill('SIGTERM')
}

/** The same votes in the nation of another checkout. */
async function openBeside(folder: string) {
  const services = await startServices(say)
  const { api, workers, tokens, candidates } = await startBeside(folder, services, voters)
  const used = usageOf({ api, workers }, services.databasePid)
  const name = `votes of ${path.basename(folder)}`
  const loads: Load[] = []
  let pass = 0
  const vote = () => castAll(api, tokens, candidates[pass++ % 2] ?? '')
  return {
    vote,
    round: async () => void loads.push(await used.during(name, vote)),
    compare(ours: number): void {
      const theirs = median(loads.map((one) => one.perSecond))
      say(`${name}: ${figure(theirs)}/s (p99 ${median(loads.map((one) => one.p99))} ms)`)
      for (const line of used.lines()) say(line)
      verdict(`votes against ${name}`, ours / theirs, 1.5, 'higher')
    },
  }
}

function castAll({ port }: Running, tokens: readonly string[], candidateId: string): Promise<Load> {
  const url = `http://127.0.0.1:${port}/api/votes/cast`
  const body = JSON.stringify({ candidateId })
  return load({ url, method: 'POST', body, duration: seconds }, asChange(asCitizen(tokens)))
}

import path from 'node:path'
import mysql from 'mysql2/promise'
import { asChange, asCitizen, load, type Load } from './stage/load'
import { figure, median, say, verdict } from './stage/report'
import { migrateAs } from './stage/beside'
import { makeNation, secret, startBare, startProcess, type Running } from './stage/nation'
import { startServices, type BenchServices } from './stage/services'
import { processorMs } from './stage/usage'
import { makeVoters } from './stage/voters'
import { setting } from './stage/run'

/**
 * What a call costs before it does anything: a vote that is identified, limited, validated and logged, and then answered without
 * being cast, beside bare node:http that reads the same request and answers the same bytes. `BENCH_BESIDE=<folder>` runs the
 * same call of another checkout in the same rounds. Processor time is the figure that other load hardly moves.
 */
const rounds = setting('ROUNDS', 5)
const seconds = setting('SECONDS', 4)
const voters = setting('VOTERS', 5_000)
const { BENCH_BESIDE: beside } = process.env
const target = 0.25

interface Contender {
  readonly name: string
  readonly running: Running
  readonly tokens: readonly string[]
  readonly loads: Load[]
  processorMs: number
}

const opened: BenchServices[] = []
try {
  await measure()
} finally {
  for (const services of opened) await services.stop()
}
process.exit(process.exitCode ?? 0)

async function measure(): Promise<void> {
  const ours = await contender('the no-op')
  const bare: Contender = { ...ours, name: 'bare node:http', running: await startBare(), loads: [] }
  const all = [bare, ours, ...(beside ? [await contender(`the no-op of ${path.basename(beside)}`, beside)] : [])]
  for (const one of all) await callAll(one)
  for (let round = 0; round < rounds; round++) for (const one of all) await measured(one)
  for (const { name, loads, processorMs } of all) {
    const calls = loads.reduce((sum, one) => sum + one.calls, 0)
    const [rate, p99] = [median(loads.map((one) => one.perSecond)), median(loads.map((one) => one.p99))]
    say(
      `${name}: ${figure(rate)}/s (p99 ${p99} ms), ${((processorMs * 1000) / calls).toFixed(0)} us of processor a call`,
    )
  }
  const rate = ({ loads }: Contender) => median(loads.map((one) => one.perSecond))
  for (const one of all.slice(1))
    verdict(`${one.name} against bare node:http`, rate(one) / rate(bare), target, 'higher')
  for (const { running } of all) running.process.kill('SIGTERM')
}

/** An API whose votes do nothing, on services of its own. Requests are logged as in production, to nowhere. */
async function contender(name: string, checkout?: string): Promise<Contender> {
  const services = await startServices(say)
  opened.push(services)
  if (checkout) await migrateAs(checkout, services)
  else await (await makeNation(services)).close()
  const database = await mysql.createConnection({ uri: services.databaseUrl, timezone: 'Z' })
  const tokens = await makeVoters(database, voters, secret)
  await database.end()
  const running = await startProcess('api', services, {
    BENCH_NOOP: 'yes',
    LOG_LEVEL: 'info',
    BENCH_NODE_ARGS: (checkout ? undefined : process.env.BENCH_PROFILE) ?? '',
    ...(checkout && { BENCH_CHECKOUT: checkout }),
  })
  return { name, running, tokens, loads: [], processorMs: 0 }
}

async function measured(one: Contender): Promise<void> {
  const pid = one.running.process.pid ?? 0
  const from = processorMs(pid)
  one.loads.push(await callAll(one))
  one.processorMs += processorMs(pid) - from
}

function callAll({ running, tokens }: Contender): Promise<Load> {
  const url = `http://127.0.0.1:${running.port}/api/votes/cast`
  const body = JSON.stringify({ candidateId: '01890a5d-ac96-774b-bcce-b302099a8057' })
  return load({ url, method: 'POST', body, duration: seconds }, asChange(asCitizen(tokens)))
}

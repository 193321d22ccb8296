import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openChain } from '@nation/core/chain'
import { migrateToken } from '@nation/core/citizens'
import { killAtStatement, openDatabase, type Clock } from '@nation/core/platform'
import { demoMint } from '@nation/domain/chain'

/**
 * A process of its own for tests and benchmarks: carries the nation of `DATABASE_URL` over to the token version
 * `TOKEN_VERSION`, reading the chain at `SOLANA_RPC_URLS`; prints its statements and how its memory grew; or dies before the
 * statement that it is told to die before.
 */
async function main(): Promise<void> {
  let statements = 0
  const kill = killAtStatement()
  const database = await openDatabase({
    url: process.env.DATABASE_URL ?? '',
    poolSize: 2,
    onStatement: (sql) => {
      statements++
      kill?.(sql)
    },
  })
  const chain = openChain({
    mint: process.env.TOKEN_MINT ?? demoMint,
    tokenVersion: process.env.TOKEN_VERSION ?? '',
    rpcUrls: [process.env.SOLANA_RPC_URLS ?? ''],
    network: 'mainnet-beta',
  })
  const clock: Clock = { now: () => new Date(), offsetMs: () => 0, close: () => undefined }
  const memory = watchMemory()
  const began = performance.now()
  const done = await migrateToken({ database, clock, nudge: () => undefined }, chain)
  const ms = Math.round(performance.now() - began)
  process.stdout.write(JSON.stringify({ done, statements, ms, ...memory() }))
  await database.destroy()
}

/**
 * Samples the process's memory: megabytes at the beginning and at the highest, as the system sees them, and the most that
 * was in use after a collection (what a collection would free is the engine's affair, not the nation's).
 */
function watchMemory(): () => { baseMb: number; peakMb: number; liveMb: number } {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)
  const inUse = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const base = process.memoryUsage().rss
  let peak = base
  let live = 0
  const sample = () => (peak = Math.max(peak, process.memoryUsage().rss))
  const sampleLive = () => (live = Math.max(live, inUse()))
  const timers = [setInterval(sample, 20), setInterval(sampleLive, 200)]
  return () => {
    for (const timer of timers) clearInterval(timer)
    sample()
    sampleLive()
    return { baseMb: megabytes(base), peakMb: megabytes(peak), liveMb: megabytes(live) }
  }
}

await main()

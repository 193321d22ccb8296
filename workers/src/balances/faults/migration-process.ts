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

/** Samples the process's memory; answers megabytes at the beginning and at the highest. */
function watchMemory(): () => { baseMb: number; peakMb: number } {
  const now = () => process.memoryUsage().rss / 1_048_576
  const baseMb = now()
  let peakMb = baseMb
  const timer = setInterval(() => (peakMb = Math.max(peakMb, now())), 20)
  return () => {
    clearInterval(timer)
    peakMb = Math.max(peakMb, now())
    return { baseMb: Math.round(baseMb), peakMb: Math.round(peakMb) }
  }
}

await main()

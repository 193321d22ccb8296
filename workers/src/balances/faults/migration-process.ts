import { existsSync, readFileSync } from 'node:fs'
import { openChain } from '@nation/core/chain'
import { migrateToken } from '@nation/core/citizens'
import { killAtStatement, type Clock } from '@nation/core/platform'
import { openDatabase } from '@nation/core/nation'
import { demoMint } from '@nation/domain/chain'

/**
 * A process of its own for tests and benchmarks: carries the nation of `DATABASE_URL` over to the token version
 * `TOKEN_VERSION`, reading the chain at `SOLANA_RPC_URLS`; prints its statements and how much memory it had; or dies before the
 * statement that `NATION_KILL_AT_STATEMENT` names.
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
  const base = process.memoryUsage().rss
  const began = performance.now()
  const done = await migrateToken({ database, clock, nudge: () => undefined }, chain)
  const ms = Math.round(performance.now() - began)
  process.stdout.write(JSON.stringify({ done, statements, ms, ...memoryFrom(base) }))
  await database.destroy()
}

/** The process's memory as the system counts it, in megabytes: at its start, and the most that it ever had. */
function memoryFrom(baseBytes: number): { baseMb: number; peakMb: number } {
  return { baseMb: Math.round(baseBytes / 1_048_576), peakMb: Math.round(peakKilobytes() / 1_024) }
}

/** Linux keeps the mark itself. What `resourceUsage` says there begins with the memory of the parent process. */
function peakKilobytes(): number {
  const status = '/proc/self/status'
  const marked = existsSync(status) ? /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return marked === undefined ? process.resourceUsage().maxRSS : Number(marked)
}

void main()

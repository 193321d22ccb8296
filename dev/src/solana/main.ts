import { demoMint, isAddress } from '@nation/domain/chain'
import { z } from 'zod'
import { startSolanaStandIn } from '.'
import { demoHolders } from './demo'

const environment = z.object({
  NATION_ENV: z.enum(['development', 'test']).default('development'),
  SOLANA_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  TOKEN_MINT: z.string().refine(isAddress, 'TOKEN_MINT must be a Solana address.').default(demoMint),
  SOLANA_TOKEN_PROGRAM: z.enum(['token', 'token2022']).default('token'),
  NATION_DATA_DIR: z.string().min(1).optional(),
})

async function main(): Promise<void> {
  if (process.env.NATION_ENV === 'production') {
    throw new Error('The Solana stand-in makes tokens for anyone, so it does not start with NATION_ENV=production.')
  }
  const given = environment.safeParse(process.env)
  if (!given.success) throw new Error(z.prettifyError(given.error))
  const { SOLANA_PORT, TOKEN_MINT, SOLANA_TOKEN_PROGRAM, NATION_DATA_DIR } = given.data
  const standIn = await startSolanaStandIn({
    port: SOLANA_PORT,
    mint: TOKEN_MINT,
    program: SOLANA_TOKEN_PROGRAM,
    holders: demoHolders(),
    ...(NATION_DATA_DIR !== undefined && { dataDir: NATION_DATA_DIR }),
  })
  say('info', { msg: 'ready', port: standIn.port, origin: standIn.origin })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void standIn.close().then(() => process.exit(0)))
  }
}

function say(level: string, record: object): void {
  process.stdout.write(`${JSON.stringify({ level, time: Date.now(), name: 'solana', ...record })}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

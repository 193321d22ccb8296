import { z } from 'zod'
import { startXStandIn } from '.'

const environment = z.object({
  NATION_ENV: z.enum(['development', 'test']).default('development'),
  X_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  X_CLIENT_ID: z.string().min(1),
  X_CLIENT_SECRET: z.string().min(1).optional(),
  NATION_DATA_DIR: z.string().min(1).optional(),
  NATION_ORIGIN: z.url().optional(),
  NATION_NOW_OFFSET_MS: z.coerce.number().int().default(0),
  LOG_LEVEL: z.string().default('info'),
})

async function main(): Promise<void> {
  if (process.env.NATION_ENV === 'production') {
    throw new Error('The X stand-in signs anyone in as anyone, so it does not start with NATION_ENV=production.')
  }
  const given = environment.safeParse(process.env)
  if (!given.success) throw new Error(z.prettifyError(given.error))
  const { X_PORT, X_CLIENT_ID, X_CLIENT_SECRET, NATION_DATA_DIR, NATION_ORIGIN, NATION_NOW_OFFSET_MS, LOG_LEVEL } =
    given.data
  const isChatty = LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'
  const standIn = await startXStandIn({
    port: X_PORT,
    clientId: X_CLIENT_ID,
    ...(X_CLIENT_SECRET !== undefined && { clientSecret: X_CLIENT_SECRET }),
    ...(NATION_DATA_DIR !== undefined && { dataDir: NATION_DATA_DIR }),
    ...(NATION_ORIGIN !== undefined && { appOrigin: NATION_ORIGIN }),
    now: () => new Date(Date.now() + NATION_NOW_OFFSET_MS),
    record: ({ error, ...request }) => {
      if (error)
        say('error', { msg: 'request failed', ...request, error: error instanceof Error ? error.stack : error })
      else if (isChatty) say('debug', { msg: 'request', ...request })
    },
  })
  say('info', { msg: 'ready', port: standIn.port, origin: standIn.origin })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void standIn.close().then(() => process.exit(0)))
  }
}

function say(level: string, record: object): void {
  process.stdout.write(`${JSON.stringify({ level, time: Date.now(), name: 'x', ...record })}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

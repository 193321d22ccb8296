/** Where the product runs; production refuses stand-ins and default secrets. */
export type Environment = 'development' | 'test' | 'production'

/** What every server process reads from its environment, once, at its start. */
export interface Config {
  readonly environment: Environment
  readonly databaseUrl: string
  readonly redisUrl: string
  readonly port: number
  readonly workersPort: number | null
  /** The public address, without a slash at its end. */
  readonly origin: string
  readonly secret: string
  readonly mediaDir: string
  readonly webDir: string
  readonly logLevel: string
  readonly trustProxy: boolean
  readonly x: {
    readonly clientId: string
    readonly clientSecret: string
    readonly authorizeUrl: string
    readonly apiUrl: string
  }
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration.
 * @throws Error with one plain sentence for each thing that is missing or unsafe
 */
export function readConfig(env: Env = process.env): Config {
  const environment = environmentOf(env)
  const origin = (env.NATION_ORIGIN ?? `http://localhost:${env.PORT ?? 3000}`).replace(/\/+$/, '')
  const config: Config = {
    environment,
    databaseUrl: env.DATABASE_URL ?? '',
    redisUrl: env.REDIS_URL ?? '',
    port: Number(env.PORT ?? 3000),
    workersPort: env.WORKERS_PORT ? Number(env.WORKERS_PORT) : null,
    origin,
    secret: env.NATION_SECRET ?? '',
    mediaDir: env.NATION_MEDIA_DIR ?? 'media',
    webDir: env.NATION_WEB_DIR ?? 'web/dist',
    logLevel: env.LOG_LEVEL ?? 'info',
    trustProxy: env.NATION_TRUST_PROXY === 'true',
    x: {
      clientId: env.X_CLIENT_ID ?? '',
      clientSecret: env.X_CLIENT_SECRET ?? '',
      authorizeUrl: env.X_AUTHORIZE_URL ?? 'https://x.com/i/oauth2/authorize',
      apiUrl: (env.X_API_URL ?? 'https://api.x.com').replace(/\/+$/, ''),
    },
  }
  const problems = findProblems(config, env)
  if (problems.length > 0) throw new Error(`The configuration is not complete:\n- ${problems.join('\n- ')}`)
  return config
}

function environmentOf(env: Env): Environment {
  const named = env.NATION_ENV ?? (env.NODE_ENV === 'production' ? 'production' : 'development')
  if (named === 'development' || named === 'test' || named === 'production') return named
  throw new Error(`NATION_ENV is '${named}'; it must be development, test or production.`)
}

function findProblems(config: Config, env: Env): string[] {
  const problems: string[] = []
  const need = (ok: boolean, sentence: string) => {
    if (!ok) problems.push(sentence)
  }
  need(/^mysql:\/\//.test(config.databaseUrl), 'DATABASE_URL must be a mysql:// address.')
  need(/^rediss?:\/\//.test(config.redisUrl), 'REDIS_URL must be a redis:// address.')
  need(config.secret.length >= 32, 'NATION_SECRET must have at least 32 characters.')
  need(Number.isInteger(config.port) && config.port >= 0 && config.port < 65536, 'PORT must be a port number.')
  need(config.x.clientId !== '', 'X_CLIENT_ID is missing.')
  if (config.environment === 'production') {
    need(config.origin.startsWith('https://'), 'NATION_ORIGIN must be an https:// address in production.')
    need(config.x.clientSecret !== '', 'X_CLIENT_SECRET is missing.')
    need(!/^(.)\1+$|changeme|default|secret-for-development/i.test(config.secret), 'NATION_SECRET is a default value.')
    need(
      isOfX(config.x.authorizeUrl) && isOfX(config.x.apiUrl),
      'X_AUTHORIZE_URL and X_API_URL must be X itself in production.',
    )
    need(env.NATION_CLOCK === undefined, 'NATION_CLOCK is refused in production.')
    need(env.NATION_KILL_AT_STATEMENT === undefined, 'NATION_KILL_AT_STATEMENT is refused in production.')
  }
  return problems
}

function isOfX(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' && /(^|\.)(x|twitter)\.com$/.test(url.hostname)
}

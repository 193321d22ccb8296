import { isIP } from 'node:net'
import { defaultTokenVersion, demoMint, isAddress, networks, type Network } from '@nation/domain/chain'
import { withoutEnd } from '@nation/domain/text'

/** Where the product runs; production refuses stand-ins and default secrets. */
export type Environment = 'development' | 'test' | 'production'

/** What every server process reads from its environment, once, at its start. */
export interface Config {
  readonly environment: Environment
  readonly databaseUrl: string
  readonly redisUrl: string
  /** The address of this machine that is listened on: the machine itself alone unless HOST says otherwise. */
  readonly host: string
  readonly port: number
  readonly workersPort: number | null
  /** The public address, without a slash at its end. */
  readonly origin: string
  readonly secret: string
  readonly mediaDir: string
  readonly webDir: string
  readonly logLevel: string
  /** How many proxies in front are trusted to say in X-Forwarded-For where a request comes from. */
  readonly trustProxy: number
  /** Whether an account of the panel needs a second factor to sign in. */
  readonly panelSecondFactor: boolean
  /** Where else the nation is found; the footer shows them. */
  readonly links: readonly { readonly name: string; readonly url: string }[]
  readonly x: {
    readonly clientId: string
    readonly clientSecret: string
    readonly authorizeUrl: string
    readonly apiUrl: string
    /** The app's own key and secret, which are not the OAuth 2.0 client's: with them it asks without a citizen. */
    readonly apiKey: string
    readonly apiSecret: string
  }
  /** Where uploads are kept; null keeps them in `mediaDir`. */
  readonly s3: S3Settings | null
  readonly chain: ChainSettings
}

/** Which token citizens hold, and where the chain is asked. */
export interface ChainSettings {
  /** The token's mint. */
  readonly mint: string
  /** The label of the token's version: another one, or another mint, makes every stored balance void. */
  readonly tokenVersion: string
  /** Endpoints of Solana's JSON-RPC, the preferred one first; none outside production means that nobody answers. */
  readonly rpcUrls: readonly string[]
  readonly network: Network
}

/** Any service that speaks S3. */
export interface S3Settings {
  /** Such as `https://s3.eu-central-1.amazonaws.com` or a MinIO's address. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration.
 * @throws Error with one plain sentence for each thing that is missing or unsafe
 */
export function readConfig(env: Env = process.env): Config {
  const environment = environmentOf(env)
  const origin = withoutEnd(env.NATION_ORIGIN ?? `http://localhost:${env.PORT ?? 3000}`, '/')
  const config: Config = {
    environment,
    databaseUrl: env.DATABASE_URL ?? '',
    redisUrl: env.REDIS_URL ?? '',
    host: env.HOST || '127.0.0.1',
    port: Number(env.PORT ?? 3000),
    workersPort: env.WORKERS_PORT ? Number(env.WORKERS_PORT) : null,
    origin,
    secret: env.NATION_SECRET ?? '',
    mediaDir: env.NATION_MEDIA_DIR ?? 'media',
    webDir: env.NATION_WEB_DIR ?? 'web/dist',
    logLevel: env.LOG_LEVEL ?? 'info',
    trustProxy: trustedProxies(env.NATION_TRUST_PROXY ?? ''),
    panelSecondFactor: secondFactorRequired(env),
    links: linksOf(env.NATION_LINKS ?? ''),
    x: {
      clientId: env.X_CLIENT_ID ?? '',
      clientSecret: env.X_CLIENT_SECRET ?? '',
      authorizeUrl: env.X_AUTHORIZE_URL ?? 'https://x.com/i/oauth2/authorize',
      apiUrl: withoutEnd(env.X_API_URL ?? 'https://api.x.com', '/'),
      apiKey: env.X_API_KEY || (environment === 'production' ? '' : (env.X_CLIENT_ID ?? '')),
      apiSecret: env.X_API_SECRET || (environment === 'production' ? '' : (env.X_CLIENT_SECRET ?? '')),
    },
    s3: s3Of(env),
    chain: chainOf(env, environment),
  }
  const problems = findProblems(config, env)
  if (problems.length > 0) throw new Error(`The configuration is not complete:\n- ${problems.join('\n- ')}`)
  return config
}

/** `true` is one proxy, a digit is that many, nothing and `false` are none; not a number for anything else. */
function trustedProxies(text: string): number {
  if (text === '' || text === 'false') return 0
  if (text === 'true') return 1
  return /^\d$/.test(text) ? Number(text) : NaN
}

/** Reads `X=https://x.com/nation, Discord=https://discord.gg/nation`. */
function linksOf(text: string): Config['links'] {
  const links = text.split(',').filter((part) => part.trim() !== '')
  return links.map((part) => {
    const [name = '', ...url] = part.split('=')
    return { name: name.trim(), url: url.join('=').trim() }
  })
}

function chainOf(env: Env, environment: Environment): ChainSettings {
  const urls = (env.SOLANA_RPC_URLS ?? '').split(',').map((url) => withoutEnd(url.trim(), '/'))
  return {
    // A default is for a developer's machine: production says which token it is.
    mint: env.TOKEN_MINT || (environment === 'production' ? '' : demoMint),
    tokenVersion: env.TOKEN_VERSION || defaultTokenVersion,
    rpcUrls: [...new Set(urls.filter((url) => url !== ''))],
    network: (env.SOLANA_NETWORK || 'mainnet-beta') as Network,
  }
}

function s3Of(env: Env): S3Settings | null {
  if (!env.NATION_S3_BUCKET) return null
  return {
    endpoint: withoutEnd(env.NATION_S3_ENDPOINT ?? '', '/'),
    bucket: env.NATION_S3_BUCKET,
    region: env.NATION_S3_REGION || 'us-east-1',
    accessKeyId: env.NATION_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.NATION_S3_SECRET_ACCESS_KEY ?? '',
  }
}

/** Whether accounts of the panel need a second factor: in production, unless NATION_ADMIN_SECOND_FACTOR says otherwise. */
export function secondFactorRequired(env: Env = process.env): boolean {
  const said = env.NATION_ADMIN_SECOND_FACTOR || (environmentOf(env) === 'production' ? 'required' : 'optional')
  if (said !== 'required' && said !== 'optional') {
    throw new Error(`NATION_ADMIN_SECOND_FACTOR is '${said}'; it must be required or optional.`)
  }
  return said === 'required'
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
  need(isIP(config.host) !== 0, 'HOST must be an IP address of this machine, or 0.0.0.0 (or ::) for all of them.')
  need(config.x.clientId !== '', 'X_CLIENT_ID is missing.')
  need(
    !Number.isNaN(config.trustProxy),
    'NATION_TRUST_PROXY must be true, false or the number of proxies in front, 0 to 9.',
  )
  for (const { name, url } of config.links) {
    const sound = name !== '' && URL.canParse(url) && url.startsWith('https://')
    need(sound, 'NATION_LINKS must read like X=https://x.com/nation, Discord=https://discord.gg/nation.')
  }
  problems.push(...chainProblems(config), ...s3Problems(config))
  if (config.environment === 'production') {
    need(config.origin.startsWith('https://'), 'NATION_ORIGIN must be an https:// address in production.')
    need(config.x.clientSecret !== '', 'X_CLIENT_SECRET is missing.')
    need(
      config.x.apiKey !== '' && config.x.apiSecret !== '',
      'X_API_KEY and X_API_SECRET are missing: with them the app refreshes what X says of citizens.',
    )
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

function chainProblems({ chain, environment }: Config): string[] {
  const { mint, tokenVersion, rpcUrls, network } = chain
  const production = environment === 'production'
  const problems: string[] = []
  if (mint === '') problems.push('TOKEN_MINT is missing.')
  else if (!isAddress(mint)) problems.push('TOKEN_MINT must be a Solana address.')
  else if (production && mint === demoMint) problems.push('TOKEN_MINT is the demo nation’s token.')
  if (!/^[\w.-]{1,64}$/.test(tokenVersion)) {
    problems.push('TOKEN_VERSION must be 1 to 64 letters, digits, dots, dashes and underscores.')
  }
  if (!networks.includes(network)) problems.push(`SOLANA_NETWORK must be one of ${networks.join(', ')}.`)
  else if (production && network !== 'mainnet-beta') problems.push('SOLANA_NETWORK must be mainnet-beta in production.')
  if (production && rpcUrls.length === 0) problems.push('SOLANA_RPC_URLS is missing.')
  for (const url of rpcUrls) {
    if (!URL.canParse(url)) problems.push(`SOLANA_RPC_URLS holds '${url}', which is not an address.`)
    else if (production && !isPublicHttps(url)) {
      problems.push(`SOLANA_RPC_URLS must hold public https:// addresses in production; ${new URL(url).host} is none.`)
    }
  }
  return problems
}

function s3Problems({ s3, environment }: Config): string[] {
  if (s3 === null) return []
  const problems: string[] = []
  const url = URL.canParse(s3.endpoint) ? new URL(s3.endpoint) : null
  if (!url || !/^https?:$/.test(url.protocol)) problems.push('NATION_S3_ENDPOINT must be an https:// address.')
  else if (environment === 'production' && url.protocol !== 'https:' && !isInside(url.hostname)) {
    problems.push('NATION_S3_ENDPOINT must be an https:// address in production, unless it is inside the network.')
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(s3.bucket)) problems.push('NATION_S3_BUCKET is not a bucket’s name.')
  if (s3.accessKeyId === '' || s3.secretAccessKey === '') {
    problems.push('NATION_S3_ACCESS_KEY_ID and NATION_S3_SECRET_ACCESS_KEY are missing.')
  }
  return problems
}

/** A service beside ours, by a name without a dot or on this machine. */
const isInside = (hostname: string) => !hostname.includes('.') || hostname === '127.0.0.1'

/** A stand-in for the chain listens on this machine; the chain itself is elsewhere, and spoken to by https. */
function isPublicHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  const near = /^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)/.test(hostname)
  return protocol === 'https:' && !near
}

function isOfX(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' && /(^|\.)(x|twitter)\.com$/.test(url.hostname)
}

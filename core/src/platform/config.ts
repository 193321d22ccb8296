import type { Network } from '@nation/domain/chain'
import { bucketVariables, environments, variables, type Environment } from './variables'

export type { Environment } from './variables'

/** What every server process reads from its environment, once, at its start. */
export interface Config {
  readonly environment: Environment
  readonly databaseUrl: string
  readonly redisUrl: string
  /** The address on which the process listens. By default it accepts connections from this machine only (HOST). */
  readonly host: string
  readonly port: number
  readonly workersPort: number | null
  /** The public address, without a slash at its end. */
  readonly origin: string
  readonly secret: string
  readonly mediaDir: string
  readonly webDir: string
  readonly logLevel: string
  /** The number of proxies in front whose entries in X-Forwarded-For are trusted. */
  readonly trustProxy: number
  /** Whether an account of the panel needs a second factor to sign in. */
  readonly panelSecondFactor: boolean
  /** Links to the nation's other sites, for the footer. */
  readonly links: readonly { readonly name: string; readonly url: string }[]
  readonly x: {
    readonly clientId: string
    readonly clientSecret: string
    readonly authorizeUrl: string
    readonly apiUrl: string
    /**
     * The API key and secret of the app, which are not the OAuth 2.0 client id and secret. The app uses them for requests without
     * a citizen.
     */
    readonly apiKey: string
    readonly apiSecret: string
  }
  /** The bucket for uploads; null stores them in `mediaDir`. */
  readonly s3: S3Settings | null
  readonly chain: ChainSettings
}

/** The token that citizens hold, and the endpoints through which the chain is read. */
export interface ChainSettings {
  /** The token's mint. */
  readonly mint: string
  /** The label of the token's version. When the label or the mint changes, every stored balance becomes void. */
  readonly tokenVersion: string
  /**
   * Endpoints of Solana's JSON-RPC, the preferred one first. Outside production the list may be empty; then no balance can be
   * read.
   */
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
  // Docker compose sets a variable without a value to an empty text.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const environment = environmentOf(given)
  const read = variables(environment).safeParse(given)
  const bucket = given.NATION_S3_BUCKET === undefined ? null : bucketVariables(environment).safeParse(given)
  const problems = [read, bucket].flatMap((one) => one?.error?.issues.map(({ message }) => message) ?? [])
  if (!read.success || problems.length > 0)
    throw new Error(`The configuration is not complete:\n- ${[...new Set(problems)].join('\n- ')}`)
  return configOf(environment, read.data, bucket?.data ?? null, secondFactorRequired(given))
}

type Read = ReturnType<ReturnType<typeof variables>['parse']>
type ReadBucket = ReturnType<ReturnType<typeof bucketVariables>['parse']>

function configOf(environment: Environment, read: Read, bucket: ReadBucket | null, panelSecondFactor: boolean): Config {
  const clientSecret = read.X_CLIENT_SECRET ?? ''
  return {
    environment,
    databaseUrl: read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    host: read.HOST,
    port: read.PORT,
    workersPort: read.WORKERS_PORT ?? null,
    origin: read.NATION_ORIGIN ?? `http://localhost:${read.PORT}`,
    secret: read.NATION_SECRET,
    mediaDir: read.NATION_MEDIA_DIR,
    webDir: read.NATION_WEB_DIR,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.NATION_TRUST_PROXY,
    panelSecondFactor,
    links: read.NATION_LINKS,
    x: {
      clientId: read.X_CLIENT_ID,
      clientSecret,
      authorizeUrl: read.X_AUTHORIZE_URL,
      apiUrl: read.X_API_URL,
      // Production needs both; the stand-in takes the client's.
      apiKey: read.X_API_KEY ?? read.X_CLIENT_ID,
      apiSecret: read.X_API_SECRET ?? clientSecret,
    },
    s3: bucket && {
      endpoint: bucket.NATION_S3_ENDPOINT,
      bucket: bucket.NATION_S3_BUCKET,
      region: bucket.NATION_S3_REGION,
      accessKeyId: bucket.NATION_S3_ACCESS_KEY_ID,
      secretAccessKey: bucket.NATION_S3_SECRET_ACCESS_KEY,
    },
    chain: {
      mint: read.TOKEN_MINT,
      tokenVersion: read.TOKEN_VERSION,
      rpcUrls: read.SOLANA_RPC_URLS,
      network: read.SOLANA_NETWORK,
    },
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
  const known = environments.find((name) => name === named)
  if (known) return known
  throw new Error(`NATION_ENV is '${named}'; it must be development, test or production.`)
}

import { isIP } from 'node:net'
import { defaultTokenVersion, demoMint, isAddress, networks } from '@nation/domain/chain'
import { withoutEnd } from '@nation/domain/text'
import { z } from 'zod'

/** Where the product runs. Production refuses stand-ins and default secrets. */
export const environments = ['development', 'test', 'production'] as const

export type Environment = (typeof environments)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const matching = (pattern: RegExp, sentence: string) => z.string({ error: sentence }).regex(pattern, sentence)
const needed = (sentence: string) => z.string({ error: sentence })

const port = (name: string) => {
  const sentence = `${name} must be a port number.`
  return z
    .string()
    .regex(/^\d{1,5}$/, sentence)
    .transform(Number)
    .refine((value) => value < 65_536, sentence)
}

/** An address without a trailing slash. */
const address = (sentence: string, isRight: (url: URL) => boolean) =>
  needed(sentence)
    .refine((text) => URL.canParse(text) && isRight(new URL(text)), sentence)
    .transform((text) => withoutEnd(text, '/'))

/**
 * The environment variables of every server process: the valid values, the default, and the sentence for a wrong value. An empty
 * variable counts as missing.
 */
export function variables(environment: Environment) {
  const production = environment === 'production'
  const neededInProduction = (sentence: string) => (production ? needed(sentence) : z.string().optional())
  const refusedInProduction = (name: string) =>
    production ? z.never({ error: `${name} is refused in production.` }).optional() : z.string().optional()
  const appKey = 'X_API_KEY and X_API_SECRET are missing: with them the app refreshes what X says of citizens.'
  const ofX = address(
    'X_AUTHORIZE_URL and X_API_URL must be X itself in production.',
    (url) => !production || isOfX(url),
  )
  return z.object({
    DATABASE_URL: matching(/^mysql:\/\//, 'DATABASE_URL must be a mysql:// address.'),
    REDIS_URL: matching(/^rediss?:\/\//, 'REDIS_URL must be a redis:// address.'),
    HOST: z
      .string()
      .refine(
        (text) => isIP(text) !== 0,
        'HOST must be an IP address of this machine, or 0.0.0.0 (or ::) for all of them.',
      )
      .default('127.0.0.1'),
    PORT: port('PORT').default(3000),
    WORKERS_PORT: port('WORKERS_PORT').optional(),
    NATION_ORIGIN: production
      ? address('NATION_ORIGIN must be an https:// address in production.', ({ protocol }) => protocol === 'https:')
      : address('NATION_ORIGIN must be an address.', () => true).optional(),
    NATION_SECRET: needed('NATION_SECRET must have at least 32 characters.')
      .min(32, 'NATION_SECRET must have at least 32 characters.')
      .refine(
        (text) => !production || !/^(.)\1+$|changeme|default|secret-for-development/i.test(text),
        'NATION_SECRET is a default value.',
      ),
    NATION_MEDIA_DIR: z.string().default('media'),
    NATION_WEB_DIR: z.string().default('web/dist'),
    LOG_LEVEL: z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}.`).default('info'),
    // `true` is one proxy.
    NATION_TRUST_PROXY: z
      .string()
      .regex(/^(?:true|false|\d)$/, 'NATION_TRUST_PROXY must be true, false or the number of proxies in front, 0 to 9.')
      .transform((text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)))
      .default(0),
    NATION_LINKS: links().default([]),
    X_CLIENT_ID: needed('X_CLIENT_ID is missing.'),
    X_CLIENT_SECRET: neededInProduction('X_CLIENT_SECRET is missing.'),
    X_API_KEY: neededInProduction(appKey),
    X_API_SECRET: neededInProduction(appKey),
    X_AUTHORIZE_URL: ofX.default('https://x.com/i/oauth2/authorize'),
    X_API_URL: ofX.default('https://api.x.com'),
    NATION_CLOCK: refusedInProduction('NATION_CLOCK'),
    NATION_KILL_AT_STATEMENT: refusedInProduction('NATION_KILL_AT_STATEMENT'),
    ...chainVariables(production),
  })
}

function chainVariables(production: boolean) {
  const mint = needed('TOKEN_MINT is missing.')
    .refine(isAddress, 'TOKEN_MINT must be a Solana address.')
    .refine((text) => !production || text !== demoMint, 'TOKEN_MINT is the demo nation’s token.')
  return {
    // Only development has a default token. Production must name its token.
    TOKEN_MINT: production ? mint : mint.default(demoMint),
    TOKEN_VERSION: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'TOKEN_VERSION must be 1 to 64 letters, digits, dots, dashes and underscores.')
      .default(defaultTokenVersion),
    SOLANA_NETWORK: z
      .enum(networks, `SOLANA_NETWORK must be one of ${networks.join(', ')}.`)
      .refine((name) => !production || name === 'mainnet-beta', 'SOLANA_NETWORK must be mainnet-beta in production.')
      .default('mainnet-beta'),
    SOLANA_RPC_URLS: z
      .string()
      .default('')
      .transform(listOf)
      .superRefine((urls, issues) => {
        if (production && urls.length === 0) issues.addIssue('SOLANA_RPC_URLS is missing.')
        for (const url of urls) {
          const problem = problemOfEndpoint(url, production)
          if (problem !== null) issues.addIssue(problem)
        }
      }),
  }
}

/** The variables of a bucket. They are read only when NATION_S3_BUCKET is set. */
export function bucketVariables(environment: Environment) {
  const keys = 'NATION_S3_ACCESS_KEY_ID and NATION_S3_SECRET_ACCESS_KEY are missing.'
  return z.object({
    NATION_S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'NATION_S3_BUCKET is not a bucket’s name.'),
    NATION_S3_ENDPOINT: address(
      'NATION_S3_ENDPOINT must be an https:// address in production, unless it is inside the network.',
      ({ protocol, hostname }) =>
        protocol === 'https:' || (protocol === 'http:' && (environment !== 'production' || isInside(hostname))),
    ),
    NATION_S3_REGION: z.string().default('us-east-1'),
    NATION_S3_ACCESS_KEY_ID: needed(keys),
    NATION_S3_SECRET_ACCESS_KEY: needed(keys),
  })
}

/** Reads `X=https://x.com/nation, Discord=https://discord.gg/nation`. */
function links() {
  const sentence = 'NATION_LINKS must read like X=https://x.com/nation, Discord=https://discord.gg/nation.'
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .filter((part) => part.trim() !== '')
        .map((part) => {
          const [name = '', ...url] = part.split('=')
          return { name: name.trim(), url: url.join('=').trim() }
        }),
    )
    .refine(
      (all) => all.every(({ name, url }) => name !== '' && URL.canParse(url) && url.startsWith('https://')),
      sentence,
    )
}

/** The endpoints, the preferred one first, without duplicates and trailing slashes. */
const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((url) => withoutEnd(url.trim(), '/'))
      .filter((url) => url !== ''),
  ),
]

/**
 * The problem of an endpoint, or null. In production an endpoint must be public (a stand-in is on this machine or in its network)
 * and use https.
 */
function problemOfEndpoint(text: string, production: boolean): string | null {
  if (!URL.canParse(text)) return `SOLANA_RPC_URLS holds '${text}', which is not an address.`
  const { protocol, hostname, host } = new URL(text)
  const near = /^(localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[)/.test(hostname)
  if (!production || (protocol === 'https:' && !near)) return null
  return `SOLANA_RPC_URLS must hold public https:// addresses in production; ${host} is none.`
}

/** Whether a host is on this machine or in the internal network (a name without a dot). */
const isInside = (hostname: string): boolean => !hostname.includes('.') || hostname === '127.0.0.1'

const isOfX = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && /(^|\.)(x|twitter)\.com$/.test(hostname)

import path from 'node:path'
import type { Secrets } from '../services'
import type { LaunchOptions } from './options'
import { root } from './root'

export interface Addresses {
  origin: string
  /** The account that owns the schema and migrates it. */
  databaseUrl: string
  /** The account that serves; absent when the user gave one address for all. */
  servingUrl?: string
  redisUrl: string
  xOrigin?: string
  solanaOrigin?: string
}

/** The environment of every process of the nation; what the user set about the outside world (X's keys, log level) stays. */
export function nationEnvironment(options: LaunchOptions, addresses: Addresses, secrets: Secrets): NodeJS.ProcessEnv {
  const { PORT: _port, NATION_CLOCK: _clock, NODE_ENV: _nodeEnv, ...inherited } = process.env
  return {
    ...inherited,
    NATION_ENV: inherited.NATION_ENV ?? 'development',
    NATION_ORIGIN: addresses.origin,
    NATION_DATA_DIR: options.dataDir,
    NATION_MEDIA_DIR: inherited.NATION_MEDIA_DIR ?? path.join(options.dataDir, 'media'),
    NATION_WEB_DIR: inherited.NATION_WEB_DIR ?? path.join(root, 'web/dist'),
    NATION_SECRET: inherited.NATION_SECRET ?? secrets.nation,
    DATABASE_URL: addresses.servingUrl ?? addresses.databaseUrl,
    ...(addresses.servingUrl && { MIGRATION_DATABASE_URL: addresses.databaseUrl }),
    REDIS_URL: addresses.redisUrl,
    ...(addresses.xOrigin && {
      X_CLIENT_ID: secrets.xClientId,
      X_CLIENT_SECRET: secrets.xClientSecret,
      X_AUTHORIZE_URL: `${addresses.xOrigin}/i/oauth2/authorize`,
      X_API_URL: addresses.xOrigin,
    }),
    ...(addresses.solanaOrigin && { SOLANA_RPC_URLS: addresses.solanaOrigin }),
  }
}

/** With endpoints of its own the nation reads the chain itself; otherwise the stand-in. */
export function usesRealChain(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.SOLANA_RPC_URLS)
}

/** With keys of its own the nation talks to X; otherwise to the stand-in. */
export function usesRealX(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.X_CLIENT_ID && env.X_CLIENT_SECRET)
}

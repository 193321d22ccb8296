import { demoMint } from '@nation/domain/chain'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config'

const production = {
  NATION_ENV: 'production',
  DATABASE_URL: 'mysql://nation:pw@db/nation',
  REDIS_URL: 'redis://redis',
  NATION_ORIGIN: 'https://nation.example/',
  NATION_SECRET: 'q7Xw2mZk9RtYb4Vn8LsDf3HjC6GpA1Ee',
  X_CLIENT_ID: 'id',
  X_CLIENT_SECRET: 'secret',
  X_API_KEY: 'key',
  X_API_SECRET: 'api-secret',
  TOKEN_MINT: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  SOLANA_RPC_URLS: 'https://rpc.one.example/key, https://rpc.two.example/',
}

describe('The configuration', () => {
  it('of a complete production is taken, with X itself as the place to sign in', () => {
    const config = readConfig(production)
    expect(config).toMatchObject({ environment: 'production', origin: 'https://nation.example' })
    expect(new URL(config.x.authorizeUrl).hostname).toBe('x.com')
    expect(config.s3).toBeNull()
  })

  it('names where else the nation is found', () => {
    const NATION_LINKS = 'X=https://x.com/nation, Wiki=https://wiki.example/?page=nation'
    expect(readConfig({ ...production, NATION_LINKS }).links).toEqual([
      { name: 'X', url: 'https://x.com/nation' },
      { name: 'Wiki', url: 'https://wiki.example/?page=nation' },
    ])
    expect(readConfig(production).links).toEqual([])
  })

  it('listens on this machine alone unless configured otherwise', () => {
    expect([readConfig(production).host, readConfig({ ...production, HOST: '0.0.0.0' }).host]).toEqual([
      '127.0.0.1',
      '0.0.0.0',
    ])
  })

  it.each([
    [undefined, 0],
    ['', 0],
    ['false', 0],
    ['0', 0],
    ['true', 1],
    ['1', 1],
    ['3', 3],
  ])('trusts, configured with %j, so many proxies: %i', (NATION_TRUST_PROXY, proxies) => {
    expect(readConfig({ ...production, NATION_TRUST_PROXY }).trustProxy).toBe(proxies)
  })

  it.each([
    ['a word for the number of proxies', { NATION_TRUST_PROXY: 'yes' }, /NATION_TRUST_PROXY/],
    ['a network for the number of proxies', { NATION_TRUST_PROXY: '10.0.0.0/8' }, /NATION_TRUST_PROXY/],
    ['fewer proxies than none', { NATION_TRUST_PROXY: '-1' }, /NATION_TRUST_PROXY/],
    ['a name where an address is listened on', { HOST: 'nation.example' }, /HOST must be an IP address/],
    ['a stand-in for X', { X_API_URL: 'http://127.0.0.1:4000' }, /X itself/],
    ['a host that only looks like X', { X_API_URL: 'https://api.x.com.evil.example' }, /X itself/],
    ['a moved clock', { NATION_CLOCK: '2026-01-01T00:00:00Z' }, /NATION_CLOCK/],
    ['a short secret', { NATION_SECRET: 'short' }, /NATION_SECRET/],
    ['a default secret', { NATION_SECRET: 'changeme-changeme-changeme-changeme' }, /default value/],
    ['an address without TLS', { NATION_ORIGIN: 'http://nation.example' }, /https/],
    ['no credentials of X', { X_CLIENT_ID: '', X_CLIENT_SECRET: '' }, /X_CLIENT_ID[\s\S]*X_CLIENT_SECRET/],
    ['no database', { DATABASE_URL: undefined }, /DATABASE_URL/],
    ['no key of the app’s own', { X_API_KEY: '' }, /X_API_KEY/],
    [
      'a bucket that cannot be opened',
      { NATION_S3_BUCKET: 'media' },
      /NATION_S3_ENDPOINT[\s\S]*NATION_S3_ACCESS_KEY_ID/,
    ],
    [
      'a bucket without TLS',
      {
        NATION_S3_BUCKET: 'media',
        NATION_S3_ENDPOINT: 'http://s3.example',
        NATION_S3_ACCESS_KEY_ID: 'a',
        NATION_S3_SECRET_ACCESS_KEY: 'b',
      },
      /NATION_S3_ENDPOINT must be an https/,
    ],
    ['a link that runs a script', { NATION_LINKS: 'X=javascript:alert(1)' }, /NATION_LINKS/],
    ['a link without a name', { NATION_LINKS: 'https://x.com/nation' }, /NATION_LINKS/],
  ])('is refused in production with %s, and says so', (_, change, sentence) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(sentence)
  })

  it.each([
    ['no token', { TOKEN_MINT: '' }, /TOKEN_MINT is missing/],
    ['a token that is no address', { TOKEN_MINT: '0xabc' }, /TOKEN_MINT must be a Solana address/],
    ['the demo nation’s token', { TOKEN_MINT: demoMint }, /TOKEN_MINT is the demo/],
    ['a token’s version that is none', { TOKEN_VERSION: 'v 2' }, /TOKEN_VERSION/],
    ['no endpoint of the chain', { SOLANA_RPC_URLS: ' , ' }, /SOLANA_RPC_URLS is missing/],
    ['a stand-in for the chain', { SOLANA_RPC_URLS: 'https://a.example,http://127.0.0.1:8899' }, /127\.0\.0\.1:8899/],
    ['a chain on this machine, by https too', { SOLANA_RPC_URLS: 'https://localhost' }, /SOLANA_RPC_URLS must/],
    ['a chain without TLS', { SOLANA_RPC_URLS: 'http://rpc.example' }, /SOLANA_RPC_URLS must/],
    ['a network of free tokens', { SOLANA_NETWORK: 'devnet' }, /SOLANA_NETWORK must be mainnet-beta/],
    ['a network that does not exist', { SOLANA_NETWORK: 'ethereum' }, /SOLANA_NETWORK must be one of/],
  ])('is refused in production with %s, and says so', (_, change, sentence) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(sentence)
  })

  it('knows the token, its version and every endpoint of the chain, the preferred one first', () => {
    expect(readConfig(production).chain).toEqual({
      mint: production.TOKEN_MINT,
      tokenVersion: 'v2_new_token',
      rpcUrls: ['https://rpc.one.example/key', 'https://rpc.two.example'],
      network: 'mainnet-beta',
    })
  })

  it('takes NODE_ENV=production for production when nothing else is said', () => {
    const { NATION_ENV: _, ...rest } = production
    expect(readConfig({ ...rest, NODE_ENV: 'production' }).environment).toBe('production')
    expect(() => readConfig({ ...production, NATION_ENV: 'staging' })).toThrow(/staging/)
  })
})

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
}

describe('The configuration', () => {
  it('of a complete production is taken, with X itself as the place to sign in', () => {
    const config = readConfig(production)
    expect(config).toMatchObject({ environment: 'production', origin: 'https://nation.example' })
    expect(new URL(config.x.authorizeUrl).hostname).toBe('x.com')
  })

  it.each([
    ['a stand-in for X', { X_API_URL: 'http://127.0.0.1:4000' }, /X itself/],
    ['a host that only looks like X', { X_API_URL: 'https://api.x.com.evil.example' }, /X itself/],
    ['a moved clock', { NATION_CLOCK: '2026-01-01T00:00:00Z' }, /NATION_CLOCK/],
    ['a short secret', { NATION_SECRET: 'short' }, /NATION_SECRET/],
    ['a default secret', { NATION_SECRET: 'changeme-changeme-changeme-changeme' }, /default value/],
    ['an address without TLS', { NATION_ORIGIN: 'http://nation.example' }, /https/],
    ['no credentials of X', { X_CLIENT_ID: '', X_CLIENT_SECRET: '' }, /X_CLIENT_ID[\s\S]*X_CLIENT_SECRET/],
    ['no database', { DATABASE_URL: undefined }, /DATABASE_URL/],
  ])('is refused in production with %s, and says so', (_, change, sentence) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(sentence)
  })

  it('takes NODE_ENV=production for production when nothing else is said', () => {
    const { NATION_ENV: _, ...rest } = production
    expect(readConfig({ ...rest, NODE_ENV: 'production' }).environment).toBe('production')
    expect(() => readConfig({ ...production, NATION_ENV: 'staging' })).toThrow(/staging/)
  })
})

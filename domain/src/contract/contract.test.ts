import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorTable } from '../errors'
import { allCalls, type Call } from '.'
import { manifestSource } from './manifest-source'

const calls = allCalls as readonly Call[]

describe('The contract', () => {
  it('is what the manifest says (npm run manifest writes it anew)', () => {
    const manifest = readFileSync(new URL('./manifest.ts', import.meta.url), 'utf8')
    expect(manifest).toBe(manifestSource(calls))
  })

  it.each(calls.map((call) => [call.id, call] as const))(
    'declares %s whole: access, summary, errors, a valid example',
    (_, call) => {
      expect(call.id).toMatch(/^[a-z-]+\.[a-z-]+$/)
      expect(call.access).toBeDefined()
      expect(call.summary.length).toBeGreaterThan(10)
      for (const code of call.errors) expect(errorTable[code]).toBeDefined()
      expect(call.input.safeParse(call.example).success).toBe(true)
    },
  )

  it('gives no two calls one address', () => {
    const addresses = calls.map((call) => `${call.method} ${call.canonical}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

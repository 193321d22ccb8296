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

  it('counts a call with another one only where both have one limit', () => {
    const counted = calls.filter(({ countedAs }) => countedAs !== undefined)
    expect(counted.length).toBeGreaterThan(10)
    for (const call of counted) {
      const other = calls.find(({ id }) => id === call.countedAs)
      const reads = [call, other].map((one) => one?.method === 'GET')
      expect([call.id, other?.countedAs, call.limit, other?.limit, reads[0]]).toEqual([call.id, undefined, undefined, undefined, reads[1]]) // oxfmt-ignore
    }
  })

  it.each([
    ['interviews.create', 'government-interviews.create'],
    ['interviews.submit', 'citizen-interviews.submit'],
    ['polls.create', 'government.create-poll'],
    ['messenger.get-group-messages', 'government-chat.get-messages'],
  ])('counts %s and %s together', (id, twin) => {
    expect(calls.find((call) => call.id === twin)?.countedAs).toBe(id)
  })

  it('gives no two calls one address', () => {
    const addresses = calls.map((call) => `${call.method} ${call.canonical}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

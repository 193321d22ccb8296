import { describe, expect, it } from 'vitest'
import { AddressWatch, isNear, startProblem } from './address-watch'
import { originOf } from './client-address'

const span = 5 * 60_000

/** Five minutes of calls behind so many trusted proxies; what is said of them. */
function watched(
  trustProxy: number,
  call: (number: number) => { peer?: string; header?: string; caller?: string },
  calls = 300,
  environment: 'production' | 'development' = 'production',
) {
  const warnings: string[] = []
  let now = 0
  const log = { warn: (_: object, sentence: string) => void warnings.push(sentence) }
  const watch = new AddressWatch({ trustProxy, environment }, log as never, () => now)
  const note = (number: number) => {
    const { peer = '172.18.0.2', header, caller } = call(number)
    watch.note(originOf(peer, header, trustProxy), header !== undefined, caller)
  }
  for (let number = 0; number < calls; number++) note(number)
  expect([watch.state, warnings]).toEqual(['ok', []])
  now += span
  const { state } = watch
  // Said once, not every five minutes.
  for (let number = 0; number < calls; number++) note(number)
  now += span
  expect(watch.state).toBe(state)
  expect(warnings.length).toBe(state === 'ok' ? 0 : 1)
  return { state, warning: warnings[0] ?? '' }
}

const visitor = (number: number) => `203.0.113.${number % 50}`

describe('The watch over addresses', () => {
  it('says nothing when every trusted proxy adds an address', () => {
    expect(watched(1, (number) => ({ header: visitor(number) })).state).toBe('ok')
    expect(watched(2, (number) => ({ header: `${visitor(number)}, 10.0.0.9` })).state).toBe('ok')
  })

  it('notices a proxy that is there and not trusted', () => {
    const { state, warning } = watched(0, (number) => ({ header: visitor(number) }))
    expect(state).toBe('check')
    expect(warning).toContain('does not trust')
  })

  it('notices a proxy that is trusted and sends no client address', () => {
    expect(watched(1, () => ({})).warning).toContain('no usable X-Forwarded-For')
    expect(watched(1, () => ({ header: 'unknown' })).warning).toContain('no usable X-Forwarded-For')
  })

  it('notices more trust than proxies: a client would choose its address', () => {
    expect(watched(2, (number) => ({ header: visitor(number) })).warning).toContain('choose its own address')
  })

  it('notices that many citizens come from one address', () => {
    const citizens = (number: number) => ({ header: `${visitor(number)}, 10.0.0.9`, caller: `citizen ${number % 9}` })
    expect(watched(1, citizens).warning).toContain('one address')
    expect(watched(2, citizens).state).toBe('ok')
    const direct = (number: number) => ({ caller: `citizen ${number % 9}` })
    expect(watched(0, direct).warning).toContain('one address')
    // A developer's machine, a household, and a quiet night.
    expect(watched(0, direct, 300, 'development').state).toBe('ok')
    expect(watched(1, (number) => ({ header: '203.0.113.7', caller: `citizen ${number % 4}` })).state).toBe('ok')
    expect(watched(1, citizens, 50).state).toBe('ok')
  })

  it('knows before any call that production without a trusted proxy counts one address for everybody', () => {
    expect(startProblem({ environment: 'production', trustProxy: 0 })).toContain('NATION_TRUST_PROXY')
    expect(startProblem({ environment: 'production', trustProxy: 1 })).toBeNull()
    expect(startProblem({ environment: 'development', trustProxy: 0 })).toBeNull()
  })

  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['172.32.0.1', false],
    ['fd00::1', true],
    ['::1', true],
    ['2001:db8::1', false],
    ['203.0.113.7', false],
    ['', false],
  ])('takes %j for an address inside: %s', (address, inside) => {
    expect(isNear(address)).toBe(inside)
  })
})

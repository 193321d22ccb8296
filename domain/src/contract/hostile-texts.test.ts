import { describe, expect, it } from 'vitest'
import { NationError } from '../errors'
import { costlyGrowth, hostileTexts, placesOf, type Place } from '../testing'
import { allCalls, parseInput, type Call } from '.'
import { sizeOf } from '../definitions'

const calls = allCalls as readonly Call[]

/** Characters of the largest text that fits into a body, and more: some take several bytes. */
const body = 128 * 1024

/** Each hostile value is made once: making them costs more than refusing them. */
const built = new Map<string, unknown>()
function made<Value>(what: string, size: number, make: (size: number) => Value): Value {
  const key = `${what} ${size}`
  if (!built.has(key)) built.set(key, make(size))
  return built.get(key) as Value
}

/** Parses an input as the frame does; that it is refused is no failure. */
function parse(call: Call, values: Record<string, unknown>): void {
  try {
    parseInput(call, values)
  } catch (error) {
    if (!(error instanceof NationError)) throw error
  }
}

/** Every length at which a text may be looked at closely: the largest that the field takes, and the largest of all. */
const lengthsFor = ({ kind }: Place): number[] => {
  const most = sizeOf(kind)
  return Number.isFinite(most) && most > 2 ? [most, body] : [body]
}

const lists: Readonly<Record<string, (length: number) => unknown>> = {
  'a list of numbers': (length) => Array.from({ length: length / 2 }, () => 0),
  'a list of texts': (length) => Array.from({ length: length / 4 }, () => 'a'),
  'a list of joiners': (length) => Array.from({ length: 64 }, () => '\u200c'.repeat(length / 64)),
  'a list of lists': (length) => Array.from({ length: length / 3 }, () => []),
  'a list of objects': (length) => Array.from({ length: length / 10 }, () => ({ text: 'a' })),
  'an object of many names': (length) =>
    Object.fromEntries(Array.from({ length: length / 10 }, (_, index) => [`name${index}`, 0])),
  'an object of long names': (length) =>
    Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}${'\u200c'.repeat(length / 8)}`, ['']])),
}

describe('A hostile input', () => {
  it('meets a bound at every text and every list of every call', () => {
    const endless = calls.flatMap((call) =>
      placesOf(call)
        .filter(({ kind }) => ['string', 'array'].includes(kind._zod.def.type) && !Number.isFinite(sizeOf(kind)))
        .map(({ path }) => `${call.id}: ${path}`),
    )
    expect(endless).toEqual([])
  })

  it.each(calls.map((call) => [call.id, call] as const))(
    'delays no request at %s, whatever text stands in whatever field',
    (_, call) => {
      for (const place of placesOf(call).filter(({ kind }) => kind._zod.def.type === 'string')) {
        for (const [what, make] of Object.entries(hostileTexts)) {
          for (const length of lengthsFor(place)) {
            const input = (size: number) => place.holding(made(what, size, make))
            const wrong = costlyGrowth(length, (size) => parse(call, input(size)))
            expect(wrong, `${place.path} = ${what}`).toBeNull()
          }
        }
      }
    },
  )

  it.each(calls.map((call) => [call.id, call] as const))(
    'delays no request at %s, whatever list or object stands in whatever field',
    (_, call) => {
      for (const place of placesOf(call)) {
        for (const [what, make] of Object.entries(lists)) {
          const input = (size: number) => place.holding(made(what, size, make))
          const wrong = costlyGrowth(body, (size) => parse(call, input(size)))
          expect(wrong, `${place.path} = ${what}`).toBeNull()
        }
      }
    },
  )

  it('is answered with no more than a person reads, however much of it is wrong', () => {
    const many = Object.fromEntries(Array.from({ length: 1_900 }, (_, at) => [`${at}${'x'.repeat(300)}`, '\u0000']))
    for (const call of calls) {
      const error = refusalOf(call, many)
      expect(JSON.stringify(error.details).length, call.id).toBeLessThan(20_000)
    }
  })
})

function refusalOf(call: Call, values: Record<string, unknown>): NationError {
  try {
    parseInput(call, values)
  } catch (error) {
    if (error instanceof NationError) return error
    throw error
  }
  throw new Error(`${call.id} took it.`)
}

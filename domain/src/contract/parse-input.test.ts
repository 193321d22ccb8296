import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorTable, NationError, type ErrorCode } from '../errors'
import { placesOf, type Place } from '../testing'
import { allCalls, parseInput, type Call } from '.'
import { sizeOf } from '../definitions'

const calls = allCalls as readonly Call[]
const callOf = (id: string): Call => calls.find((call) => call.id === id)!

const validatorsOwn = 'the validator’s own words'
beforeAll(() => void z.config({ localeError: () => validatorsOwn }))
afterAll(() => void z.config(z.locales.en()))

/** What a call says of an input; null when it takes it. */
function refusalOf(call: Call, values: Record<string, unknown>): NationError | null {
  try {
    parseInput(call, values)
    return null
  } catch (error) {
    if (error instanceof NationError) return error
    throw error
  }
}

/** Values that do not fit into a place: of each other type, too long, too large, not among the choices. */
function wrongFor({ kind }: Place): unknown[] {
  const most = sizeOf(kind)
  const large = Number.isFinite(most) ? most + 1 : 3
  return [
    undefined,
    null,
    true,
    'no such choice',
    '',
    ' ',
    'x'.repeat(large),
    -1,
    1.5,
    1e300,
    Number.POSITIVE_INFINITY,
    [],
    Array.from({ length: large }, () => ''),
    [null],
    {},
    { surprise: 1 },
  ]
}

describe('An input that is not valid', () => {
  it.each(calls.map((call) => [call.id, call] as const))(
    'is reported in our own sentences, whatever is wrong with whatever field of %s',
    (_, call) => {
      const inputs = placesOf(call).flatMap((place) => wrongFor(place).map((value) => place.holding(value)))
      const withoutOne = Object.keys(call.example).map((name) =>
        Object.fromEntries(Object.entries(call.example).filter(([field]) => field !== name)),
      )
      for (const input of [...inputs, ...withoutOne, {}, { surprise: 1 }]) {
        const refusal = refusalOf(call, input)
        for (const { path, message } of refusal?.details ?? []) {
          const what = `${path} of ${JSON.stringify(input)?.slice(0, 200)}`
          expect(message, what).not.toContain(validatorsOwn)
          // A sentence of ours, or the requirements' to the letter, which has no full stop.
          expect(message.endsWith('.') || fromSpec.has(message), `${what}: ${message}`).toBe(true)
        }
      }
    },
  )

  const fromSpec = new Set<string>(Object.values(errorTable).map(([, sentence]) => sentence))

  it('has a code that the call declares', () => {
    for (const call of calls) {
      for (const [field, code] of Object.entries({ ...call.missing, ...call.invalid }) as [string, ErrorCode][]) {
        expect(call.errors, call.id).toContain(code)
        expect(Object.keys(call.input.shape), call.id).toContain(field)
      }
    }
  })

  it.each([
    ['polls.create', 'Please fill in all poll fields', { options: ['a', 'b'] }],
    ['polls.create', 'Please fill in all poll fields', { question: 'Which?' }],
    ['polls.create', 'Please fill in all poll fields', { question: 'Which?', options: ['a'] }],
    ['polls.create', 'Please fill in all poll fields', { question: null, options: 'a' }],
    ['government.create-poll', 'Please fill in all poll fields', {}],
    ['polls.update', 'Please fill in all poll fields', { ...callOf('polls.update').example, options: [] }],
    ['polls.vote', 'Please select an option', { ...callOf('polls.vote').example, optionId: 'the first' }],
    ['bank.update-total', 'Please enter a valid salary amount', {}],
    ['bank.update-total', 'Please enter a valid salary amount', { totalSalaries: null }],
    ['bank.update-total', 'Please enter a valid salary amount', { totalSalaries: '1'.repeat(21) }],
    ['bank.record-funding', 'Please enter a valid amount', { reference: 'Fees' }],
    ['broadcast.create', 'Please enter a message', { type: 'info' }],
    ['interviews.create', 'Title and description are required', {}],
    ['interviews.create', 'Title and description are required', { title: 'a', questions: ['b'] }],
    ['interviews.create', 'At least one question is required', { title: 'a', description: 'b' }],
    ['government-interviews.create', 'At least one question is required', { title: 'a', description: 'b' }],
    ['candidates.create', 'Missing Information: Please fill in all required fields', { displayName: 'Ada' }],
    [
      'candidates.update',
      'Missing Information: Please fill in all required fields',
      { ...callOf('candidates.update').example, displayName: ' ' },
    ],
  ])('of %s says %j where the requirements have a sentence for it', (id, sentence, input) => {
    const refusal = refusalOf(callOf(id), input)
    expect(refusal?.message).toBe(sentence)
    expect(refusal?.status).toBe(400)
    expect(refusal?.details.length).toBeGreaterThan(0)
  })

  it('is not said to lack what it only has too much of', () => {
    const { example } = callOf('candidates.create')
    expect(refusalOf(callOf('candidates.create'), { ...example, campaignSlogan: 'x'.repeat(120) })).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'campaignSlogan', message: 'At most 100 characters.' }],
    })
    const poll = { question: 'Which?', options: ['a', 'b'], surprise: 1 }
    expect(refusalOf(callOf('polls.create'), poll)).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'surprise' }],
    })
  })
})

describe('A field with several names', () => {
  const named = calls.flatMap((call) =>
    Object.entries(call.otherNames ?? {}).flatMap(([field, names]) =>
      (names ?? []).map((name) => ({ call, field, name })),
    ),
  )

  it.each(named.map((one) => [one.call.id, one.name, one] as const))(
    'of %s may be called %s',
    (_, name, { call, field }) => {
      const value = call.id === 'elections.create' ? 1_769_385_600_000 : '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
      const rest = Object.fromEntries(Object.entries(call.example).filter(([one]) => one !== field))
      expect(parseInput(call, { ...rest, [name]: value })).toEqual(parseInput(call, { ...rest, [field]: value }))
      expect(parseInput(call, { ...rest, [name]: value, [field]: value })).toMatchObject({ [field]: value })
      expect(refusalOf(call, { ...rest, [name]: value, [field]: null })?.details).toEqual([
        { path: name, code: 'two_names', message: `'${name}' and '${field}' name the same field: give one of them.` },
      ])
    },
  )

  it('has names that no other field of its call has', () => {
    expect(named.map(({ call, name }) => `${call.id} ${name}`).sort()).toEqual([
      'elections.create endDate',
      'elections.create startDate',
      'token-balance.get address',
      'token-balance.get walletAddress',
      'user.update-wallet address',
      'user.update-wallet wallet',
      'user.wallet-challenge address',
      'user.wallet-challenge wallet',
    ])
    for (const { call, name } of named) expect(Object.keys(call.input.shape)).not.toContain(name)
  })
})

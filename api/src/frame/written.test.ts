import { allCalls, ownPartOf, type CallId, type OwnPlan } from '@nation/domain/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillIn, templateOf } from './written'

const outputOf = (id: CallId) => allCalls.find((call) => call.id === id)!.output
const plan: OwnPlan = {
  kind: 'object',
  own: ['votes'],
  inside: { polls: { kind: 'list', each: { kind: 'object', own: ['hasVoted', 'may'], inside: {} } } },
}

it('An answer with one’s own fields put in reads as if it had been written whole', () => {
  const poll = fc.record({ id: fc.string(), hasVoted: fc.boolean(), may: fc.constant(null) })
  const answer = fc.record({
    total: fc.integer(),
    polls: fc.array(fc.oneof(poll, fc.record({ hasVoted: fc.boolean(), may: fc.constant(null) }))),
    votes: fc.dictionary(fc.string(), fc.integer()),
  })
  fc.assert(
    fc.property(answer, fc.array(fc.boolean()), fc.option(fc.string()), (answer, voted, votes) => {
      const own = {
        polls: answer.polls.map((_, place) => (place in voted ? { hasVoted: voted[place] } : {})),
        ...(votes !== null && { votes }),
      }
      const whole = {
        ...answer,
        ...own,
        polls: answer.polls.map((one, place) => ({ ...one, ...own.polls[place] })),
      }
      const template = templateOf(answer, plan)
      expect(JSON.parse(fillIn(template, own))).toEqual(JSON.parse(JSON.stringify(whole)))
      expect(JSON.parse(fillIn(template, {}))).toEqual(JSON.parse(JSON.stringify(answer)))
    }),
  )
})

it('A public answer never holds what is the reader’s own, only gaps for it', () => {
  const poll = { id: 'a', hasVoted: 'SECRET', votedOptionId: 'SECRET', may: 'SECRET', reason: 'SECRET' }
  const part = ownPartOf(outputOf('polls.list'))!
  expect(templateOf({ polls: [poll], total: 1 }, part.plan).texts.join('')).toBe('{"polls":[{"id":"a"}],"total":1}')
})

it('An overlay of anything but the marked fields is refused', () => {
  const { schema } = ownPartOf(outputOf('polls.list'))!
  expect(schema.safeParse({ polls: [{ hasVoted: true }, {}] }).success).toBe(true)
  expect(schema.safeParse({ polls: [{ question: 'Another?' }] }).success).toBe(false)
  expect(schema.safeParse({ polls: [{ hasVoted: 'yes' }] }).success).toBe(false)
  expect(schema.safeParse({ total: 5 }).success).toBe(false)
  expect(ownPartOf(outputOf('bank.get-data'))).toBeNull()
})

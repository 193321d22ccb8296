import { allCalls, type CallRequest } from '@nation/domain/contract'
import { describe, expect, it } from 'vitest'
import type { JsonCallId } from '../lib/api/client'
import { adminChatAnswers, adminMessages } from './fake-admin-chat'
import { aMessage, messengerAnswers } from './fake-messenger'
import { fakeNation, type FakeOptions } from './fake-nation'
import { fakeTerm, promiseAnswers } from './fake-promises'
import { holdToContract, takeLies } from './hold-to-contract'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

type Answers = ReturnType<typeof fakeNation>['answers']

/** Sends each call that is answered its contract's example, and says which answers the API would not give. */
function liesOf(answers: Answers): string[] {
  for (const { id, method, canonical, example } of allCalls) {
    const answer = answers[id as JsonCallId] as ((input: CallRequest<JsonCallId>) => object) | undefined
    if (!answer) continue
    const given = answer(structuredClone(example) as CallRequest<JsonCallId>)
    const failed = 'failed' in given ? (given as { failed: number; body: unknown }) : { failed: 200, body: given }
    holdToContract(method, canonical, failed.failed, failed.body)
  }
  return takeLies()
}

describe('the nation in memory answers as its contracts say', () => {
  const options: readonly Omit<FakeOptions, 'now'>[] = [
    ...(['visitor', 'citizen', 'candidate', 'admin', 'newborn'] as const).map((as) => ({ as })),
    { as: 'citizen', empty: true },
    { as: 'citizen', many: 60 },
    { as: 'admin', empty: true },
  ]
  it.each(options)('to %o', (option) => {
    expect(liesOf(fakeNation({ now: NOW, ...option }).answers)).toEqual([])
  })

  it('in the messenger, the admin chat and about promises', () => {
    const refreshed = fakeNation({ now: NOW, as: 'citizen' }).answers['auth.refresh']!({})
    if (!('user' in refreshed)) throw new Error('No citizen is signed in.')
    const talk = { messages: [1, 2].map((number) => aMessage(number, NOW)), readNumber: 1, conversation: null }
    const mark = { set: true, mark: true }
    expect(liesOf(messengerAnswers(refreshed.user, NOW, talk))).toEqual([])
    expect(liesOf(adminChatAnswers(NOW, adminMessages(NOW, 3)))).toEqual([])
    expect(liesOf(promiseAnswers(NOW, [fakeTerm(NOW, refreshed.user.id, mark)]))).toEqual([])
  })
})

describe('an answer that the API would not give', () => {
  it('is named: a field that is missing or wrong, an error with another status', () => {
    holdToContract('GET', '/api/stats', 200, { success: true, totalCitizens: 'many' })
    holdToContract('GET', '/api/stats', 403, { success: false, code: 'internal', error: '' })
    expect(takeLies()).toEqual([
      expect.stringContaining('totalCitizens'),
      'system.stats: the error internal has the status 500, and not 403',
    ])
  })

  it('is handed on with what the contract declares, and nothing else', () => {
    const stats = { success: true, totalCitizens: 1, seatsFilled: 1, seats: 9 }
    expect(holdToContract('GET', '/api/stats', 200, { ...stats, secret: 1 })).toEqual(stats)
  })
})

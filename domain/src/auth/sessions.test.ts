import { describe, expect, it } from 'vitest'
import { afterRefresh, judgeRefresh, sessionLifetimes, type SessionState } from './sessions'

const rotatedAt = new Date('2026-01-06T12:00:00.000Z')
const session = {
  generation: 5,
  seenGeneration: 5,
  rotatedAt,
  expiresAt: new Date('2026-02-05T12:00:00.000Z'),
  endedAt: null,
}
const after = (ms: number) => new Date(rotatedAt.getTime() + ms)

describe('A refresh token', () => {
  it('of the newest generation is exchanged for the next', () => {
    expect(judgeRefresh(session, 5, after(sessionLifetimes.grace))).toBe('rotate')
  })

  it('that was given out moments ago is given out again, so that quick reloads do not end the session', () => {
    expect(judgeRefresh(session, 5, after(sessionLifetimes.grace - 1))).toBe('resend')
  })

  it('of the generation before still answers within the grace window, so that two tabs do not sign each other out', () => {
    expect(judgeRefresh(session, 4, after(sessionLifetimes.grace - 1))).toBe('resend')
    expect(judgeRefresh(session, 4, after(sessionLifetimes.grace))).toBe('reused')
  })

  it('of the generation before gets another one for a day, while nobody came with the newest: its answer was lost', () => {
    const lost = { ...session, seenGeneration: 4 }
    expect(judgeRefresh(lost, 4, after(sessionLifetimes.grace - 1))).toBe('resend')
    expect(judgeRefresh(lost, 4, after(sessionLifetimes.grace))).toBe('replace')
    expect(judgeRefresh(lost, 4, after(sessionLifetimes.lostAnswer - 1))).toBe('replace')
    expect(judgeRefresh(lost, 4, after(sessionLifetimes.lostAnswer))).toBe('reused')
    expect(judgeRefresh(lost, 3, after(sessionLifetimes.grace))).toBe('reused')
  })

  it('of an older generation, or of one that was never given out, ends the session', () => {
    expect(judgeRefresh(session, 3, after(1))).toBe('reused')
    expect(judgeRefresh(session, 6, after(1))).toBe('reused')
  })

  it('is worth nothing once the session has ended or run out', () => {
    expect(judgeRefresh({ ...session, endedAt: rotatedAt }, 5, after(1))).toBe('ended')
    expect(judgeRefresh(session, 5, session.expiresAt)).toBe('ended')
  })
})

describe('Of two parties with copies of a cookie', () => {
  /** Everybody's cookie, and the session that judges them, as the times of their refreshes go by. */
  function copied(parties: readonly string[]) {
    let state: SessionState = { ...session, generation: 5, seenGeneration: 4 }
    let now = rotatedAt.getTime()
    const cookies = new Map(parties.map((party) => [party, 5]))
    return (party: string, laterBy: number) => {
      now += laterBy
      const presented = cookies.get(party)!
      const verdict = judgeRefresh(state, presented, new Date(now))
      if (verdict !== 'reused' && verdict !== 'ended') {
        state = { ...state, ...afterRefresh(state, presented, verdict, new Date(now)) }
        cookies.set(party, state.generation)
      }
      return verdict
    }
  }
  const minutes = 60_000

  it('the one whose token was replaced is noticed when it comes again', () => {
    const come = copied(['thief', 'owner'])
    expect(come('thief', minutes)).toBe('rotate')
    expect(come('owner', minutes)).toBe('replace')
    expect(come('thief', 1)).toBe('reused')
  })

  it('the thief who comes after the owner each time is noticed by the owner’s next refresh', () => {
    const come = copied(['owner', 'thief'])
    expect(come('owner', 9 * minutes)).toBe('rotate')
    expect(come('thief', minutes)).toBe('replace')
    expect(come('owner', 8 * minutes)).toBe('reused')
  })

  it('past the grace no order and no pause lets both go on', () => {
    for (const pause of [31_000, minutes, 9 * minutes, 86_399_999])
      for (const order of ['otot', 'toto', 'ttoto', 'oototo', 'otto', 'toot']) {
        const come = copied(['o', 't'])
        expect([...order].map((party) => come(party, pause))).toContain('reused')
      }
  })

  it('a thief with a token from before the owner’s last two is noticed at once', () => {
    const come = copied(['owner', 'thief'])
    come('owner', minutes)
    expect(come('owner', minutes)).toBe('rotate')
    expect(come('thief', 1)).toBe('reused')
  })

  it('a token that was given out again counts as arrived once somebody came with it', () => {
    const come = copied(['owner', 'thief'])
    come('owner', minutes)
    expect(come('owner', 1000)).toBe('resend')
    expect(come('thief', minutes)).toBe('reused')
  })
})

import { describe, expect, it } from 'vitest'
import { judgeRefresh, sessionLifetimes } from './sessions'

const rotatedAt = new Date('2026-01-06T12:00:00.000Z')
const session = { generation: 5, rotatedAt, expiresAt: new Date('2026-02-05T12:00:00.000Z'), endedAt: null }
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

  it('of an older generation, or of one that was never given out, ends the session', () => {
    expect(judgeRefresh(session, 3, after(1))).toBe('reused')
    expect(judgeRefresh(session, 6, after(1))).toBe('reused')
  })

  it('is worth nothing once the session has ended or run out', () => {
    expect(judgeRefresh({ ...session, endedAt: rotatedAt }, 5, after(1))).toBe('ended')
    expect(judgeRefresh(session, 5, session.expiresAt)).toBe('ended')
  })
})

import { describe, expect, it } from 'vitest'
import { canMarkPromise, canSetPromise, markChange, promiseReportLimits } from './promises'

const marking = { eligible: true, isOwn: false, seen: 2, round: 2 }

describe('A promise', () => {
  it('is spoken of by the official in office for it, so often and no more', () => {
    expect(canSetPromise(true, promiseReportLimits.rounds - 1).allowed).toBe(true)
    expect(canSetPromise(true, promiseReportLimits.rounds)).toMatchObject({ code: 'promise_rounds_spent' })
    expect(canSetPromise(false, 0)).toMatchObject({ code: 'promise_not_yours' })
  })

  it('is marked by citizens who may vote, never by its author, and only as they saw it', () => {
    expect(canMarkPromise(marking).allowed).toBe(true)
    expect(canMarkPromise({ ...marking, eligible: false })).toMatchObject({ code: 'voting_not_eligible' })
    expect(canMarkPromise({ ...marking, isOwn: true })).toMatchObject({ code: 'promise_own_mark' })
    expect(canMarkPromise({ ...marking, seen: 1 })).toMatchObject({ code: 'promise_changed' })
  })

  it('counts a mark once, moves it, and takes it back', () => {
    expect(markChange(null, 'agree')).toEqual({ agrees: 1, disagrees: 0 })
    expect(markChange('agree', 'agree')).toEqual({ agrees: 0, disagrees: 0 })
    expect(markChange('agree', 'disagree')).toEqual({ agrees: -1, disagrees: 1 })
    expect(markChange('disagree', null)).toEqual({ agrees: 0, disagrees: -1 })
  })
})

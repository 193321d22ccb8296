import { describe, expect, it } from 'vitest'
import { writeField } from '../../../ui/field-list'
import { localOf } from '../../../ui/local-instant'
import { blankPoll, changeOf, creationOf, formOf, problemsOf, type PollForm } from './poll-form'
import type { Poll } from '../types'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

const filled = (): PollForm => ({
  question: ' Which  one? ',
  options: blankPoll().options.map(({ key }, place) => ({ key, text: `Option ${place}` })),
  closesAt: '',
})

describe('The form of a poll', () => {
  it('starts with two options', () => {
    expect(blankPoll().options).toHaveLength(2)
  })

  it('is complete when nothing is blank, no two options are alike, and the date is ahead', () => {
    const wrong = (form: PollForm) => Object.keys(problemsOf(form, NOW).problems)
    expect(wrong(blankPoll())).toEqual(['question', 'options.0', 'options.1'])
    expect(problemsOf(blankPoll(), NOW).sentence).toBe('Please fill in all poll fields')
    expect(problemsOf(filled(), NOW)).toEqual({ problems: {}, sentence: null })
    expect(wrong({ ...filled(), question: ' \u200b ' })).toEqual(['question'])
    const alike = writeField(filled().options, 1, 'OPTION 0')
    expect(wrong({ ...filled(), options: alike })).toEqual(['options.1'])
    expect(wrong({ ...filled(), closesAt: localOf(NOW - 60_000) })).toEqual(['closesAt'])
    expect(wrong({ ...filled(), closesAt: localOf(NOW + 60_000) })).toEqual([])
  })

  it('sends clean texts, and the closing date as an instant', () => {
    expect(creationOf(filled())).toEqual({ question: 'Which one?', options: ['Option 0', 'Option 1'] })
    expect(creationOf({ ...filled(), closesAt: localOf(NOW) }).closesAt).toBe(NOW)
  })

  it('sends of a poll that has votes nothing but another closing date', () => {
    const poll = {
      id: 'one',
      question: 'Which one?',
      options: [{ text: 'A' }, { text: 'B' }],
      closesAt: NOW + 90_123,
      may: { updateTexts: false },
    } as unknown as Poll
    expect(changeOf(poll, formOf(poll))).toEqual({ pollId: 'one' })
    expect(changeOf(poll, { ...formOf(poll), closesAt: '' })).toEqual({ pollId: 'one', closesAt: null })
    const open = { ...poll, may: { ...poll.may, updateTexts: true } }
    expect(changeOf(open, formOf(open))).toEqual({ pollId: 'one', question: 'Which one?', options: ['A', 'B'] })
  })
})

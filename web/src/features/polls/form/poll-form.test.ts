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
    const first = formOf(poll)
    expect(changeOf(poll, first, first)).toEqual({ pollId: 'one' })
    const other = { ...first, question: 'Which?', closesAt: '' }
    expect(changeOf(poll, other, first)).toEqual({ pollId: 'one', closesAt: null })
    const open = { ...poll, may: { ...poll.may, updateTexts: true } }
    expect(changeOf(open, other, first)).toEqual({ pollId: 'one', question: 'Which?', closesAt: null })
    const options = writeField(first.options, 1, 'C')
    expect(changeOf(open, { ...first, options }, first)).toEqual({ pollId: 'one', options: ['A', 'C'] })
  })

  it('sends back nothing that others changed since it was opened', () => {
    const read = {
      id: 'one',
      question: 'Which one?',
      options: [{ text: 'A' }, { text: 'B' }],
      closesAt: null,
      may: { updateTexts: true },
    } as unknown as Poll
    const first = formOf(read)
    const options = read.options.map((option) => ({ ...option, text: `Another ${option.text}` }))
    const newer: Poll = { ...read, question: 'Which other one?', options, closesAt: NOW + 90_000 }
    expect(changeOf(newer, first, first)).toEqual({ pollId: 'one' })
  })

  it('checks of a poll that has votes its date alone', () => {
    expect(problemsOf(blankPoll(), NOW, true)).toEqual({ problems: {}, sentence: null })
    const past = { ...blankPoll(), closesAt: localOf(NOW - 60_000) }
    expect(Object.keys(problemsOf(past, NOW, true).problems)).toEqual(['closesAt'])
  })
})

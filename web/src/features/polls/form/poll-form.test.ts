import { describe, expect, it } from 'vitest'
import {
  addOption,
  blankPoll,
  canAddOption,
  canRemoveOption,
  changeOf,
  creationOf,
  formOf,
  localOf,
  problemOf,
  removeOption,
  writeOption,
} from './poll-form'
import type { Poll } from '../types'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

const filled = () => {
  const form = blankPoll()
  return form.options.reduce((written, { key }, place) => writeOption(written, key, `Option ${place}`), {
    ...form,
    question: ' Which  one? ',
  })
}

describe('The form of a poll', () => {
  it('starts with two options, has at most ten, and never less than two', () => {
    let form = blankPoll()
    expect(form.options).toHaveLength(2)
    expect(canRemoveOption(form)).toBe(false)
    expect(removeOption(form, form.options[0]?.key ?? 0)).toBe(form)
    for (let more = 0; more < 12; more++) form = addOption(form)
    expect(form.options).toHaveLength(10)
    expect(canAddOption(form)).toBe(false)
    const [first, second] = form.options
    expect(removeOption(form, first?.key ?? 0).options[0]).toBe(second)
  })

  it('is complete when nothing is blank, no two options are alike, and the date is ahead', () => {
    expect(problemOf(blankPoll(), NOW)).toBe('poll_fields_missing')
    expect(problemOf(filled(), NOW)).toBeNull()
    expect(problemOf({ ...filled(), question: ' \u200b ' }, NOW)).toBe('poll_fields_missing')
    const alike = filled()
    expect(problemOf(writeOption(alike, alike.options[1]?.key ?? 0, 'OPTION 0'), NOW)).toBe('poll_options_alike')
    expect(problemOf({ ...filled(), closesAt: localOf(NOW - 60_000) }, NOW)).toBe('poll_closing_date_invalid')
    expect(problemOf({ ...filled(), closesAt: localOf(NOW + 60_000) }, NOW)).toBeNull()
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

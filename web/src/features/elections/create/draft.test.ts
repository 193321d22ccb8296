import { describe, expect, it } from 'vitest'
import { emptyDraft, keepDraft, problemsOf, readDraft, requestOf } from './draft'
import type { Draft } from './draft'

const whole: Draft = {
  ...emptyDraft,
  position: 'secretary',
  displayName: 'Ada',
  bio: 'Citizen since the first week.',
  campaignSlogan: 'Open books',
  vision: 'Everybody reads the books.',
  whyVoteForMe: 'I keep books.',
}

describe('a candidacy that is being written', () => {
  it('names everything that is missing', () => {
    expect(Object.keys(problemsOf(emptyDraft)).sort()).toEqual(
      ['bio', 'campaignSlogan', 'displayName', 'position', 'vision', 'whyVoteForMe'].sort(),
    )
    expect(problemsOf(whole)).toEqual({})
  })

  it('takes a slogan of 100 characters and not of 101', () => {
    expect(problemsOf({ ...whole, campaignSlogan: 'x'.repeat(100) })).toEqual({})
    expect(problemsOf({ ...whole, campaignSlogan: 'x'.repeat(101) })).toEqual({
      campaignSlogan: 'At most 100 characters.',
    })
  })

  it('asks a minister of finance for stats, five at most', () => {
    const finance: Draft = { ...whole, position: 'minister_finance' }
    expect(problemsOf(finance)).toEqual({ 'attachments.stats': 'This attachment is required' })
    expect(problemsOf({ ...finance, attachments: { stats: 'https://a.test/1.pdf' } })).toEqual({})
    const six = Array.from({ length: 6 }, (_, index) => `https://a.test/${index}.pdf`).join('\n')
    expect(problemsOf({ ...finance, attachments: { stats: six } })).toEqual({ 'attachments.stats': 'At most 5 files.' })
  })

  it('refuses addresses that are not https', () => {
    expect(problemsOf({ ...whole, website: 'http://a.test', profilePicture: 'javascript:alert(1)' })).toEqual({
      website: 'Please give an https address.',
      profilePicture: 'Please give an https address.',
    })
  })

  it('sends only goals that were written, and attachments of the chosen position', () => {
    const request = requestOf(
      { ...whole, goals: ['One', ' ', ''], attachments: { stats: 'https://a.test/1.pdf' } },
      undefined,
    )
    expect(request.goals).toEqual(['One'])
    expect(request.attachments).toEqual({})
  })

  it('is kept on the device for its citizen alone', () => {
    keepDraft('a', whole)
    expect(readDraft('a')).toEqual(whole)
    expect(readDraft('b')).toBeNull()
    keepDraft('a', null)
    expect(readDraft('a')).toBeNull()
  })
})

import { positionOf } from '@nation/domain/elections'
import { describe, expect, it } from 'vitest'
import { draftFrom, emptyDraft, problemsOf, sentenceFor, withFile, withoutFile } from './draft'
import type { Draft } from './draft'
import { editDraftKey, saveDraft, newDraftKey, readDraft } from './stored-draft'
import { creationOf } from './requests'

const whole: Draft = {
  ...emptyDraft,
  position: 'secretary',
  displayName: 'Ada',
  bio: 'Citizen since the first week.',
  campaignSlogan: 'Open books',
  vision: 'Everybody reads the books.',
  whyVoteForMe: 'I keep books.',
}
const stats = positionOf('minister_finance').attachments[0]!

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

  it('asks a minister of finance for stats', () => {
    const finance: Draft = { ...whole, position: 'minister_finance' }
    expect(problemsOf(finance)).toEqual({ 'attachments.stats': 'This attachment is required' })
    expect(problemsOf({ ...finance, attachments: { stats: ['/media/uploads/1.pdf'] } })).toEqual({})
  })

  it('keeps the latest five of six files, and one of them again when it is given twice', () => {
    const five = ['1', '2', '3', '4', '5']
    const draft: Draft = { ...whole, position: 'minister_finance', attachments: { stats: five } }
    expect(withFile(draft, stats, '6')).toEqual({ stats: ['2', '3', '4', '5', '6'] })
    expect(withFile(draft, stats, '1')).toEqual({ stats: ['2', '3', '4', '5', '1'] })
    expect(withFile(draft, { ...stats, maxFiles: 1 }, '6')).toEqual({ stats: ['6'] })
    expect(withoutFile(draft, stats, '3')).toEqual({ stats: ['1', '2', '4', '5'] })
  })

  it('refuses addresses that are not https', () => {
    expect(problemsOf({ ...whole, website: 'http://a.test', profilePicture: 'javascript:alert(1)' })).toEqual({
      website: 'Please give an https address.',
      profilePicture: 'Please give an https address.',
    })
  })

  it('sends only goals that were written, and attachments of the chosen position', () => {
    const request = creationOf(
      { ...whole, goals: ['One', ' ', ''], attachments: { stats: ['/media/uploads/1.pdf'] } },
      'election',
    )
    expect(request.goals).toEqual(['One'])
    expect(request.attachments).toEqual({})
    expect(request.electionId).toBe('election')
  })
})

describe('what is said of the whole when a candidacy cannot be sent', () => {
  const missing = 'Missing Information: Please fill in all required fields'
  const texts = (Object.keys(emptyDraft) as (keyof Draft)[]).filter((field) => typeof emptyDraft[field] === 'string')

  it.each(['position', 'displayName', 'bio', 'campaignSlogan', 'vision', 'whyVoteForMe'] as const)(
    'is that something is missing where %s is',
    (field) => expect(sentenceFor({ ...whole, [field]: '' })).toBe(missing),
  )

  it('is that something is missing where a required attachment is', () => {
    expect(sentenceFor({ ...whole, position: 'minister_finance' })).toBe(missing)
  })

  it.each(texts.filter((field) => field !== 'position'))(
    'is nothing where only %s is wrong: its field says it',
    (field) => {
      const draft = { ...whole, [field]: 'x'.repeat(5_000) }
      expect(sentenceFor(draft)).toBeNull()
      expect(problemsOf(draft)[field]).toMatch(/^(At most \d+ characters|Please give an https address)\.$/)
    },
  )
})

describe('a draft on the device', () => {
  it('is stored for its citizen and its candidacy alone', () => {
    const key = newDraftKey('a')
    saveDraft(key, whole)
    expect(readDraft(key)).toEqual({ draft: whole, base: null })
    expect(readDraft(newDraftKey('b'))).toBeNull()
    expect(readDraft(editDraftKey('a', 'c'))).toBeNull()
    saveDraft(key, null)
    expect(readDraft(key)).toBeNull()
  })

  it('knows what an edit began from', () => {
    const key = editDraftKey('a', 'c')
    saveDraft(key, whole, 1234)
    expect(readDraft(key)).toEqual({ draft: whole, base: 1234 })
    saveDraft(key, null)
  })

  it('is read also where an older page wrote it, without what is no longer understood', () => {
    const draft = draftFrom({ bio: 'Here', goals: ['One'], attachments: { stats: 'https://a.test/1.pdf' }, title: 7 })
    expect(draft).toEqual({ ...emptyDraft, bio: 'Here', goals: ['One', '', ''] })
  })
})

import { describe, expect, it } from 'vitest'
import { candidateTitle, descriptions, officialTitle, patternAt, resultsTitle, titleAt, titleInTab, titles } from '.'

describe('what a page says of itself', () => {
  it('is found by its path', () => {
    expect(patternAt('/')).toEqual({ pattern: '/', id: null })
    expect(patternAt('/elections/')).toEqual({ pattern: '/elections', id: null })
    expect(patternAt('/elections/candidate/abc')).toEqual({ pattern: '/elections/candidate/:id', id: 'abc' })
    expect(titleAt('/elections/create-profile')).toBe('Run for Office')
    expect(titleAt('/elections/ballot/done')).toBe('Your Choices')
    expect(patternAt('/elections/ballot/president')).toEqual({ pattern: '/elections/ballot/:id', id: 'president' })
  })

  it.each(['/nowhere', '/elections/candidate/', '/elections/candidate/a/b', '//', ''])('is nothing at %s', (path) => {
    expect(patternAt(path)).toBeNull()
    expect(titleAt(path)).toBe('Page not found')
  })

  it('bears the nation’s name', () => {
    expect(titleInTab('Elections')).toBe('Elections · Nation')
    expect(titleInTab(titles['/'])).toBe('Nation: a government elected every week')
  })

  it('names who it is about', () => {
    const ada = { displayName: 'Ada', won: false, positionTitle: 'President' }
    expect(candidateTitle(ada)).toBe('Ada, candidate for President')
    expect(candidateTitle({ ...ada, won: true })).toBe('Ada, elected President')
    expect(officialTitle({ username: 'Ada', status: 'ACTIVE', position: 'President' })).toBe('Ada, President')
    const election = { startsAt: Date.UTC(2026, 10, 16), cancelled: null }
    expect(resultsTitle({ election, final: true })).toBe('Results of Week 47, 2026')
    expect(resultsTitle({ election, final: false })).toBe('Standings of Week 47, 2026')
    const cancelled = { ...election, cancelled: {} }
    expect(resultsTitle({ election: cancelled, final: false })).toBe('Cancelled election of Week 47, 2026')
    expect(officialTitle({ username: 'Ada', status: 'FORMER', position: 'President' })).toBe('Ada, formerly President')
  })

  it('is told apart from every other page', () => {
    const listed = Object.keys(titles).filter((pattern) => !pattern.startsWith('/elections/edit-profile'))
    expect(new Set(listed.map((pattern) => titleAt(pattern))).size).toBe(listed.length)
    expect(new Set(listed.map((pattern) => descriptions[pattern as keyof typeof titles])).size).toBe(listed.length)
  })
})

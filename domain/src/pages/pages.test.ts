import { describe, expect, it } from 'vitest'
import { pageAt, titleInTab } from '.'

describe('what a page says of itself', () => {
  it('is found by its path', () => {
    expect(pageAt('/')).toMatchObject({ pattern: '/', id: null })
    expect(pageAt('/elections/')).toMatchObject({ title: 'Elections', id: null })
    expect(pageAt('/elections/candidate/abc')).toMatchObject({ pattern: '/elections/candidate/:id', id: 'abc' })
    expect(pageAt('/elections/create-profile')).toMatchObject({ title: 'Run for Office' })
  })

  it.each(['/nowhere', '/elections/candidate/', '/elections/candidate/a/b', '//', ''])('is nothing at %s', (path) =>
    expect(pageAt(path)).toBeNull(),
  )

  it('bears the nation’s name', () => {
    expect(titleInTab('Elections')).toBe('Elections · Nation')
    expect(titleInTab()).toBe('Nation: a government elected every week')
  })
})

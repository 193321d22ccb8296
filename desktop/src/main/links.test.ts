import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TABS } from '../ipc/shapes'
import { linkAmong, readLink } from './links'

describe('a nation:// link', () => {
  it('opens the settings where the features were asked for, which are among them now', () => {
    expect(readLink('nation://open/features')).toEqual({ tab: 'settings' })
  })

  it.each(TABS)('opens the tab %s', (tab) => {
    expect(readLink(`nation://open/${tab}`)).toEqual({ tab })
  })

  it.each([
    'nation://open/members?tab=jobs',
    'nation://open/members/',
    'nation://open/__proto__',
    'nation://open/../jobs',
    'NATION://OPEN/members',
    'nation://console/api/admin/logout',
    'nation://',
    `nation://open/${'m'.repeat(100_000)}`,
  ])('with anything else in it leads to the start page: %s', (address) => {
    expect(readLink(address)).toEqual({ tab: null })
  })

  it('never leads anywhere but to a tab or the start page', () => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        const { tab } = readLink(`nation://${rest}`)
        return tab === null || rest === `open/${tab}`
      }),
    )
  })

  it('is found among the words of a start, and the program’s own name is none', () => {
    expect(linkAmong(['nation://open/jobs'])).toBeUndefined()
    expect(linkAmong(['console', '--flag', 'nation://open/jobs'])).toEqual({ tab: 'jobs' })
    expect(linkAmong(['console', 'nation:whatever'])).toEqual({ tab: null })
    expect(linkAmong(['console', '--flag'])).toBeUndefined()
  })
})

import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { storeInAnotherTab } from '../../../testing/in-another-tab'
import { emptyDraft } from './draft'
import { readDraft, saveDraft } from './stored-draft'
import { useDraft } from './use-draft'
import { fillStorage } from '../../../testing/full-storage'

const storageKey = 'nation.draft.candidacy.ada'
const inAnotherTab = () => storeInAnotherTab(storageKey, JSON.stringify({ ...emptyDraft, bio: 'Baker.' }))
afterEach(() => localStorage.clear())

it('A candidacy that is written in two tabs is one draft: neither loses what the other has', () => {
  const { result } = renderHook(() => useDraft({ storageKey, initial: emptyDraft }))
  inAnotherTab()
  act(() => result.current.change({ vision: 'Bread for all.' }))
  expect(result.current.draft).toMatchObject({ bio: 'Baker.', vision: 'Bread for all.' })
  expect(readDraft(storageKey)?.draft).toMatchObject({ bio: 'Baker.', vision: 'Bread for all.' })
})

it('A form that begins anew stays what it is, whatever another tab writes', () => {
  saveDraft(storageKey, { ...emptyDraft, bio: 'Old.' })
  const { result } = renderHook(() => useDraft({ storageKey, initial: emptyDraft, anew: true }))
  inAnotherTab()
  expect(result.current.draft.bio).toBe('')
})

it('A candidacy that another tab has sent is written here no more: the form is as it was at first, and asks nothing', () => {
  const { result } = renderHook(() => useDraft({ storageKey, initial: { ...emptyDraft, displayName: 'Ada' } }))
  act(() => result.current.change({ vision: 'Bread for all.' }))
  inAnotherTab()
  storeInAnotherTab(storageKey, null)
  expect(result.current).toMatchObject({ changed: false, draft: { displayName: 'Ada', bio: '', vision: '' } })
  act(() => result.current.change({ bio: 'Miller.' }))
  expect(readDraft(storageKey)?.draft).toEqual({ ...emptyDraft, displayName: 'Ada', bio: 'Miller.' })
})

it('A draft from an earlier visit goes when another tab sends it, and stays when that tab discards another text', () => {
  saveDraft(storageKey, { ...emptyDraft, bio: 'Old.' })
  const { result } = renderHook(() => useDraft({ storageKey, initial: emptyDraft }))
  storeInAnotherTab(storageKey, null)
  expect([result.current.restored, result.current.draft.bio]).toEqual([false, ''])
  act(() => result.current.change({ bio: 'Newer.' }))
  act(() => {
    const event = { key: storageKey, oldValue: JSON.stringify({ ...emptyDraft, bio: 'Old.' }), newValue: null }
    dispatchEvent(new StorageEvent('storage', event))
  })
  expect(result.current.draft.bio).toBe('Newer.')
})

it('An edit that began from another state of the profile is not followed: it would revert what was saved since', () => {
  const { result } = renderHook(() => useDraft({ storageKey, initial: emptyDraft, base: 2 }))
  const theirs = (bio: string, base: number) =>
    storeInAnotherTab(storageKey, JSON.stringify({ ...emptyDraft, bio, base }))
  theirs('As it was before.', 1)
  expect(result.current.draft.bio).toBe('')
  theirs('As it is.', 2)
  expect(result.current.draft.bio).toBe('As it is.')
})

it('A draft that the device cannot store is known to last only as long as the page', () => {
  const { result } = renderHook(() => useDraft({ storageKey, initial: emptyDraft }))
  const makeRoom = fillStorage()
  act(() => result.current.change({ bio: 'Baker.' }))
  expect(result.current).toMatchObject({ kept: false, draft: { bio: 'Baker.' } })
  makeRoom()
  act(() => result.current.change({ bio: 'Miller.' }))
  expect(result.current.kept).toBe(true)
})

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { followStored, readStored } from '../../../lib/store/device'
import type { Draft } from './draft'
import { saveDraft, readDraft, textOf } from './stored-draft'
import type { SectionProps } from './section'

interface Options {
  /** The key under which this device stores it. */
  readonly storageKey: string
  /** What is there before anything is written. */
  readonly initial: Draft
  /** When what is edited was changed last; null for something new. */
  readonly base?: number | null
  /** Begin with `initial`, also where a draft is stored. */
  readonly anew?: boolean
}

/**
 * A draft that survives leaving and reloading: stored on this device with every change. What another tab writes under the same key is
 * shown here, too, except where this form begins anew, or where that tab's edit began from another state of the profile. Once another tab
 * has sent or discarded what is shown here, this form is as it was at first.
 */
export function useDraft({ storageKey, initial, base = null, anew = false }: Options) {
  const [stored] = useState(() => (anew ? null : readDraft(storageKey)))
  const [draft, setDraft] = useState<Draft>(() => stored?.draft ?? initial)
  const [changed, setChanged] = useState(false)
  const [discarded, setDiscarded] = useState(false)
  const [kept, setKept] = useState(true)
  // What was written last, also by two changes between two drawings of the page.
  const latest = useRef(draft)
  const first = useRef(initial)
  useLayoutEffect(() => void (first.current = initial))
  // The text that is stored for what is shown.
  const shown = useRef(stored && readStored(storageKey))
  const reset = useCallback(() => {
    shown.current = null
    setKept(true)
    setChanged(false)
    setDiscarded(true)
    setDraft((latest.current = first.current))
  }, [])
  useEffect(() => {
    if (anew) return
    const hear = () => {
      const theirs = readDraft(storageKey)
      if (!theirs) return reset()
      if (theirs.base !== base) return
      shown.current = readStored(storageKey)
      setDraft((latest.current = theirs.draft))
    }
    return followStored(storageKey, hear, () => shown.current)
  }, [storageKey, anew, base, reset])
  const restored = stored !== null && !discarded
  const change: SectionProps['change'] = (part) => {
    latest.current = { ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) }
    setChanged(true)
    setDraft(latest.current)
    shown.current = textOf(latest.current, base)
    setKept(saveDraft(storageKey, latest.current, base))
  }
  return {
    draft,
    change,
    /** Whether something was written on this visit. */
    changed,
    /** Whether this device could store what was written last. */
    kept,
    /** Whether this is what was written on an earlier visit. */
    restored,
    /** Whether what is edited was changed by another hand since this draft began. */
    outdated: restored && stored.base !== null && stored.base !== base,
    /** It was sent: the stored draft is deleted, and what is seen stays. */
    settle: () => {
      setChanged(false)
      shown.current = null
      saveDraft(storageKey, null)
    },
    /** Back to what was there before anything was written. */
    discard: () => {
      reset()
      saveDraft(storageKey, null)
    },
  }
}

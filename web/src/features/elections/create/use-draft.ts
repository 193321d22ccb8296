import { useState } from 'react'
import { emptyDraft, keepDraft, readDraft } from './draft'
import type { Draft } from './draft'

/** A draft that survives leaving and reloading: kept on this device with every change. */
export function useDraft(uid: string, displayName: string) {
  const [kept] = useState(() => readDraft(uid))
  const [draft, setDraft] = useState<Draft>(() => kept ?? { ...emptyDraft, displayName })
  const [changed, setChanged] = useState(false)
  const [discarded, setDiscarded] = useState(false)
  return {
    draft,
    /** Whether something was written on this visit. */
    changed,
    /** Whether this is what was written on an earlier visit. */
    restored: kept !== null && !discarded,
    change: (part: Partial<Draft>) => {
      const next = { ...draft, ...part }
      setChanged(true)
      setDraft(next)
      keepDraft(uid, next)
    },
    discard: () => {
      setChanged(false)
      setDiscarded(true)
      setDraft({ ...emptyDraft, displayName })
      keepDraft(uid, null)
    },
  }
}

import { useEffect, useState } from 'react'
import { emptyDraft, keepDraft, readDraft } from './draft'
import type { Draft } from './draft'

const WRITING_PAUSE = 300

/** A draft that survives leaving and reloading: kept on this device while it is written. */
export function useDraft(uid: string, displayName: string) {
  const [kept] = useState(() => readDraft(uid))
  const [draft, setDraft] = useState<Draft>(() => kept ?? { ...emptyDraft, displayName })
  const [touched, setTouched] = useState(kept !== null)

  useEffect(() => {
    if (!touched) return
    const timer = setTimeout(() => keepDraft(uid, draft), WRITING_PAUSE)
    return () => {
      clearTimeout(timer)
      keepDraft(uid, draft)
    }
  }, [uid, draft, touched])

  return {
    draft,
    restored: kept !== null,
    touched,
    change: (part: Partial<Draft>) => {
      setTouched(true)
      setDraft((before) => ({ ...before, ...part }))
    },
    discard: () => {
      setDraft({ ...emptyDraft, displayName })
      setTouched(false)
      keepDraft(uid, null)
    },
  }
}

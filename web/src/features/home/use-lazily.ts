import { startTransition, useEffect, useState } from 'react'
import type { ComponentType } from 'react'

/** A part of the page whose code is loaded when it is wanted. A failure is shown, and can be tried again. */
export function useLazily<Props = object>(load: () => Promise<{ default: ComponentType<Props> }>, wanted: boolean) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const [failures, setFailures] = useState(0)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!wanted) return
    let open = true
    load().then(
      (module) => open && startTransition(() => setPart(() => module.default)),
      () => open && setFailures((count) => count + 1),
    )
    return () => {
      open = false
    }
  }, [wanted, attempt, load])
  return { Part, failed: failures > attempt, again: () => setAttempt((count) => count + 1) }
}

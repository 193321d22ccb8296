import { useEffect, useState } from 'react'

/** How long a copy is confirmed (requirements 1.2). */
export const CONFIRMED = 2000

/** Copies a text, and says for two seconds how that went. */
export function useCopy(): ['copied' | 'failed' | null, (text: string) => void] {
  const [copied, setCopied] = useState<{ outcome: 'copied' | 'failed' } | null>(null)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(null), CONFIRMED)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string) => {
    // Without a secure origin there is no clipboard.
    const writing = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'))
    writing.then(
      () => setCopied({ outcome: 'copied' }),
      () => setCopied({ outcome: 'failed' }),
    )
  }
  return [copied?.outcome ?? null, copy]
}

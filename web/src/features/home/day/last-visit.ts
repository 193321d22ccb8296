import { newsSince, visitNow, type Visits } from '@nation/domain/participation'
import { useEffect, useState } from 'react'
import { serverNow } from '../../../lib/server-time'
import { keep, readStored, VISIT_KEYS } from '../../../lib/store/device'

/** How often a device notes that it is still being looked at, in milliseconds. */
const NOTED_EVERY = 60_000

const keyOf = (uid: string) => `${VISIT_KEYS}${uid}`

/** A citizen's visits as this device has stored them; null where there are none, or where they cannot be read. */
function visitsOf(uid: string): Visits | null {
  try {
    const { since, seen } = JSON.parse(readStored(keyOf(uid)) ?? 'null') as Record<string, unknown>
    if (typeof seen !== 'number' || !(since === null || typeof since === 'number')) return null
    return { since, seen }
  } catch {
    return null
  }
}

/**
 * Since when things are news to a citizen on this device, in epoch milliseconds; null on their first visit. While they look, it is
 * noted that they do: when they come back another day, another visit begins (decision 89).
 */
export function useNewsSince(uid: string): number | null {
  const [visit, setVisit] = useState(() => visitNow(visitsOf(uid), serverNow()))
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      const next = visitNow(visitsOf(uid), serverNow())
      keep(keyOf(uid), JSON.stringify(next))
      setVisit((shown) => (shown.since === next.since ? shown : next))
    }
    look()
    const timer = setInterval(look, NOTED_EVERY)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [uid])
  return newsSince(visit, serverNow())
}

import { useEffect } from 'react'
import { onLiveEvent } from '../../../lib/live/live'
import type { LiveEvent } from '../../../lib/live/live'
import { serverNow } from '../../../lib/server-time'
import { toast } from '../../../ui'

/** How long a celebration is on screen (requirements 1.2). */
export const CELEBRATION = 7000
/** Older joins are not celebrated: a tab that slept does not play its backlog. */
const NEWS_FOR = 60_000
/** When many join at once, they are not celebrated one by one. */
const BREATH = 1500

const messages: readonly ((name: string) => string)[] = [
  (name) => `${name} has just become a citizen. Welcome to the nation!`,
  (name) => `The nation grows: welcome, ${name}!`,
  (name) => `A new voice in the capital: ${name} has joined.`,
  (name) => `Ring the bells! ${name} is a citizen now.`,
  (name) => `${name} has arrived, and Monday got one vote closer.`,
  (name) => `Make room at the ballot box for ${name}!`,
]

/** The words of a celebration; chance between 0 and 1 picks them. */
export function celebrationOf(event: LiveEvent, now: number, chance: number): string | null {
  if (event.kind !== 'citizens.joined' || now - event.at > NEWS_FOR) return null
  const { username } = event.facts
  const name = typeof username === 'string' && username.trim() ? username : 'A new citizen'
  return messages[Math.floor(chance * messages.length)]!(name)
}

/** Celebrates each citizen who joins while the page is open; calls back for each, for the fireworks. */
export function useCelebrations(onJoin: () => void): void {
  useEffect(() => {
    let last = -Infinity
    return onLiveEvent((event) => {
      const message = celebrationOf(event, serverNow(), Math.random())
      if (message === null || performance.now() - last < BREATH) return
      last = performance.now()
      toast.success(message, CELEBRATION)
      onJoin()
    })
  }, [onJoin])
}

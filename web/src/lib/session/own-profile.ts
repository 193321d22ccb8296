import { profileAfter } from '@nation/domain/events/own'
import { useEffect } from 'react'
import { call } from '../api/client'
import { onLiveEvent, onLiveReset } from '../live/live'
import type { LiveEvent } from '../live/live'
import { forget, queryClient, useCall } from '../query/query'
import { holdRefreshes } from '../query/hold-refreshes'
import { useSession } from './session'
import type { OwnProfile } from './session'

/**
 * Takes over the citizen's own profile as it was just read, everywhere it is shown.
 * @param readsAnew whether what depends on it is read again also where nothing of it changed
 */
export function takeOver(user: OwnProfile, readsAnew = true): void {
  const { user: before } = useSession.getState()
  // A late answer does not bring a citizen back who signed out meanwhile, or in as another one.
  if (before?.uid !== user.uid) return
  useSession.setState({ user })
  queryClient.setQueryData(['user.get-user', { uid: user.uid }], { success: true, user })
  if (!readsAnew && JSON.stringify(before) === JSON.stringify(user)) return
  void forget(['holdings.get', 'token-balance.get', 'votes.status', 'candidates.mine'])
}

/** The citizen's own profile, read when a screen about it opens. It goes to the session, too. */
export function useOwnProfile(uid: string) {
  const query = useCall('user.get-user', { uid })
  const read = query.data?.user
  useEffect(() => {
    if (read && 'isAdmin' in read && useSession.getState().user?.uid === read.uid) useSession.setState({ user: read })
  }, [read])
  return query
}

/**
 * Reads one's own profile past the cache. A reading that is under way may be older than what is asked about: it is given up. Who reads it
 * because a call was refused reads nothing else again where it is as it was: that call would be refused again, and so on.
 */
export async function readOwnProfile(uid: string, because: 'news' | 'refusal' = 'news'): Promise<void> {
  const input = { uid }
  const queryKey = ['user.get-user', input]
  await queryClient.cancelQueries({ queryKey, exact: true })
  const answer = await queryClient
    .fetchQuery({ queryKey, queryFn: ({ signal }) => call('user.get-user', input, { signal }), staleTime: 0 })
    .catch(() => null)
  if (answer && 'isAdmin' in answer.user) takeOver(answer.user, because === 'news')
}

const profileOf: Readonly<Record<string, 'subject' | 'everybody' | 'officials'>> = profileAfter

/** News of one kind seldom comes alone: a burst is one reading. */
const GATHER = 500
/** What changes everybody's balance is heard by every browser at once; they come one after the other. */
const SPREAD = 8_000

/** Whether a citizen's role may be another after an event: they may do other things from then on, and read so at once. */
function changesRole({ kind, subject, facts }: LiveEvent, uid: string): boolean {
  const whose = Object.hasOwn(profileOf, kind) ? profileOf[kind] : undefined
  if (whose === 'subject') return subject === uid && ('office' in facts || 'isAdmin' in facts)
  if (whose !== 'officials') return false
  const isSeated = JSON.stringify(facts.seats ?? []).includes(uid)
  return isSeated || (useSession.getState().user?.governmentRole ?? null) !== null
}

/** Reads one's own profile again when the nation says that it changed: the header shows it on every page. */
export function useOwnNews(uid: string | undefined): void {
  useEffect(() => {
    if (uid === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = (forAll: boolean) => {
      timer ??= setTimeout(() => void readAgain(), GATHER + (forAll ? Math.random() * SPREAD : 0))
    }
    const stop = onLiveEvent((event) => {
      const { kind, subject } = event
      if (changesRole(event, uid)) {
        clearTimeout(timer)
        return holdRefreshes(readAgain())
      }
      const whose = Object.hasOwn(profileOf, kind) ? profileOf[kind] : undefined
      if (whose === 'everybody' || (whose === 'subject' && subject === uid)) soon(whose === 'everybody')
    })
    const stopResets = onLiveReset(() => soon(true))
    const readAgain = () => {
      timer = undefined
      return readOwnProfile(uid)
    }
    return () => {
      stop()
      stopResets()
      clearTimeout(timer)
    }
  }, [uid])
}

import { profileAfter } from '@nation/domain/events/manifest'
import { useEffect } from 'react'
import { call } from '../../lib/api/client'
import { onLiveEvent, onLiveReset } from '../../lib/live/live'
import { forget, queryClient, useCall } from '../../lib/query/query'
import { useSession } from '../../lib/session/session'
import type { OwnProfile } from '../../lib/session/session'

/** Takes over one's own profile as the nation just told it: everywhere it is shown. */
export function takeOver(user: OwnProfile): void {
  const { user: before } = useSession.getState()
  // Whoever signed out meanwhile, or in as somebody else, is not brought back by a late answer.
  if (before?.uid !== user.uid) return
  useSession.setState({ user })
  queryClient.setQueryData(['user.get-user', { uid: user.uid }], { success: true, user })
  void forget(['holdings.get', 'token-balance.get', 'votes.status', 'candidates.mine'])
}

/** One's own profile, asked for when a screen about it opens. What is told goes to the session, too. */
export function useOwnProfile(uid: string) {
  const query = useCall('user.get-user', { uid })
  const told = query.data?.user
  useEffect(() => {
    if (told && 'isAdmin' in told && useSession.getState().user?.uid === told.uid) useSession.setState({ user: told })
  }, [told])
  return query
}

const profileOf: Readonly<Record<string, 'subject' | 'everybody'>> = profileAfter

/** News of one kind seldom comes alone: a burst is one reading. */
const GATHER = 500
/** What changes everybody's balance is heard by every browser at once; they come one after the other. */
const SPREAD = 8_000

/** Reads one's own profile again when the nation says that it changed: the header shows it on every page. */
export function useOwnNews(uid: string | undefined): void {
  useEffect(() => {
    if (uid === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = (forAll: boolean) => {
      timer ??= setTimeout(() => void readAgain(), GATHER + (forAll ? Math.random() * SPREAD : 0))
    }
    const stop = onLiveEvent(({ kind, subject }) => {
      const whose = Object.hasOwn(profileOf, kind) ? profileOf[kind] : undefined
      if (whose === 'everybody' || (whose === 'subject' && subject === uid)) soon(whose === 'everybody')
    })
    const stopResets = onLiveReset(() => soon(true))
    const readAgain = async () => {
      timer = undefined
      const input = { uid }
      const answer = await queryClient
        .fetchQuery({ queryKey: ['user.get-user', input], queryFn: () => call('user.get-user', input), staleTime: 0 })
        .catch(() => null)
      if (answer && 'isAdmin' in answer.user) takeOver(answer.user)
    }
    return () => {
      stop()
      stopResets()
      clearTimeout(timer)
    }
  }, [uid])
}

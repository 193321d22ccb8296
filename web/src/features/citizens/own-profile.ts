import { useEffect } from 'react'
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

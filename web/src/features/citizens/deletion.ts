import { create } from 'zustand'
import { call } from '../../lib/api/client'
import { signOut, useSession } from '../../lib/session/session'
import { removeDraftsOf } from '../../lib/store/device'

/** A deletion that was ordered in this tab. The former citizen is signed out, and may watch it to its end. */
export const useDeletion = create<{ readonly deletionId: string | null }>(() => ({ deletionId: null }))

/**
 * Deletes the account, and leaves.
 * @param givesUpCents the salary that the citizen is owed and gives up
 * @throws ApiError
 */
export async function deleteAccount(confirm: string, givesUpCents: number): Promise<void> {
  const uid = useSession.getState().user?.uid
  const { deletionId } = await call('user.delete-account', { confirm, ...(givesUpCents > 0 && { givesUpCents }) })
  useDeletion.setState({ deletionId })
  // The session is over already; this notifies the other tabs, and deletes the cookie.
  await signOut().catch(() => {})
  if (uid) removeDraftsOf(uid)
}

import type { GovernmentRole } from '@nation/domain/permissions'
import type { CallAnswer } from '@nation/domain/contract'
import { officeTitle } from '@nation/domain/elections'
import { ApiError } from '../../../lib/api/api-error'
import { confirm, toast } from '../../../ui'
import { usePanel, usePanelChange } from '../panel-session'
import { isOffline } from '../replica/use-offline'

export type ManagedUser = CallAnswer<'admin.users'>['users'][number]

const changed = ['admin.users', 'members.get-all', 'members.get-government', 'system.stats'] as const

/** Why a role was not given, where the nation says it; otherwise the words that the requirements ask for (requirements 2.8). */
function problemOf(error: unknown): string {
  const refused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'invalid_input'
  return refused ? error.sentence : 'Failed to update role'
}

/** Gives and takes away the roles of one member; asks before each. */
export function useRoles(user: Pick<ManagedUser, 'uid' | 'username' | 'governmentRole'>) {
  const office = usePanelChange('members.update-role', changed)
  const rights = usePanelChange('admin.update-role', changed)
  const outcome = (done: string) => ({
    onSuccess: () => toast.success(done),
    onError: (error: Error) => toast.error(problemOf(error)),
  })

  const appoint = async (governmentRole: GovernmentRole | 'citizen') => {
    const { username } = user
    if (!mayGoOn()) return
    const held = user.governmentRole
    const removing = governmentRole === 'citizen'
    if (removing && held === null) return
    const title = officeTitle(removing ? held! : governmentRole)
    const sure = await confirm({
      title: removing ? 'Remove from office?' : 'Appoint to office?',
      message: removing ? `Remove ${username} from ${title}?` : `Appoint ${username} as ${title}?`,
      confirm: removing ? 'Remove' : 'Appoint',
      danger: removing,
    })
    if (!sure) return
    office.mutate(
      {
        userId: user.uid,
        role: removing ? 'citizen' : 'government',
        governmentRole,
        // The office that the administrator saw: the member may hold another one by now.
        ...(removing && { fromOffice: held! }),
      },
      outcome(removing ? `${username} holds no office any more.` : `${username} is ${title} now.`),
    )
  }

  const setRight = async (right: 'isAdmin' | 'isModerator', on: boolean) => {
    const { username } = user
    if (!mayGoOn()) return
    const name = right === 'isAdmin' ? 'an administrator' : 'a moderator'
    const sure = await confirm({
      title: on ? `Make ${username} ${name}?` : `Take that away from ${username}?`,
      message:
        right === 'isAdmin'
          ? on
            ? 'Administrators may do everything on the site and in the dashboard; the panel has a password of its own.'
            : `${username} is no longer an administrator from then on. A panel account of theirs is revoked: only a command on the server gives it back.`
          : on
            ? 'Moderators may take down what others wrote.'
            : `${username} is no longer a moderator from then on.`,
      confirm: on ? 'Yes, do it' : 'Take it away',
      danger: right === 'isAdmin' || !on,
    })
    if (!sure) return
    rights.mutate(
      { userId: user.uid, [right]: on },
      outcome(`${username} is ${on ? '' : 'no longer '}${name}${on ? ' now' : ''}.`),
    )
  }

  return { appoint, setRight, busy: office.isPending || rights.isPending }
}

/**
 * Appointments and powers are given online, by an administrator who gave the panel's password (decision 88). Says so
 * where they are not.
 */
function mayGoOn(): boolean {
  const need = 'Appointments and powers need a connection.'
  if (usePanel.getState().token === null) toast.warning(`${need} Please sign in to the panel again.`)
  else if (isOffline()) toast.warning(`${need} Nothing was changed.`)
  else return true
  return false
}

import type { GovernmentRole } from '@nation/domain/permissions'
import { officeTitle } from '@nation/domain/elections'
import { ApiError } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { confirm, take, toast } from '../../../ui'
import type { Member } from '../../government'

const changed = ['members.get-government', 'members.get-all', 'government.overview', 'government.office'] as const

/** The element of an office in the chart. */
export const slotId = (office: GovernmentRole): string => `office-${office}`

/** The nation's own sentence where it refuses; otherwise the words that the requirements ask for (requirements 2.8). */
function problemOf(error: unknown): string {
  const refused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'invalid_input'
  return refused ? error.sentence : 'Failed to update appointment'
}

/** Fills and vacates seats; asks before each. When it is done the focus goes to the office: the button that was pressed may be gone. */
export function useSeats(office: GovernmentRole) {
  const role = useChange('members.update-role', changed)
  const resignation = useChange('government.resign', changed)
  const onError = (error: Error) => toast.error(problemOf(error))
  const onSettled = () => {
    const slot = document.getElementById(slotId(office))
    if (slot) take(slot)
  }
  const outcome = { onSuccess: () => toast.success('Staff appointment updated successfully!'), onError, onSettled }

  const appoint = async (member: { readonly id: string; readonly username: string }) => {
    const sure = await confirm({
      title: 'Appoint to office?',
      message: `Appoint ${member.username} as ${officeTitle(office)}?`,
      confirm: 'Appoint',
    })
    if (sure) role.mutate({ userId: member.id, role: 'government', governmentRole: office }, outcome)
  }

  const remove = async ({ uid, username, governmentRole }: Member) => {
    const sure = await confirm({
      title: 'Remove from office?',
      message: `Remove ${username} from ${officeTitle(governmentRole)}?`,
      confirm: 'Remove',
      danger: true,
    })
    if (!sure) return
    role.mutate({ userId: uid, role: 'citizen', governmentRole: 'citizen', fromOffice: governmentRole }, outcome)
  }

  const resign = async () => {
    const sure = await confirm({
      title: `Resign as ${officeTitle(office)}?`,
      message: 'Your seat is vacant at once. A paid office is paid for the time that you served.',
      confirm: 'Resign',
      danger: true,
    })
    if (sure) resignation.mutate({ office }, { onSuccess: ({ message }) => toast.success(message), onError, onSettled })
  }

  return { appoint, remove, resign, busy: role.isPending || resignation.isPending }
}

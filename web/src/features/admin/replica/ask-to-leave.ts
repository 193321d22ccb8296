import { confirm } from '../../../ui'
import { leavePanel } from '../panel-session'
import { useReplica } from './use-replica'

/**
 * Leaves the panel. The console's copy goes along, and with it what was not sent: that is asked for.
 * @returns whether the panel was left
 */
export async function askToLeave(): Promise<boolean> {
  const unsent = useReplica.getState().entries.length
  const sure =
    unsent === 0 ||
    (await confirm({
      title: 'Leave without sending?',
      message: `${unsent} ${unsent === 1 ? 'change was' : 'changes were'} not sent yet. Whoever leaves the panel loses them.`,
      confirm: 'Leave and lose them',
      danger: true,
    }))
  if (sure) await leavePanel()
  return sure
}

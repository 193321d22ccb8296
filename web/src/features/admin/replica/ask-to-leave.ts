import { confirm } from '../../../ui'
import { leavePanel } from '../panel-session'
import { changesInWords } from './status-words'
import { useReplica } from './use-replica'

/**
 * Leaves the panel. The console's copy goes along, and with it what was not sent, also by other administrators of this computer: that is
 * asked for.
 * @returns whether the panel was left
 */
export async function askToLeave(): Promise<boolean> {
  const { entries, state } = useReplica.getState()
  const lost = unsentInWords(entries.length, state?.otherEntries ?? 0)
  const sure =
    lost === null ||
    (await confirm({
      title: 'Leave without sending?',
      message: `${lost} not sent yet. Leaving the panel deletes all unsent changes on this computer.`,
      confirm: 'Leave and lose them',
      danger: true,
    }))
  if (sure) await leavePanel()
  return sure
}

/**
 * Asks whether to leave the window's copy, which goes on by itself where it is stored. One that is in memory ends with the window: where no
 * key is stored, the panel is left; what was written with another key stays.
 * @returns whether to go on
 */
export async function askToGoBack(): Promise<boolean> {
  const { replica, state, entries } = useReplica.getState()
  if (replica === null || state?.notice === 'noKey') return askToLeave()
  if (state?.notice !== 'wrongKey' || entries.length === 0) return true
  return confirm({
    title: 'Go back without sending?',
    message: `${unsentInWords(entries.length, 0)} not sent yet. Unsent changes are only in memory and are lost when this window closes.`,
    confirm: 'Go back and lose them',
    danger: true,
  })
}

/** What is lost, as the beginning of a sentence, with its verb; null where nothing is. */
function unsentInWords(own: number, others: number): string | null {
  const verb = own + others === 1 ? 'was' : 'were'
  if (others === 0) return own === 0 ? null : `${changesInWords(own)} ${verb}`
  const theirs = `${changesInWords(others)} of another administrator`
  return `${own === 0 ? theirs : `${changesInWords(own)} of yours and ${theirs}`} ${verb}`
}

import { commandOf, type CommandCall } from '@nation/domain/commands'
import { NeedsToBeOnline, type NewCommand } from '../../../lib/replica/outbox'
import { toast } from '../../../ui'
import { useReplica } from './use-replica'

/**
 * What the copy has of the row that a command is about: the command rests on it. A screen takes it before it asks whether to go on, so
 * that what comes while the question is open is noticed as another administrator's change.
 */
export function rowSeen(call: CommandCall, input: Readonly<Record<string, unknown>>): NewCommand['base'] {
  const { table, subject } = commandOf(call)
  const { replica } = useReplica.getState()
  if (!replica || subject === undefined) return null
  return replica.memory.table(table).get(String(input[subject])) ?? null
}

/**
 * Adds a command to the outbox of the copy. Its effect is shown at once; it is sent when the server can be reached. A toast says when
 * it could not be stored.
 * @returns whether it was queued
 */
export async function addCommand(command: NewCommand): Promise<boolean> {
  const { replica, state } = useReplica.getState()
  if (!replica) return false
  try {
    await replica.addCommand(command)
    if (state?.contact !== 'online') toast.info('Stored on this computer. It is sent when the server can be reached.')
    return true
  } catch (error) {
    toast.error(
      error instanceof NeedsToBeOnline ? 'This needs a connection.' : 'This could not be stored. Is the disk full?',
    )
    return false
  }
}

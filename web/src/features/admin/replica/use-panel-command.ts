import type { CommandCall } from '@nation/domain/commands'
import type { CallRequest } from '@nation/domain/contract'
import type { JsonCallId } from '../../../lib/api/client'
import { usePanelChange } from '../panel-session'
import { useReplica } from './use-replica'
import { queueCommand } from './use-command'

interface Outcome {
  readonly onSuccess: () => void
  readonly onError: (error: Error) => void
}

/**
 * A change that may wait: queued in the console's copy where there is one, made at once elsewhere. What could not be queued is said in a
 * toast.
 */
export function usePanelCommand<Id extends CommandCall & JsonCallId>(id: Id, changes: readonly JsonCallId[]) {
  const waits = useReplica(({ replica }) => replica !== null)
  const change = usePanelChange(id, changes)
  return {
    /** Whether success means that it was queued, and not that it was done. */
    waits,
    isPending: change.isPending,
    run(input: CallRequest<Id>, outcome: Outcome): void {
      if (!waits) return change.mutate(input, outcome)
      void queueCommand({ call: id, input: input as Readonly<Record<string, unknown>> }).then((isQueued) => {
        if (isQueued) outcome.onSuccess()
      })
    },
  }
}

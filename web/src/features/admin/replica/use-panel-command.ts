import type { CommandCall } from '@nation/domain/commands'
import { useRef, useState } from 'react'
import type { CallRequest } from '@nation/domain/contract'
import type { JsonCallId } from '../../../lib/api/client'
import { usePanelChange } from '../panel-session'
import type { NewCommand } from '../../../lib/replica/outbox'
import { useReplica } from './use-replica'
import { addCommand, rowSeen } from './use-command'

interface Outcome {
  readonly onSuccess: () => void
  readonly onError: (error: Error) => void
}

/**
 * A change that may wait. With a copy it is added to the outbox, otherwise it is made at once. A toast says when it could not be added.
 * One that is being added or made is not begun a second time.
 */
export function usePanelCommand<Id extends CommandCall & JsonCallId>(id: Id, changes: readonly JsonCallId[]) {
  const waits = useReplica(({ replica }) => replica !== null)
  const change = usePanelChange(id, changes)
  const isAdding = useRef(false)
  const [adding, setAdding] = useState(false)
  const setIsAdding = (is: boolean) => setAdding((isAdding.current = is))
  return {
    /** Whether success means that the change was queued, and not that it was made. */
    waits,
    isPending: change.isPending || adding,
    /** The row that it is about, as it is now: taken before it is asked whether to go on. */
    seen: (input: Readonly<Record<string, unknown>>) => rowSeen(id, input),
    /** @param base what it rests on, as `seen` answered; null where a row is made */
    run(input: CallRequest<Id>, base: NewCommand['base'], outcome: Outcome): void {
      if (isAdding.current || change.isPending) return
      if (!waits) return change.mutate(input, outcome)
      setIsAdding(true)
      void addCommand({ call: id, input: input as Readonly<Record<string, unknown>>, base }).then((isQueued) => {
        setIsAdding(false)
        if (isQueued) outcome.onSuccess()
      })
    },
  }
}

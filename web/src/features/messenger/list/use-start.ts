import { ApiError } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { toast } from '../../../ui'
import type { RoomId } from '../types'

export const failedToStart = 'Failed to start conversation'

/** Refusals that say more than the general sentence. */
const telling = new Set(['conversation_with_oneself', 'citizen_not_found', 'requests_full', 'rate_limited'])

/** Finds or begins the conversation with a citizen, and returns its id; a failure is shown. */
export function useStart(onOpen: (id: RoomId) => void) {
  const start = useChange('messenger.start-conversation', [])
  const open = (recipientId: string, onFailed: () => void = () => {}) =>
    start.mutate(
      { recipientId },
      {
        onSuccess: ({ conversationId }) => onOpen(conversationId),
        onError: (error) => {
          toast.error(error instanceof ApiError && telling.has(error.code) ? error.sentence : failedToStart)
          onFailed()
        },
      },
    )
  return { open, isPending: start.isPending }
}

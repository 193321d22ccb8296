import { useState } from 'react'
import { sentenceOf } from '../../../lib/api/api-error'
import { useChange } from '../../../lib/query/query'
import { confirm, toast } from '../../../ui'
import type { Report } from './use-reports'

/**
 * What is done about reports and mutes at the press of a button. It belongs to the screen, so that it goes on where its card has left
 * the list. `busy`: the ids of the messages and citizens for which something is under way.
 */
export function useModeration() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const { mutateAsync: remove } = useChange('messenger.delete-message', ['messenger.get-reports'])
  const { mutateAsync: unmute } = useChange('messenger.unmute', ['messenger.get-reports', 'messenger.get-mutes'])
  const during = async (id: string, work: Promise<unknown>, done: string, after?: () => void) => {
    setBusy((before) => new Set([...before, id]))
    try {
      await work
      toast.success(done)
      after?.()
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy((before) => new Set([...before].filter((one) => one !== id)))
    }
  }
  return {
    busy,
    /** Deletes the message of a report, when the question is answered with yes. */
    remove: async ({ reported, messages }: Report) => {
      const messageId = messages.find((one) => one.reported)?.messageId
      if (messageId === undefined) return
      const sure = await confirm({
        title: 'Delete message',
        message: `Are you sure you want to delete this message of ${reported.username}? Readers will see that it was deleted. The report keeps it.`,
        confirm: 'Delete',
        danger: true,
      })
      if (sure) await during(messageId, remove({ messageId }), 'The message is deleted.')
    },
    /** Ends a mute; `after` is done when it is ended. */
    unmute: ({ id, username }: Report['reported'], after?: () => void) =>
      during(id, unmute({ citizenId: id }), `${username} may write again.`, after),
  }
}

export type Moderation = ReturnType<typeof useModeration>

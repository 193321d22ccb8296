import type { GovernmentRole } from '@nation/domain/permissions'
import { isOfOffice, taskAssignees } from '@nation/domain/tasks'
import { useEffect } from 'react'
import { onLiveEvent, type LiveEvent } from '../../lib/live/live'
import { serverNow } from '../../lib/server-time'
import { toast } from '../../ui'

/** A reminder that arrives later than this was sent while the page slept: the list shows it, too. */
const NEWS_FOR = 10 * 60_000

/** The notice to an official when a task of their office is due; null when it is none of theirs, or no news. */
export function reminderOf({ kind, at, facts }: LiveEvent, office: GovernmentRole | null, now: number): string | null {
  const assignedTo = taskAssignees.find((one) => one === facts.assignedTo)
  if (kind !== 'tasks.reminded' || !assignedTo || !isOfOffice(assignedTo, office) || now - at > NEWS_FOR) return null
  const whose = assignedTo === 'all' ? 'for all officials' : 'of your office'
  return facts.reminder === 'due' ? `A task ${whose} is due now.` : `A task ${whose} is due in a day.`
}

/** Reminds the official who has the dashboard open of their tasks, by the workers' events. */
export function TaskReminders({ office }: { office: GovernmentRole | null }) {
  useEffect(
    () =>
      onLiveEvent((event) => {
        const words = reminderOf(event, office, serverNow())
        if (words !== null) toast.warning(words, 10_000)
      }),
    [office],
  )
  return null
}

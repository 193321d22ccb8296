import { useCall } from '../../../lib/query/query'

/** How many tasks the overview shows. */
export const shownTasks = 5

/** The open tasks of the reader's office and those that they took part in; overdue ones by themselves, the longest first. */
export function useMyTasks() {
  const overdue = useCall('government-tasks.get-tasks', { mine: true, overdue: true, limit: shownTasks })
  const open = useCall('government-tasks.get-tasks', { mine: true, status: 'open', limit: 2 * shownTasks })
  return { overdue, open }
}

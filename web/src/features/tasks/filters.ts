import type { CallRequest } from '@nation/domain/contract'
import { isOverdue, taskAssignees, taskLimits, taskPriorities, taskStatuses } from '@nation/domain/tasks'
import type { TaskAssignee, TaskPriority, TaskStatus } from '@nation/domain/tasks'
import { useSearchParams } from 'react-router-dom'
import type { Task } from './types'

/** Which tasks are shown at all; the other filters add to it. */
export type Show = 'all' | 'mine' | 'overdue' | 'person'

export interface TaskFilter {
  readonly show: Show
  readonly assignedTo: TaskAssignee | null
  readonly priority: TaskPriority | null
  readonly status: TaskStatus | null
  readonly person: string | null
}

/** Where a task is opened, whichever filters and page it is on. */
export const taskPath = (id: string): string => `/government?tab=tasks&task=${id}`

const among = <T extends string>(values: readonly T[], given: string | null): T | null =>
  values.find((value) => value === given) ?? null

/** The filters that an address names; what it names wrongly is left out. `byPerson` is the administrators'. */
export function filterOf(parameters: URLSearchParams, byPerson: boolean): TaskFilter {
  const show = among(['mine', 'overdue', 'person'], parameters.get('show')) ?? 'all'
  const isPerson = show === 'person'
  return {
    show: isPerson && !byPerson ? 'all' : show,
    assignedTo: among(taskAssignees, parameters.get('role')),
    priority: among(taskPriorities, parameters.get('priority')),
    status: among(taskStatuses, parameters.get('status')),
    person: isPerson && byPerson ? parameters.get('person') : null,
  }
}

/** The question that these filters come to. */
export function questionOf({
  show,
  assignedTo,
  priority,
  status,
  person,
}: TaskFilter): CallRequest<'government-tasks.get-tasks'> {
  return {
    limit: 20,
    ...(show === 'mine' && { mine: true }),
    ...(show === 'overdue' && { overdue: true }),
    ...(assignedTo && { assignedTo }),
    ...(priority && { priority }),
    ...(status && { status }),
    ...(person && { personId: person }),
  }
}

/** Whether what is open comes first, and what is completed is folded below it: where neither is asked for. */
export const isSplit = (filter: TaskFilter): boolean => listsOpenFirst(filter) && filter.status === null

/** Whether that is how tasks are listed where no status is asked for. */
export const listsOpenFirst = ({ show }: TaskFilter): boolean => show === 'all' || show === 'mine'

/** The question for one of the two lists: as long a page as there is, since the page is ordered by what presses. */
export const questionOfStatus = (
  filter: TaskFilter,
  status: TaskStatus,
): CallRequest<'government-tasks.get-tasks'> => ({
  ...questionOf({ ...filter, status }),
  limit: status === 'open' ? taskLimits.page : 20,
})

/** Open tasks by what presses: overdue ones first, then urgent ones, then those of high priority; among these the earlier due. */
export function byPressure(tasks: readonly Task[], now: number): Task[] {
  const rankOf = ({ status, dueDate, priority }: Task) => {
    const overdue = isOverdue({ status, dueAt: dueDate === null ? null : new Date(dueDate) }, new Date(now))
    return overdue ? -1 : ['urgent', 'high', 'normal'].indexOf(priority)
  }
  return tasks.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.dueDate ?? Infinity) - (b.dueDate ?? Infinity) || 0)
}

/** Whether anything is left out of the list. */
export const isFiltered = ({ show, assignedTo, priority, status }: TaskFilter): boolean =>
  show !== 'all' || assignedTo !== null || priority !== null || status !== null

const names = ['show', 'role', 'priority', 'status', 'person'] as const

/** The filters of the address, and the way to change them: a list can be left, sent to others and come back to. */
export function useFilter(byPerson: boolean) {
  const [parameters, setParameters] = useSearchParams()
  const change = (given: Partial<Record<(typeof names)[number], string | null>>) => {
    const next = new URLSearchParams(parameters)
    for (const [name, value] of Object.entries(given)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParameters(next, { replace: true, preventScrollReset: true })
  }
  return {
    filter: filterOf(parameters, byPerson),
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, null]))),
  }
}

import type { CallRequest } from '@nation/domain/contract'
import { call } from '../../lib/api/client'
import { usePages } from '../../lib/query/use-pages'

/** A list of tasks, page by page. */
export const useTasks = (question: CallRequest<'government-tasks.get-tasks'>, enabled = true) =>
  usePages(
    'government-tasks.get-tasks',
    question,
    (input, options) => call('government-tasks.get-tasks', input, options),
    { enabled },
  )

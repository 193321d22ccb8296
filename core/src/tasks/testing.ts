import type { CallInput, CallOutput } from '@nation/domain/contract'
import type { Citizen } from '../citizens/citizen.entity'
import { as } from '../elections/testing'
import type { Runtime } from '../platform'
import { submitTaskResponse } from './responses.service'
import { createTask } from './tasks.service'

type View = CallOutput<'government-tasks.create-task'>['task']

/** What a task is created with, with whatever the test says otherwise. */
export const newTask = (
  overrides: Partial<CallInput<'government-tasks.create-task'>> = {},
): CallInput<'government-tasks.create-task'> => ({
  title: 'Light the harbour steps',
  description: 'Ask three workshops what it costs.',
  priority: 'normal',
  assignedTo: 'all',
  dueDate: null,
  ...overrides,
})

/** A task by a citizen who may give tasks. */
export async function aTask(
  runtime: Runtime,
  maker: Citizen,
  overrides: Partial<CallInput<'government-tasks.create-task'>> = {},
): Promise<View> {
  return (await as(runtime, maker, (ctx) => createTask(ctx, newTask(overrides)))).task
}

/** A citizen responds to a task, as the call does. */
export const respondToTask = (
  runtime: Runtime,
  who: Citizen,
  taskId: string,
  overrides: Partial<CallInput<'government-tasks.submit-response'>> = {},
) =>
  as(runtime, who, (ctx) =>
    submitTaskResponse(ctx, { taskId, answer: 'Three offers came in.', images: [], ...overrides }),
  )

import type { CallAnswer } from '@nation/domain/contract'

/** A task as the list answers it. */
export type Task = CallAnswer<'government-tasks.get-tasks'>['tasks'][number]

export type TaskResponse = Task['responses'][number]

import type { CommandCall } from '@nation/domain/commands'
import type { CallInput } from '@nation/domain/contract'
import { createBroadcast, deleteBroadcast } from '../broadcasts'
import { updateAdministration } from '../admin'
import { withdrawCandidate } from '../elections'
import type { CitizenContext } from '../platform'
import { createTask, deleteTask, updateTask, updateTaskStatus } from '../tasks'

type Services = {
  readonly [Call in CommandCall]: (ctx: CitizenContext, input: CallInput<Call>) => Promise<unknown>
}

/** The same services that the calls themselves are bound to: rules, audit and journal are theirs. */
const services: Services = {
  'admin.update-role': updateAdministration,
  'broadcast.create': createBroadcast,
  'broadcast.delete': deleteBroadcast,
  'candidates.delete': withdrawCandidate,
  'government-tasks.create-task': createTask,
  'government-tasks.update-task': updateTask,
  'government-tasks.update-status': updateTaskStatus,
  'government-tasks.delete-task': deleteTask,
}

/** Does what a call does, in this transaction. `input` was parsed by the call's contract. */
export function perform(ctx: CitizenContext, call: CommandCall, input: unknown): Promise<unknown> {
  const service = services[call] as (ctx: CitizenContext, input: unknown) => Promise<unknown>
  return service(ctx, input)
}

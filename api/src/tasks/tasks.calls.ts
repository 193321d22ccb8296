import {
  createTask,
  deleteTask,
  getTaskResponses,
  getTasks,
  submitTaskResponse,
  taskAgain,
  updateTask,
  updateTaskStatus,
} from '@nation/core/tasks'
import { citizenChange, citizenRead, type Bindings } from '../frame'

export const taskBindings: Bindings = {
  'government-tasks.get-tasks': citizenRead<'government-tasks.get-tasks'>(getTasks),
  'government-tasks.get-responses': citizenRead<'government-tasks.get-responses'>(getTaskResponses),
  'government-tasks.create-task': citizenChange<'government-tasks.create-task'>(createTask, {
    refer: ({ taskId }) => taskId,
    again: async (ctx, taskId) => ({
      success: true,
      message: 'Task created successfully!',
      taskId,
      task: await taskAgain(ctx, taskId),
    }),
  }),
  'government-tasks.update-task': citizenChange<'government-tasks.update-task'>(updateTask, {
    refer: ({ task }) => task.id,
    again: async (ctx, taskId) => ({
      success: true,
      message: 'Task updated successfully!',
      task: await taskAgain(ctx, taskId),
    }),
  }),
  'government-tasks.update-status': citizenChange<'government-tasks.update-status'>(updateTaskStatus, {
    refer: ({ task }) => task.id,
    again: async (ctx, taskId) => ({ success: true, task: await taskAgain(ctx, taskId) }),
  }),
  'government-tasks.submit-response': citizenChange<'government-tasks.submit-response'>(submitTaskResponse),
  'government-tasks.delete-task': citizenChange<'government-tasks.delete-task'>(deleteTask),
}

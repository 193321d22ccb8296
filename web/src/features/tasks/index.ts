// What the app and other features use of the tasks.
export { TaskReminders } from './TaskReminders'
export { TasksTab } from './TasksTab'
export { taskPath } from './filters'
export { loadTaskForm } from './load-task-form'
export { changedFields, creationOf, formOfInput, type TaskForm, type WrittenTask } from './task-form'
export { assigneeWords, responsesInWords, writerWords } from './task-words'
export type { Task } from './types'

// What the app and other features use of the tasks.
export { TaskReminders } from './TaskReminders'
export { TasksTab } from './TasksTab'
export { taskPath } from './filters'
export { responsesInWords, writerWords } from './task-words'
export type { Task } from './types'

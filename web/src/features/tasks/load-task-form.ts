/** Loads the form of a task. */
export const loadTaskForm = () => import('./TaskFormDialog')

import { createContext } from 'react'
import type { Task } from './types'

/** Opens the form that changes a task. The tab holds it, beside the lists: a task may leave its list while the form is open. */
export const EditTask = createContext<(task: Task) => void>(() => {})

import { rights } from '../platform'
import type { Feature } from '../work'
import { Task, TaskPerson, TaskReminder, TaskResponse } from './task.entity'

/** What the government's tasks add to the nation. */
export const feature: Feature = {
  entities: [Task, TaskResponse, TaskPerson, TaskReminder],
  tables: {
    task_people: rights.facts,
    task_reminders: rights.facts,
    // Erasure empties the responses of a former citizen.
    task_responses: { ...rights.facts, change: ['answer', 'images'] },
    tasks: rights.kept,
  },
}

import { z } from 'zod'
import { instant, publicId, defineEvent } from '../definitions'
import { reminderKinds, taskAssignees, taskPriorities } from './tasks'

const nothing = z.strictObject({})
const lists = ['government-tasks.get-tasks', 'participation.day'] as const
const task = [...lists, 'government-tasks.get-responses'] as const
const assignedTo = z.enum(taskAssignees)

/**
 * A task's subject is the task. Tasks are the government's own work, so officials and administrators receive them, as they alone may
 * read them. What a task or a response says is in no event, and no fact but the actor names a citizen.
 */
export const taskEvents = [
  defineEvent({
    kind: 'tasks.created',
    summary: 'A task was given to an office, or to all officials.',
    audience: 'officials',
    facts: z.strictObject({ assignedTo, priority: z.enum(taskPriorities) }),
    stale: lists,
  }),
  defineEvent({
    kind: 'tasks.updated',
    summary: 'A task reads differently, or was given to another office.',
    audience: 'officials',
    facts: z.strictObject({
      changes: z.array(z.enum(['title', 'description', 'priority', 'assignedTo', 'dueDate'])).max(5),
    }),
    stale: task,
  }),
  defineEvent({
    kind: 'tasks.completed',
    summary: 'A task is done, and takes no more responses.',
    audience: 'officials',
    facts: nothing,
    stale: task,
  }),
  defineEvent({
    kind: 'tasks.reopened',
    summary: 'A task that was done is open again.',
    audience: 'officials',
    facts: nothing,
    stale: task,
  }),
  defineEvent({
    kind: 'tasks.responded',
    summary: 'An official responded to a task.',
    audience: 'officials',
    answers: 'theirs',
    facts: z.strictObject({ responseId: publicId(), images: z.number().int() }),
    stale: task,
  }),
  defineEvent({
    kind: 'tasks.deleted',
    summary: 'A task is no longer shown; it and its responses stay on record.',
    audience: 'officials',
    facts: nothing,
    stale: task,
  }),
  defineEvent({
    kind: 'tasks.reminded',
    summary: 'An open task is due in a day, or is due: each is told once for a due date.',
    audience: 'officials',
    facts: z.strictObject({ reminder: z.enum(reminderKinds), assignedTo, dueDate: instant() }),
    stale: lists,
  }),
] as const

import { z } from 'zod'
import {
  actor,
  answer,
  claim,
  defineCall,
  deletionReason,
  instant,
  possibleLine,
  possibleText,
  publicId,
  queryFlag,
  queryInteger,
} from '../definitions'
import { dueInstant, taskAssignees, taskLimits as limits, taskPriorities, taskStatuses, taskWriters } from './tasks'

const exampleTask = '01890a5d-ac96-774b-bcce-b302099a8070'

const assignee = () => z.enum(taskAssignees).describe('`all` officials, or an office: a task belongs to the office')
const writer = z.enum(taskWriters).describe('What they were then: their office, `admin` or `citizen`')

const response = z.object({
  id: publicId(),
  answer: z.string().describe('Empty where its author has left the nation'),
  images: z.array(z.string()),
  submittedBy: publicId(),
  submittedByName: z.string(),
  submittedByRole: writer,
  submittedAt: instant(),
})

const task = z.object({
  id: publicId(),
  title: z.string(),
  description: z.string(),
  priority: z.enum(taskPriorities),
  assignedTo: assignee(),
  assignedToRole: z.enum(taskAssignees).nullable().describe('The office; null where the task is for all'),
  assignedToName: z.string().nullable().describe('Who holds the office now; null for all, and while it is vacant'),
  dueDate: instant().nullable(),
  overdue: z.boolean().describe('Open, and its due date has come'),
  status: z.enum(taskStatuses),
  createdBy: publicId(),
  createdByName: z.string(),
  createdByRole: writer,
  createdAt: instant(),
  updatedAt: instant().describe('When it last read differently, was completed or reopened'),
  completedAt: instant().nullable(),
  responseCount: z.number().int(),
  responses: z.array(response).describe(`The ${limits.shownResponses} newest, the newest first; get-responses has all`),
  may: z.object({
    respond: z.boolean(),
    update: z.boolean(),
    complete: z.boolean().describe('Complete and reopen'),
    delete: z.boolean(),
  }),
})

export type TaskView = z.output<typeof task>

const cursor = z.string().max(200).optional().describe('`nextCursor` of the page before, with the same filters')
const nextCursor = z.string().nullable()

const dueDate = () =>
  z
    .union([instant(), z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })])
    .nullable()
    .transform(dueInstant)
    .describe('When it is due: an instant, or a day (YYYY-MM-DD), which is due when it is over in UTC')

const getTasks = defineCall({
  id: 'government-tasks.get-tasks',
  method: 'GET',
  summary: 'The government’s tasks, the newest first; overdue ones, the longest overdue first. Filters add up.',
  access: { can: 'tasks.view' },
  input: z.strictObject({
    mine: queryFlag().optional().describe('Given to your office or to all officials, or created or answered by you'),
    overdue: queryFlag().optional().describe('Only what is overdue'),
    assignedTo: assignee().optional(),
    priority: z.enum(taskPriorities).optional(),
    status: z.enum(taskStatuses).optional(),
    personId: publicId().optional().describe('Created or answered by this citizen; for administrators'),
    limit: queryInteger(1, limits.page).default(limits.page),
    cursor,
    userId: actor(),
  }),
  output: answer({ tasks: z.array(task), nextCursor, now: instant() }),
  errors: [],
  example: { status: 'open', limit: '20' },
})

const getResponses = defineCall({
  id: 'government-tasks.get-responses',
  method: 'GET',
  summary: 'One task with all responses to it, the newest first.',
  access: { can: 'tasks.view' },
  input: z.strictObject({
    taskId: publicId(),
    limit: queryInteger(1, limits.page).default(limits.page),
    cursor,
    userId: actor(),
  }),
  output: answer({ task, responses: z.array(response), nextCursor, now: instant() }),
  errors: ['task_not_found'],
  example: { taskId: exampleTask },
})

const incomplete = 'Please fill in title and description'
const texts = {
  title: possibleLine(limits.title, incomplete),
  description: possibleText(limits.description, incomplete),
}

const missingInTask = { title: 'task_fields_missing', description: 'task_fields_missing' } as const
const invalidInTask = { assignedTo: 'task_office_unknown', dueDate: 'task_due_invalid' } as const

const createTask = defineCall({
  id: 'government-tasks.create-task',
  method: 'POST',
  summary:
    'Gives a task to an office, or to all officials. President, prime minister, secretary, creativity, administrators.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({
    ...texts,
    priority: z.enum(taskPriorities).default('normal'),
    assignedTo: assignee().default('all'),
    assignedToRole: claim(),
    dueDate: dueDate().optional(),
    createdBy: actor(),
    createdByName: claim(),
    createdByRole: claim(),
    isAdmin: claim(),
    isSuperAdmin: claim(),
    userId: actor(),
  }),
  output: answer({ message: z.string(), taskId: publicId(), task }),
  errors: ['task_create_forbidden', 'task_fields_missing', 'task_office_unknown', 'task_due_invalid'],
  missing: missingInTask,
  invalid: invalidInTask,
  example: {
    title: 'Light the harbour steps',
    description: 'Ask three workshops what it costs, and bring their offers.',
    priority: 'high',
    assignedTo: 'secretary',
  },
})

const updateTask = defineCall({
  id: 'government-tasks.update-task',
  method: 'POST',
  summary: 'Changes an open task: its creator and administrators may. What is left out stays as it is.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({
    taskId: publicId(),
    title: texts.title.optional(),
    description: texts.description.optional(),
    priority: z.enum(taskPriorities).optional(),
    assignedTo: assignee().optional(),
    assignedToRole: claim(),
    dueDate: dueDate().optional().describe('null takes the due date away'),
    updatedAt: instant()
      .optional()
      .describe('The task’s updatedAt as you read it: the change is refused when it was changed since'),
    userId: actor(),
    userRole: claim(),
  }),
  output: answer({ message: z.string(), task }),
  errors: [
    'task_not_found',
    'task_change_forbidden',
    'task_fields_missing',
    'task_office_unknown',
    'task_due_invalid',
    'task_completed',
    'task_deleted',
    'task_changed',
  ],
  missing: missingInTask,
  invalid: invalidInTask,
  example: { taskId: exampleTask, priority: 'urgent' },
})

const updateStatus = defineCall({
  id: 'government-tasks.update-status',
  method: 'POST',
  summary: 'Completes or reopens a task: its creator and administrators may. Safe to repeat.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({
    taskId: publicId(),
    status: z.enum(taskStatuses),
    userId: actor(),
    userRole: claim(),
  }),
  output: answer({ task }),
  errors: ['task_not_found', 'task_change_forbidden', 'task_deleted'],
  example: { taskId: exampleTask, status: 'completed' },
})

const submitResponse = defineCall({
  id: 'government-tasks.submit-response',
  method: 'POST',
  summary: `Responds to an open task, with up to ${limits.images} of your own uploads. Everybody who is signed in may.`,
  access: { can: 'tasks.respond' },
  input: z.strictObject({
    taskId: publicId(),
    answer: possibleText(limits.answer, 'Please enter a response'),
    images: z
      .array(
        z
          .string()
          .max(200)
          .regex(/^\/media\/uploads\/[\w-]{1,64}\.(?:jpg|png|gif|webp)$/, 'Please upload each image first.'),
      )
      .max(limits.images, `At most ${limits.images} images.`)
      .default([])
      .describe('Each as `secure_url` of media.upload told it'),
    submittedBy: actor(),
    submittedByName: claim(),
    submittedByRole: claim(),
    userId: actor(),
  }),
  output: answer({ message: z.string(), taskId: publicId(), responseId: publicId(), submittedAt: instant() }),
  errors: ['task_not_found', 'task_response_missing', 'task_completed', 'task_deleted', 'picture_not_yours'],
  missing: { answer: 'task_response_missing' },
  example: { taskId: exampleTask, answer: 'Three offers came in; the second one is the best.' },
})

const deleteTask = defineCall({
  id: 'government-tasks.delete-task',
  method: 'POST',
  summary:
    'Takes a task away: its creator and administrators may. It and its responses stay on record. Safe to repeat.',
  access: 'citizen',
  panelToo: true,
  input: z.strictObject({ taskId: publicId(), reason: deletionReason(), userId: actor(), userRole: claim() }),
  output: answer({ message: z.string(), taskId: publicId(), deletedAt: instant() }),
  errors: ['task_not_found', 'task_delete_forbidden'],
  example: { taskId: exampleTask },
})

export const taskCalls = [
  getTasks,
  getResponses,
  createTask,
  updateTask,
  updateStatus,
  submitResponse,
  deleteTask,
] as const

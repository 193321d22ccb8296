/**
 * What an administrator may do offline: calls of the panel that wait in an outbox and are sent later (decision 88). Money, appointments,
 * powers and what holds for the whole nation (features, limits, links) are not among them: those need to be online (decision 132).
 */

interface Changing {
  /** Where the row is that the command is about. */
  readonly table: CommandTable
  /** The field of the input that names the row. */
  readonly subject: string
  readonly creates?: never
}

interface Creating {
  readonly table: CommandTable
  /** Where the answer has the id of what was made. */
  readonly creates: readonly string[]
  readonly subject?: never
}

/**
 * The tables with the fields that a decision about a row rests on. What else changes in it (a balance, a count of followers) is no
 * conflict.
 */
const basisOf = {
  members: ['isAdmin', 'isSuperAdmin', 'isModerator', 'governmentRole'],
  broadcasts: ['message', 'type', 'deletedAt'],
  candidacies: [
    'status',
    'position',
    'displayName',
    'title',
    'campaignSlogan',
    'vision',
    'goals',
    'promises',
    'profilePicture',
  ],
  // Deleting a task takes its responses along.
  tasks: ['title', 'description', 'priority', 'assignedTo', 'status', 'dueDate', 'responses'],
} as const

export type CommandTable = keyof typeof basisOf

const task = { table: 'tasks', subject: 'taskId' } as const

/** Every call that an outbox may name, and which row it is about. `needsToBeOnline`: those that wait in none any more. */
export const commandCalls = {
  'admin.update-role': { table: 'members', subject: 'userId' },
  'broadcast.create': { table: 'broadcasts', creates: ['broadcast', 'id'] },
  'broadcast.delete': { table: 'broadcasts', subject: 'messageId' },
  'candidates.delete': { table: 'candidacies', subject: 'candidateId' },
  'government-tasks.create-task': { table: 'tasks', creates: ['taskId'] },
  'government-tasks.update-task': task,
  'government-tasks.update-status': task,
  'government-tasks.delete-task': task,
} as const satisfies Readonly<Record<string, Changing | Creating>>

export type CommandCall = keyof typeof commandCalls

export const commandCallIds = Object.keys(commandCalls) as [CommandCall, ...CommandCall[]]

/** What a command is about. */
export const commandOf = (call: CommandCall): Changing | Creating => commandCalls[call]

/** The id of the row that a command is about; null where it makes one. */
export function subjectIdOf(call: CommandCall, input: Readonly<Record<string, unknown>>): string | null {
  const { subject } = commandOf(call)
  return subject === undefined ? null : String(input[subject])
}

/**
 * Whether a call may not wait in an outbox: powers are given and taken online. Older consoles queued moderators, and are told so; their
 * entries are still shown.
 */
export const needsToBeOnline = (call: CommandCall): boolean => call === 'admin.update-role'

/** A row as the basis of a command. */
export type BasisRow = Readonly<Record<string, unknown>>

/**
 * What of a row commands rest on, as one text: two rows with the same text are the same to them. Its digest (SHA-256, in
 * hexadecimal digits) is the version that a command is based on. Null where there is no row to rest on.
 */
export function basisText(table: CommandTable, row: BasisRow | null | undefined): string | null {
  if (!row) return null
  return JSON.stringify([table, ...basisOf[table].map((field) => row[field] ?? null)])
}

/**
 * Whether there is nothing left to decide about a row: it is not there, or is there as a deleted broadcast or as a candidacy that has
 * ended. A command about it would change nothing.
 */
export function isGone(table: CommandTable, row: BasisRow | null | undefined): boolean {
  if (!row) return true
  if (table === 'broadcasts') return (row.deletedAt ?? null) !== null
  return table === 'candidacies' && row.status !== 'active'
}

/** How long a processed command is known by its key: a repeat after that is another command. */
export const commandLifetimeMs = 30 * 86_400_000

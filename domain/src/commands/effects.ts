import type { BasisRow, CommandCall } from './commands'

/** Who queued a command, when, and under which key. */
export interface Queued {
  readonly me: string
  readonly at: number
  readonly key: string
}

type Input = Readonly<Record<string, unknown>>
type Effect = (row: BasisRow, input: Input, queued: Queued) => BasisRow | null

/** The id of a row that is yet to be made. */
export const newRowId = (key: string): string => `new:${key}`

const given = (input: Input, fields: readonly string[]): Input =>
  Object.fromEntries(fields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])))

const effects: Readonly<Record<CommandCall, Effect>> = {
  'admin.update-role': (row, input) => ({ ...row, ...given(input, ['isModerator']) }),
  'broadcast.create': (_, { message, type, endsAt }, { me, at, key }) => ({
    id: newRowId(key),
    message,
    type: type ?? 'info',
    createdBy: me,
    createdAt: at,
    endsAt: endsAt ?? null,
    deletedBy: null,
    deletedAt: null,
  }),
  'broadcast.delete': (row, _, { me, at }) => ({ ...row, deletedBy: me, deletedAt: at }),
  'candidates.delete': (row) => ({ ...row, status: 'withdrawn' }),
  'government-tasks.create-task': (_, input, { me, at, key }) => ({
    id: newRowId(key),
    title: input.title,
    description: input.description,
    priority: input.priority ?? 'normal',
    assignedTo: input.assignedTo ?? 'all',
    status: 'open',
    dueDate: input.dueDate ?? null,
    createdBy: me,
    createdByRole: 'admin',
    createdAt: at,
    updatedAt: at,
    completedAt: null,
    responses: 0,
  }),
  'government-tasks.update-task': (row, input) => ({
    ...row,
    ...given(input, ['title', 'description', 'priority', 'assignedTo', 'dueDate']),
  }),
  'government-tasks.update-status': (row, { status }, { at }) => ({
    ...row,
    status,
    completedAt: status === 'completed' ? at : null,
  }),
  'government-tasks.delete-task': () => null,
}

/**
 * The row as it will probably be once a command was done: it is shown until the server says how it is. Null where the row will be
 * gone.
 */
export const effectOf = (call: CommandCall, row: BasisRow, input: Input, queued: Queued): BasisRow | null =>
  effects[call](row, input, queued)

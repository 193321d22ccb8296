import { z } from 'zod'
import { payoutRails } from '../bank'
import { broadcastTypes } from '../broadcasts'
import { governmentRoles } from '../permissions'
import { instant, publicId } from '../definitions'
import { positionIds } from '../elections'
import { auditKindNames, gazetteKindNames } from '../gazette'
import { taskAssignees, taskPriorities, taskStatuses, taskWriters } from '../tasks'

/** Whose a row is: public ids alone. A name stands in `members` once, and changes there once. */
const citizen = publicId().describe('A citizen; one who is not among `members` has left')
const cents = z.string().regex(/^-?\d{1,20}$/)
const units = z.string().regex(/^\d{1,20}$/)
const office = z.enum(governmentRoles)
/** The number of a row without a public id, as text: keys of a replica are texts. */
const number = z.string().regex(/^\d{1,16}$/)

const member = z.object({
  id: publicId(),
  username: z.string(),
  twitterUsername: z.string(),
  profilePicture: z.string().nullable(),
  governmentRole: office.nullable(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  isModerator: z.boolean(),
  isCandidate: z.boolean(),
  followers: z.number().int(),
  verified: z.boolean(),
  walletAddress: z.string().nullable(),
  tokenBalanceUnits: units,
  joinedAt: instant(),
})

const broadcast = z.object({
  id: publicId(),
  message: z.string(),
  type: z.enum(broadcastTypes),
  createdBy: citizen,
  createdAt: instant(),
  endsAt: instant().nullable(),
  deletedBy: citizen.nullable(),
  deletedAt: instant().nullable(),
})

const chatMessage = z.object({
  id: number.describe('Its number in the channel'),
  messageId: publicId(),
  sender: citizen,
  text: z.string().describe('Empty once it was deleted'),
  replyTo: z.number().int().nullable(),
  sentAt: instant(),
  editedAt: instant().nullable(),
  deletedAt: instant().nullable(),
})

const election = z.object({
  id: publicId(),
  startsAt: instant(),
  phaseTwoAt: instant(),
  endsAt: instant(),
  stage: z.enum(['planned', 'phase_one', 'phase_two', 'counted', 'seated', 'completed', 'cancelled']),
  createdBy: citizen.nullable(),
  createdAt: instant(),
  openedAt: instant().nullable(),
  countedAt: instant().nullable(),
  seatedAt: instant().nullable(),
  cancelledAt: instant().nullable(),
  cancelledBy: citizen.nullable(),
  cancelReason: z.string().nullable(),
  voters: z.number().int().nullable(),
  eligibleVoters: z.number().int().nullable(),
})

const candidacy = z.object({
  id: publicId(),
  electionId: publicId(),
  position: z.enum(positionIds),
  citizen,
  status: z.enum(['active', 'withdrawn', 'archived']),
  displayName: z.string(),
  title: z.string().nullable(),
  campaignSlogan: z.string(),
  vision: z.string(),
  goals: z.array(z.string()),
  promises: z.array(z.string()),
  profilePicture: z.string().nullable(),
  stoodAt: instant(),
})

const task = z.object({
  id: publicId(),
  title: z.string(),
  description: z.string(),
  priority: z.enum(taskPriorities),
  assignedTo: z.enum(taskAssignees),
  status: z.enum(taskStatuses),
  dueDate: instant().nullable(),
  createdBy: citizen,
  createdByRole: z.enum(taskWriters),
  createdAt: instant(),
  updatedAt: instant(),
  completedAt: instant().nullable(),
  responses: z.number().int().describe('How many there are: who deletes the task has seen them'),
})

const response = z.object({
  id: publicId(),
  taskId: publicId(),
  answer: z.string(),
  images: z.array(z.string()),
  submittedBy: citizen,
  submittedByRole: z.enum(taskWriters),
  submittedAt: instant(),
})

const bank = z.object({
  id: z.literal('bank'),
  totalCents: cents,
  percentages: z.partialRecord(office, z.number()),
  cycle: z.object({ number: z.number().int(), startsAt: instant(), dueAt: instant() }).nullable(),
  treasuryCents: cents,
  budgetCents: cents,
  operationsCents: cents,
})

const cycle = z.object({
  id: number.describe('The number of the cycle'),
  startsAt: instant(),
  dueAt: instant(),
  totalCents: cents,
  paidCents: cents,
  vacantCents: cents,
  percentages: z.partialRecord(office, z.number()),
  processedAt: instant(),
  processedBy: citizen.nullable(),
})

const payment = z.object({
  id: publicId(),
  cycle: z.number().int(),
  office,
  payee: citizen,
  amountCents: cents,
  heldMs: z.number().int(),
  bookedAt: instant(),
  seal: z.string(),
  paidAt: instant().nullable(),
  rail: z.enum(payoutRails).nullable(),
  reference: z.string().nullable(),
})

const poll = z.object({
  id: publicId(),
  question: z.string(),
  status: z.enum(['open', 'closed', 'deleted']).describe('A deleted poll is named no more'),
})

/** What a sentence names, by its id; the name is that of the replica's row. */
const named = z.object({
  is: z.enum(['person', 'office', 'poll', 'broadcast', 'task', 'election']),
  id: z.string(),
  as: office.optional(),
})

const sentence = z.array(z.union([z.string(), named]))

const gazetteEntry = z.object({
  id: number.describe('The number of the entry'),
  kind: z.enum(gazetteKindNames),
  at: instant(),
  sentence,
})

const auditEntry = z.object({
  id: number.describe('The number of the journal'),
  kind: z.enum(auditKindNames),
  at: instant(),
  sentence,
})

/** The rows of each table of a replica. */
export const replicaRows = {
  members: member,
  broadcasts: broadcast,
  chat: chatMessage,
  elections: election,
  candidacies: candidacy,
  tasks: task,
  responses: response,
  bank,
  cycles: cycle,
  payments: payment,
  polls: poll,
  gazette: gazetteEntry,
  audit: auditEntry,
} as const

export type ReplicaTable = keyof typeof replicaRows
export type ReplicaRow<Table extends ReplicaTable> = z.output<(typeof replicaRows)[Table]>

/** Every table, in the order in which a console needs them: names first, what grows without end last. */
export const replicaTables = Object.keys(replicaRows) as [ReplicaTable, ...ReplicaTable[]]

/** The fields of a table's rows, in the order in which pages have their values. */
export const replicaColumns = <Table extends ReplicaTable>(table: Table): (keyof ReplicaRow<Table> & string)[] =>
  Object.keys(replicaRows[table].shape) as (keyof ReplicaRow<Table> & string)[]

/** Tables that most often have few rows: their first pages may be asked for in one call. */
export const shortTables = [
  'broadcasts',
  'chat',
  'elections',
  'candidacies',
  'tasks',
  'responses',
  'bank',
  'cycles',
  'payments',
  'polls',
] as const satisfies readonly ReplicaTable[]

/**
 * `page`: rows of the largest page; a page of a table that is joined with others has fewer. `rows`: of how many rows of a table one answer
 * tells that they changed. `rowsOfEntry`: of so many rows of a table that one entry touched several answers tell; of more, the table is read anew. `entries`: how many entries of the journal it looks at. `parts`: in how many parts a large table is read at most.
 * `together`: rows of each page where one answer has those of several tables.
 */
export const replicaLimits = {
  page: 4_400,
  rows: 1_000,
  rowsOfEntry: 20_000,
  entries: 500,
  parts: 4,
  together: 100,
} as const

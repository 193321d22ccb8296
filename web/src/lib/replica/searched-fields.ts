import { officeTitle, positions } from '@nation/domain/elections'
import { electionName } from '@nation/domain/formats'
import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import type { ReplicaTable } from '@nation/domain/replica'
import type { Row } from './types'

/** The title of an office, of which a row has the id; '' for anything else. */
const officeOf = (id: unknown): string =>
  (governmentRoles as readonly unknown[]).includes(id) ? officeTitle(id as GovernmentRole) : ''
const positionOf = (id: unknown): string => positions.find((one) => one.id === id)?.title ?? ''

/**
 * Of each table: the fields that are searched, those that name rows of others (a citizen's name finds what is theirs), and what screens
 * call it in other words than its fields do.
 */
export const searched: Readonly<Partial<Record<ReplicaTable, Searched>>> = {
  members: {
    columns: ['username', 'twitterUsername', 'walletAddress', 'governmentRole'],
    of: {},
    said: (row) => officeOf(row.governmentRole),
  },
  broadcasts: { columns: ['message', 'type'], of: { createdBy: 'members', deletedBy: 'members' } },
  chat: { columns: ['text'], of: { sender: 'members' } },
  elections: {
    columns: ['stage', 'cancelReason', 'id'],
    of: { createdBy: 'members' },
    said: ({ startsAt }) => (typeof startsAt === 'number' ? electionName(startsAt) : ''),
  },
  candidacies: {
    columns: ['displayName', 'title', 'campaignSlogan', 'position', 'status'],
    of: { citizen: 'members' },
    said: (row) => positionOf(row.position),
  },
  tasks: { columns: ['title', 'description', 'priority', 'status', 'assignedTo'], of: { createdBy: 'members' } },
  responses: { columns: ['answer'], of: { submittedBy: 'members', taskId: 'tasks' } },
  payments: {
    columns: ['office', 'reference', 'rail', 'id'],
    of: { payee: 'members' },
    said: (row) => officeOf(row.office),
  },
  polls: { columns: ['question', 'status'], of: {} },
}

export interface Searched {
  readonly columns: readonly string[]
  readonly of: Readonly<Record<string, ReplicaTable>>
  readonly said?: (row: Row) => string
}

/** What of a row is searched, a line each. */
export function textsOf(row: Row, columns: Searched['columns'], said: Searched['said']): string {
  let texts = said?.(row) ?? ''
  for (let at = columns.length - 1; at >= 0; at--) {
    const value = row[columns[at]!]
    texts = `${typeof value === 'string' ? value : ''}\n${texts}`
  }
  return texts
}

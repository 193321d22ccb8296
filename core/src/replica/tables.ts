import { payoutRails } from '@nation/domain/bank'
import { broadcastTypes } from '@nation/domain/broadcasts'
import { governmentRoles, citizenRoles } from '@nation/domain/permissions'
import { positionIds } from '@nation/domain/elections'
import { replicaLimits, type ReplicaTable } from '@nation/domain/replica'
import { taskAssignees, taskPriorities, taskStatuses, taskWriters } from '@nation/domain/tasks'
import { z } from 'zod'
import { salaryPercentages } from '../bank'
import { pictureColumns, pictureInSql, pictureOfRow, pictureRow } from '../citizens'
import { stageColumn } from '../elections'
import { column } from '../platform'
import { bankSource } from './bank'
import { auditSource, gazetteSource } from './entries'
import { jsonText } from './json-text'
import { source, type Source } from './source'

const texts = column.json(z.array(z.string()))
const ms = (at: Date): number => at.getTime()
const msOrNull = (at: Date | null): number | null => at?.getTime() ?? null
/** The public id of the citizen whom a column names by their key. */
const uidOf = (key: string, as: string): string => `(SELECT uid FROM citizens z WHERE z.id = ${key}) AS ${as}`

const members = source({
  shape: {
    uid: column.text,
    username: column.text,
    handle: column.text,
    ...pictureRow,
    role: column.oneOf(citizenRoles),
    government_role: column.oneOf(governmentRoles).nullable,
    is_admin: column.flag,
    is_super_admin: column.flag,
    stands: column.flag,
    followers: column.integer,
    verified: column.flag,
    wallet_address: column.text.nullable,
    token_balance: column.digits,
    joined_at: column.instant,
  },
  columns: `c.uid, c.username, c.handle, ${pictureColumns('c')}, c.role, c.government_role, c.is_admin, c.is_super_admin,
    EXISTS (SELECT 1 FROM candidacies k WHERE k.active_citizen_id = c.id) AS stands, c.followers, c.verified,
    c.wallet_address, c.token_balance, c.joined_at`,
  from: 'citizens c',
  where: 'c.left_at IS NULL',
  key: 'c.id',
  id: 'c.uid',
  // The most numerous rows of a first sync.
  most: replicaLimits.page,
  partsOf: 'citizens',
  present: (row) => ({
    id: row.uid,
    username: row.username,
    twitterUsername: row.handle,
    profilePicture: pictureOfRow(row),
    governmentRole: row.government_role,
    isAdmin: row.is_admin,
    isSuperAdmin: row.is_super_admin,
    isModerator: row.role === 'moderator',
    isCandidate: row.stands,
    followers: row.followers,
    verified: row.verified,
    walletAddress: row.wallet_address,
    tokenBalanceUnits: row.token_balance,
    joinedAt: ms(row.joined_at),
  }),
  texts: {
    table: 'members',
    marks: { table: 'candidacies', column: 'active_citizen_id' },
    of: (isCandidate) => ({
      id: jsonText.plain('c.uid'),
      username: jsonText.text('c.username'),
      twitterUsername: jsonText.text('c.handle'),
      profilePicture: jsonText.textOrNull(pictureInSql('c')),
      governmentRole: jsonText.plainOrNull('c.government_role'),
      isAdmin: jsonText.flag('c.is_admin'),
      isSuperAdmin: jsonText.flag('c.is_super_admin'),
      isModerator: jsonText.flag("c.role = 'moderator'"),
      isCandidate: jsonText.flag(isCandidate),
      followers: jsonText.integer('c.followers'),
      verified: jsonText.flag('c.verified'),
      walletAddress: jsonText.textOrNull('c.wallet_address'),
      tokenBalanceUnits: jsonText.plain('c.token_balance'),
      joinedAt: jsonText.instant('c.joined_at'),
    }),
  },
})

const broadcasts = source({
  shape: {
    uid: column.text,
    message: column.text,
    type: column.oneOf(broadcastTypes),
    author: column.text,
    created_at: column.instant,
    ends_at: column.instant.nullable,
    archivist: column.text.nullable,
    archived_at: column.instant.nullable,
  },
  columns: `b.uid, b.message, b.type, c.uid AS author, b.created_at, b.ends_at, ${uidOf('b.archived_by', 'archivist')}, b.archived_at`,
  from: 'broadcasts b STRAIGHT_JOIN citizens c ON c.id = b.created_by',
  key: 'b.id',
  id: 'b.uid',
  present: (row) => ({
    id: row.uid,
    message: row.message,
    type: row.type,
    createdBy: row.author,
    createdAt: ms(row.created_at),
    endsAt: msOrNull(row.ends_at),
    deletedBy: row.archivist,
    deletedAt: msOrNull(row.archived_at),
  }),
})

const chat = source({
  shape: {
    number: column.integer,
    message: column.text,
    sender: column.text,
    text: column.text,
    reply_to: column.integer.nullable,
    sent_at: column.instant,
    edited_at: column.instant.nullable,
    deleted_at: column.instant.nullable,
  },
  columns: 'm.number, m.uid AS message, c.uid AS sender, m.text, m.reply_to, m.sent_at, m.edited_at, m.deleted_at',
  from: 'messages m STRAIGHT_JOIN citizens c ON c.id = m.sender_id',
  where: "m.conversation_id = (SELECT id FROM conversations WHERE channel = 'admin-chat')",
  key: 'm.number',
  id: 'm.number',
  present: (row) => ({
    id: String(row.number),
    messageId: row.message,
    sender: row.sender,
    text: row.deleted_at === null ? row.text : '',
    replyTo: row.reply_to,
    sentAt: ms(row.sent_at),
    editedAt: msOrNull(row.edited_at),
    deletedAt: msOrNull(row.deleted_at),
  }),
})

const elections = source({
  shape: {
    uid: column.text,
    starts_at: column.instant,
    phase_two_at: column.instant,
    ends_at: column.instant,
    stage: stageColumn,
    creator: column.text.nullable,
    created_at: column.instant,
    opened_at: column.instant.nullable,
    counted_at: column.instant.nullable,
    seated_at: column.instant.nullable,
    cancelled_at: column.instant.nullable,
    canceller: column.text.nullable,
    cancel_reason: column.text.nullable,
    voters: column.integer.nullable,
    eligible_voters: column.integer.nullable,
  },
  columns: `e.uid, e.starts_at, e.phase_two_at, e.ends_at, e.stage, ${uidOf('e.created_by', 'creator')}, e.created_at,
    e.opened_at, e.counted_at, e.seated_at, e.cancelled_at, ${uidOf('e.cancelled_by', 'canceller')}, e.cancel_reason,
    e.voters, e.eligible_voters`,
  from: 'elections e',
  key: 'e.id',
  id: 'e.uid',
  present: (row) => ({
    id: row.uid,
    startsAt: ms(row.starts_at),
    phaseTwoAt: ms(row.phase_two_at),
    endsAt: ms(row.ends_at),
    stage: row.stage,
    createdBy: row.creator,
    createdAt: ms(row.created_at),
    openedAt: msOrNull(row.opened_at),
    countedAt: msOrNull(row.counted_at),
    seatedAt: msOrNull(row.seated_at),
    cancelledAt: msOrNull(row.cancelled_at),
    cancelledBy: row.canceller,
    cancelReason: row.cancel_reason,
    voters: row.voters,
    eligibleVoters: row.eligible_voters,
  }),
})

const candidacies = source({
  shape: {
    uid: column.text,
    election: column.text,
    position: column.integer,
    citizen: column.text,
    status: column.oneOf(['active', 'withdrawn', 'archived']),
    display_name: column.text,
    title: column.text.nullable,
    campaign_slogan: column.text,
    vision: column.text,
    goals: texts,
    promises: texts,
    profile_picture: column.text.nullable,
    stood_at: column.instant,
  },
  columns: `k.uid, e.uid AS election, k.position, c.uid AS citizen, k.status, k.display_name, k.title, k.campaign_slogan,
    k.vision, k.goals, k.promises, k.profile_picture, k.stood_at`,
  from: 'candidacies k STRAIGHT_JOIN elections e ON e.id = k.election_id STRAIGHT_JOIN citizens c ON c.id = k.citizen_id',
  key: 'k.id',
  id: 'k.uid',
  present: (row) => ({
    id: row.uid,
    electionId: row.election,
    position: positionIds[row.position - 1]!,
    citizen: row.citizen,
    status: row.status,
    displayName: row.display_name,
    title: row.title,
    campaignSlogan: row.campaign_slogan,
    vision: row.vision,
    goals: row.goals,
    promises: row.promises,
    profilePicture: row.profile_picture,
    stoodAt: ms(row.stood_at),
  }),
})

const tasks = source({
  shape: {
    uid: column.text,
    title: column.text,
    description: column.text,
    priority: column.oneOf(taskPriorities),
    assigned_to: column.oneOf(taskAssignees),
    status: column.oneOf(taskStatuses),
    due_at: column.instant.nullable,
    author: column.text,
    created_by_role: column.oneOf(taskWriters),
    created_at: column.instant,
    updated_at: column.instant,
    completed_at: column.instant.nullable,
    response_count: column.integer,
  },
  columns: `t.uid, t.title, t.description, t.priority, t.assigned_to, t.status, t.due_at, c.uid AS author,
    t.created_by_role, t.created_at, t.updated_at, t.completed_at, t.response_count`,
  from: 'tasks t STRAIGHT_JOIN citizens c ON c.id = t.created_by',
  where: "t.status IN ('open', 'completed')",
  key: 't.id',
  id: 't.uid',
  present: (row) => ({
    id: row.uid,
    title: row.title,
    description: row.description,
    priority: row.priority,
    assignedTo: row.assigned_to,
    status: row.status,
    dueDate: msOrNull(row.due_at),
    createdBy: row.author,
    createdByRole: row.created_by_role,
    createdAt: ms(row.created_at),
    updatedAt: ms(row.updated_at),
    completedAt: msOrNull(row.completed_at),
    responses: row.response_count,
  }),
})

const responses = source({
  shape: {
    uid: column.text,
    task: column.text,
    answer: column.text,
    images: texts,
    citizen: column.text,
    citizen_role: column.oneOf(taskWriters),
    submitted_at: column.instant,
  },
  columns: `r.uid, t.uid AS task, r.answer, r.images, c.uid AS citizen, r.citizen_role, r.submitted_at`,
  from: 'task_responses r STRAIGHT_JOIN tasks t ON t.id = r.task_id STRAIGHT_JOIN citizens c ON c.id = r.citizen_id',
  where: "t.status IN ('open', 'completed')",
  key: 'r.id',
  id: 'r.uid',
  present: (row) => ({
    id: row.uid,
    taskId: row.task,
    answer: row.answer,
    images: row.images,
    submittedBy: row.citizen,
    submittedByRole: row.citizen_role,
    submittedAt: ms(row.submitted_at),
  }),
})

const cycles = source({
  shape: {
    number: column.integer,
    starts_at: column.instant,
    due_at: column.instant,
    total_cents: column.digits,
    paid_cents: column.digits,
    vacant_cents: column.digits,
    percentages: column.json(salaryPercentages),
    processed_at: column.instant,
    processor: column.text.nullable,
  },
  columns: `y.number, y.starts_at, y.due_at, y.total_cents, y.paid_cents, y.vacant_cents, y.percentages, y.processed_at,
    ${uidOf('y.processed_by', 'processor')}`,
  from: 'bank_cycles y',
  key: 'y.id',
  id: 'y.number',
  present: (row) => ({
    id: String(row.number),
    startsAt: ms(row.starts_at),
    dueAt: ms(row.due_at),
    totalCents: row.total_cents,
    paidCents: row.paid_cents,
    vacantCents: row.vacant_cents,
    percentages: row.percentages,
    processedAt: ms(row.processed_at),
    processedBy: row.processor,
  }),
})

const payments = source({
  shape: {
    uid: column.text,
    cycle: column.integer,
    office: column.oneOf(governmentRoles),
    payee: column.text,
    amount_cents: column.digits,
    held_ms: column.integer,
    booked_at: column.instant,
    seal: column.text,
    paid_at: column.instant.nullable,
    rail: column.oneOf(payoutRails).nullable,
    reference: column.text.nullable,
  },
  columns: `p.uid, y.number AS cycle, p.office, c.uid AS payee, p.amount_cents, p.held_ms, m.booked_at, m.seal,
    o.paid_at, o.rail, o.reference`,
  from: `bank_payments p STRAIGHT_JOIN bank_cycles y ON y.id = p.cycle_id
    STRAIGHT_JOIN ledger_movements m ON m.id = p.movement_id STRAIGHT_JOIN citizens c ON c.id = p.citizen_id
    LEFT JOIN bank_payouts o ON o.payment_id = p.id`,
  key: 'p.id',
  id: 'p.uid',
  present: (row) => ({
    id: row.uid,
    cycle: row.cycle,
    office: row.office,
    payee: row.payee,
    amountCents: row.amount_cents,
    heldMs: row.held_ms,
    bookedAt: ms(row.booked_at),
    seal: row.seal,
    paidAt: msOrNull(row.paid_at),
    rail: row.rail,
    reference: row.reference,
  }),
})

const polls = source({
  shape: { uid: column.text, question: column.text, status: column.oneOf(['open', 'closed', 'deleted']) },
  columns: 'q.uid, q.question, q.status',
  from: 'polls q',
  key: 'q.id',
  id: 'q.uid',
  present: ({ uid, question, status }) => ({ id: uid, question: status === 'deleted' ? '' : question, status }),
})

/** Where the rows of each table come from. */
export const sources: { readonly [Table in ReplicaTable]: Source<Table> } = {
  members,
  broadcasts,
  chat,
  elections,
  candidacies,
  tasks,
  responses,
  bank: bankSource,
  cycles,
  payments,
  polls,
  gazette: gazetteSource,
  audit: auditSource,
}

import {
  cardAmount,
  dollars,
  durationInWords,
  inFull,
  instantInWords,
  tokensOf,
  electionName,
} from '@nation/domain/formats'
import { officeTitle, positions } from '@nation/domain/elections'
import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import type { ReplicaTable } from '@nation/domain/replica'
import type { TaskAssignee } from '@nation/domain/tasks'
import type { Row } from '../../../lib/replica'
import { assigneeWords } from '../../tasks'
import { nameOf } from './use-replica'

/** The names of a table's rows, singular and plural. */
export const tableWords: Readonly<Record<ReplicaTable, readonly [string, string]>> = {
  members: ['Member', 'Members'],
  broadcasts: ['Broadcast', 'Broadcasts'],
  chat: ['Chat message', 'Chat'],
  elections: ['Election', 'Elections'],
  candidacies: ['Candidacy', 'Candidacies'],
  tasks: ['Task', 'Tasks'],
  responses: ['Response', 'Responses to tasks'],
  bank: ['Bank', 'Bank'],
  cycles: ['Salary cycle', 'Salary cycles'],
  payments: ['Salary payment', 'Salary payments'],
  polls: ['Poll', 'Polls'],
  gazette: ['Gazette entry', 'Gazette'],
  audit: ['Audit entry', 'Audit'],
}

/** The title and the sentence for a table without rows. */
export const emptyWords: Readonly<Partial<Record<ReplicaTable, readonly [title: string, words: string]>>> = {
  chat: ['No messages yet', 'Messages between administrators appear here.'],
  elections: ['No elections yet', 'An election that is planned appears here at once.'],
  candidacies: ['No candidates yet', 'Citizens who stand for an office appear here.'],
  tasks: ['No tasks yet', 'Tasks of the government appear here. Their answers are under Responses to tasks.'],
  responses: ['No responses yet', 'Responses to tasks appear here.'],
  cycles: ['No salary cycle has ended yet', 'The first one appears here when its salaries are paid.'],
  payments: ['No salary was paid yet', 'Payments appear here at the end of a cycle.'],
  polls: ['No polls yet', 'A poll that an official opens appears here.'],
  audit: ['The audit is empty', 'Actions of administrators appear here automatically.'],
}

/** A sentence of the gazette or the audit as text, with the names that the copy has. */
export function sentenceText(sentence: unknown): string {
  if (!Array.isArray(sentence)) return ''
  return sentence.map((part) => (typeof part === 'string' ? part : partText(part as Named))).join('')
}

interface Named {
  readonly is: string
  readonly id: string
  readonly as?: GovernmentRole
}

function partText({ is, id, as }: Named): string {
  if (is === 'person') return as ? `${nameOf(id)} (${officeTitle(as)})` : nameOf(id)
  if (is === 'office') return officeTitle(id as GovernmentRole)
  return `this ${is}`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const moment = (value: unknown): string => (typeof value === 'number' ? instantInWords(value) : '–')
const short = (words: string): string => (words.length > 120 ? `${words.slice(0, 119).trimEnd()}…` : words)

/** A row in one line: its name and its distinguishing fields. */
export function rowInWords(table: ReplicaTable, row: Row): { readonly title: string; readonly detail: string } {
  switch (table) {
    case 'members':
      return { title: text(row.username), detail: `@${text(row.twitterUsername)}${roleOf(row)}` }
    case 'broadcasts':
      return {
        title: short(text(row.message)),
        detail: `${nameOf(text(row.createdBy))}, ${moment(row.createdAt)}${deleted(row)}`,
      }
    case 'chat':
      return {
        title: short(text(row.text)) || 'Deleted message',
        detail: `${nameOf(text(row.sender))}, ${moment(row.sentAt)}`,
      }
    case 'elections':
      return { title: electionName(Number(row.startsAt)), detail: begun(text(row.stage).replace('_', ' ')) }
    case 'candidacies':
      return { title: text(row.displayName), detail: `${positionTitle(row.position)}, ${text(row.status)}` }
    case 'tasks':
      return { title: text(row.title), detail: begun(`${text(row.status)}, ${text(row.priority)} priority`) }
    case 'responses':
      return { title: short(text(row.answer)), detail: nameOf(text(row.submittedBy)) }
    case 'bank':
      return { title: 'Bank', detail: dollars(BigInt(text(row.totalCents))) }
    case 'cycles':
      return { title: `Salary cycle ${row.id}`, detail: dollars(BigInt(text(row.totalCents))) }
    case 'payments':
      return {
        title: `${nameOf(text(row.payee))}: ${dollars(BigInt(text(row.amountCents)))}`,
        detail: `${officeTitle(text(row.office) as GovernmentRole)}, cycle ${String(row.cycle)}`,
      }
    case 'polls':
      return { title: text(row.question), detail: begun(text(row.status)) }
    case 'gazette':
    case 'audit':
      return { title: sentenceText(row.sentence), detail: moment(row.at) }
  }
}

const begun = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const deleted = ({ deletedAt }: Row): string => (typeof deletedAt === 'number' ? ', deleted' : '')

const positionTitle = (id: unknown): string => positions.find((one) => one.id === id)?.title ?? String(id)

const roleOf = ({ governmentRole }: Row): string =>
  typeof governmentRole === 'string' ? ` · ${officeTitle(governmentRole as GovernmentRole)}` : ''

/** A field of a row, for a person: its name and its value. */
export interface FieldInWords {
  readonly name: string
  readonly value: string
  /** The id of the citizen whom the value names. */
  readonly citizen?: string
}

const people = new Set([
  'createdBy',
  'deletedBy',
  'sender',
  'cancelledBy',
  'citizen',
  'submittedBy',
  'processedBy',
  'payee',
])
const hidden = new Set(['id', 'messageId', 'taskId', 'electionId', 'profilePicture', 'images', 'seal'])

/** All fields of a row that people read, in the row's own order. */
export function fieldsOf(row: Readonly<Record<string, unknown>>): readonly FieldInWords[] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (hidden.has(key)) return []
    const field = { name: fieldName(key), value: valueInWords(key, value) }
    return [people.has(key) && typeof value === 'string' ? { ...field, citizen: value } : field]
  })
}

const names: Readonly<Record<string, string>> = {
  username: 'Name',
  twitterUsername: 'X handle',
  governmentRole: 'Office',
  isAdmin: 'Administrator',
  isSuperAdmin: 'Super admin',
  isModerator: 'Moderator',
  isCandidate: 'Candidate',
  verified: 'Verified on X',
  tokenBalanceUnits: 'Balance',
  heldMs: 'Office held',
  at: 'When',
}

/** 'phaseTwoAt' is 'Phase two at'. The name of a quantity leaves out its unit. */
export function fieldName(key: string): string {
  const known = names[key]
  if (known !== undefined) return known
  const words = key
    .replace(/(Cents|Units|Ms)$/, '')
    .replace(/At$/, ' at')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The value of a field, for a person. */
export function valueInWords(key: string, value: unknown): string {
  if (key === 'sentence') return sentenceText(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (key === 'heldMs') return durationInWords(Number(value))
  if (typeof value === 'number') return /At$|^at$|^dueDate$/.test(key) ? instantInWords(value) : inFull(value)
  if (typeof value === 'string') return textInWords(key, value)
  if (Array.isArray(value)) return value.map(String).join('; ') || '–'
  if (typeof value !== 'object' || value === null) return '–'
  return Object.entries(value)
    .map(([name, one]) => `${nameInWords(name)}: ${valueInWords(name, one)}`)
    .join('; ')
}

/** Of figures by office, the key is the office. */
const nameInWords = (name: string): string =>
  (governmentRoles as readonly string[]).includes(name) ? officeTitle(name as GovernmentRole) : fieldName(name)

function textInWords(key: string, value: string): string {
  if (value === '') return '–'
  if (people.has(key)) return nameOf(value)
  if (key.endsWith('Cents')) return dollars(BigInt(value))
  if (key.endsWith('Units')) return `${cardAmount(tokensOf(BigInt(value)))} $ON`
  if (key === 'assignedTo') return assigneeWords(value as TaskAssignee)
  if (key === 'governmentRole' || key === 'office') return officeTitle(value as GovernmentRole)
  return key === 'position' ? positionTitle(value) : value
}

import { eventOf, type EventFacts, type EventKind } from '@nation/domain/events'
import type { ReplicaTable } from '@nation/domain/replica'
import type { EntityManager } from 'typeorm'
import { auditedKinds, entryKinds } from '../gazette'
import type { JournalEntry } from '../journal'
import { column, readRows } from '../platform'

/** Rows of a replica that may read differently after an entry; `all` where they are too many to name. */
export type Touched = { readonly [Table in ReplicaTable]?: readonly string[] | 'all' }

/** What an entry says, as far as it decides which rows are read again. */
type Said<Kind extends EventKind> = Pick<JournalEntry, 'subject'> & {
  readonly facts: Partial<EventFacts<Kind>>
}

type Rule<Kind extends EventKind> = ((said: Said<Kind>, tx: EntityManager) => Touched | Promise<Touched>) | 'nothing'

type Rules = { readonly [Kind in EventKind]: Rule<Kind> }

const none: readonly string[] = []
const some = (id: string | null | undefined): readonly string[] => (id ? [id] : none)
const theMember = ({ subject }: { readonly subject: string | null }): Touched => ({ members: some(subject) })
const theElection = ({ subject }: { readonly subject: string | null }): Touched => ({ elections: some(subject) })
const theTask = ({ subject }: { readonly subject: string | null }): Touched => ({ tasks: some(subject) })
const thePoll = ({ subject }: { readonly subject: string | null }): Touched => ({ polls: some(subject) })
const theBroadcast = ({ subject }: { readonly subject: string | null }): Touched => ({ broadcasts: some(subject) })
const theBank = (): Touched => ({ bank: ['bank'] })

/**
 * Which rows each kind of entry touches. Rows are read as they are now, so a row too many costs a read and is no mistake; a row too
 * few would stay wrong in every replica. An event without a rule does not compile.
 */
const rules: Rules = {
  'admin.account-created': theMember,
  'admin.account-renewed': theMember,
  'admin.account-revoked': theMember,
  'admin.device-revoked': 'nothing',
  'admin.recovery-codes-renewed': 'nothing',
  'admin.signed-in': 'nothing',
  'admin.sign-in-failed': 'nothing',
  'admin.deleted': 'nothing',
  'admin.exported': 'nothing',
  'admin.signed-out': 'nothing',
  'admin.session-ended': 'nothing',
  'admin.second-factor-set': 'nothing',
  'admin.jobs-retried': 'nothing',
  'admin.job-given-up': 'nothing',
  'admin.job-paused': 'nothing',
  'admin.job-asked': 'nothing',
  'auth.signed-in': 'nothing',
  'auth.signed-out': 'nothing',
  'auth.signed-out-everywhere': 'nothing',
  'auth.session-reused': 'nothing',
  'bank.total-changed': theBank,
  'bank.percentages-changed': theBank,
  'bank.cycle-started': theBank,
  'bank.funding-recorded': theBank,
  'bank.cycle-paid': ({ facts }) => ({ ...theBank(), cycles: some(numbered(facts.number)) }),
  'bank.salary-booked': ({ facts }) => ({ payments: some(facts.paymentId) }),
  'bank.payments-settled': theBank,
  'bank.salary-paid': ({ facts }) => ({ payments: some(facts.paymentId) }),
  'bank.books-checked': 'nothing',
  'bank.books-differ': 'nothing',
  'broadcasts.created': theBroadcast,
  'broadcasts.ended': theBroadcast,
  'broadcasts.deleted': theBroadcast,
  'citizens.joined': theMember,
  'citizens.updated': theMember,
  'citizens.picture-changed': theMember,
  'citizens.picture-chosen': theMember,
  'citizens.role-changed': theMember,
  'citizens.wallet-linked': theMember,
  'citizens.wallet-unlinked': theMember,
  'citizens.balance-changed': theMember,
  'token.version-changed': () => ({ members: 'all' }),
  'token.balances-voided': () => ({ members: 'all' }),
  'token.balances-read': () => ({ members: 'all' }),
  'citizens.left': theMember,
  'citizens.page-shown': 'nothing',
  'citizens.page-closed': 'nothing',
  'citizens.erase': 'nothing',
  'citizens.erased': ({ subject }, tx) => (subject === null ? {} : writtenBy(tx, subject)),
  'citizens.export-asked': 'nothing',
  'citizens.export-ready': 'nothing',
  'demo.began': 'nothing',
  'demo.settled': 'nothing',
  'candidates.stood': ({ subject }, tx) => candidacy(tx, subject),
  'candidates.updated': ({ subject }) => ({ candidacies: some(subject) }),
  'candidates.withdrawn': ({ subject }, tx) => candidacy(tx, subject),
  'candidates.removed': 'nothing',
  'elections.voted': 'nothing',
  'elections.tally-changed': 'nothing',
  'elections.counted': theElection,
  'elections.recount-differs': 'nothing',
  'elections.planned': theElection,
  'elections.cancelled': ({ subject }, tx) => allOf(tx, subject),
  'elections.roll-read': 'nothing',
  'elections.opened': theElection,
  'elections.phase-closed': theElection,
  'elections.completed': ({ subject }, tx) => allOf(tx, subject),
  'gazette.published': ({ facts }) => ({ gazette: between(facts.from, facts.to) }),
  'government.appointed': theMember,
  'government.removed': theMember,
  'government.resigned': theMember,
  'government.promise-set': 'nothing',
  'government.promise-marked': 'nothing',
  'government.seated': async ({ subject }, tx) => ({
    ...theElection({ subject }),
    members: subject === null ? none : await seated(tx, subject),
  }),
  'interviews.created': 'nothing',
  'interviews.opened': 'nothing',
  'interviews.closed': 'nothing',
  'interviews.deleted': 'nothing',
  'interviews.responded': 'nothing',
  'interviews.answered': 'nothing',
  'messenger.posted': chatted,
  'messenger.changed': chatted,
  'messenger.counted': 'nothing',
  'messenger.posted-directly': 'nothing',
  'messenger.changed-directly': 'nothing',
  'messenger.read': 'nothing',
  'messenger.set': 'nothing',
  'messenger.mute-changed': 'nothing',
  'messenger.moderated': 'nothing',
  'messenger.muted': 'nothing',
  'messenger.unmuted': 'nothing',
  'messenger.reported': 'nothing',
  'messenger.report-resolved': 'nothing',
  'polls.created': thePoll,
  'polls.updated': thePoll,
  'polls.closed': thePoll,
  'polls.deleted': thePoll,
  'polls.voted': 'nothing',
  'polls.tally-changed': 'nothing',
  'system.feature-switched': 'nothing',
  'system.limit-changed': 'nothing',
  'system.links-changed': 'nothing',
  'tasks.created': theTask,
  'tasks.updated': theTask,
  'tasks.completed': theTask,
  'tasks.reopened': theTask,
  'tasks.responded': ({ subject, facts }) => ({ tasks: some(subject), responses: some(facts.responseId) }),
  'tasks.deleted': async ({ subject }, tx) => ({ tasks: some(subject), responses: await responsesTo(tx, subject) }),
  'tasks.reminded': 'nothing',
}

const dayMs = 24 * 3_600_000

/** Kinds that touch rows. */
export const touchingKinds = (Object.keys(rules) as EventKind[]).filter((kind) => rules[kind] !== 'nothing')

/**
 * A position that is older than this may lie before entries that were removed: the shortest retention of a kind that touches
 * rows, less a day.
 */
export const horizonMs = (Math.min(...touchingKinds.flatMap((kind) => eventOf(kind)?.retentionDays ?? [])) - 1) * dayMs

/** Kinds whose entries may be removed while a position behind them is in use. None of them touches rows. */
export const shortLivedKinds = (Object.keys(rules) as EventKind[]).filter(
  (kind) => (eventOf(kind)?.retentionDays ?? Infinity) * dayMs <= horizonMs,
)

/** The rows that an entry touches. */
export async function touchedBy(tx: EntityManager, entry: JournalEntry): Promise<Touched> {
  const rule = (rules as Readonly<Record<string, Rule<EventKind> | undefined>>)[entry.kind]
  if (rule === undefined || rule === 'nothing') return {}
  return rule(entry, tx)
}

const numbered = (value: number | undefined): string | undefined => (value === undefined ? undefined : String(value))

function between(from: number | undefined, to: number | undefined): readonly string[] {
  if (from === undefined || to === undefined) return none
  return Array.from({ length: to - from + 1 }, (_, place) => String(from + place))
}

function chatted({ facts }: Said<'messenger.posted'>): Touched {
  return facts.channel === 'admin-chat' ? { chat: between(facts.from, facts.to) } : {}
}

const idRow = { id: column.text }

async function idsOf(tx: EntityManager, sql: string, values: readonly unknown[]): Promise<readonly string[]> {
  const rows = await readRows(tx, idRow, sql, values)
  return rows.map(({ id }) => id)
}

/** A candidacy, and its citizen: whether they stand is in their row. */
async function candidacy(tx: EntityManager, subject: string | null): Promise<Touched> {
  if (subject === null) return {}
  const members = await idsOf(
    tx,
    'SELECT c.uid AS id FROM candidacies k STRAIGHT_JOIN citizens c ON c.id = k.citizen_id WHERE k.uid = ?',
    [subject],
  )
  return { candidacies: [subject], members }
}

/** An election with its candidacies and those who stood in it. */
async function allOf(tx: EntityManager, subject: string | null): Promise<Touched> {
  if (subject === null) return {}
  const from = 'FROM candidacies k STRAIGHT_JOIN citizens c ON c.id = k.citizen_id'
  const where = 'WHERE k.election_id = (SELECT id FROM elections WHERE uid = ?)'
  return {
    elections: [subject],
    candidacies: await idsOf(tx, `SELECT k.uid AS id ${from} ${where}`, [subject]),
    members: await idsOf(tx, `SELECT c.uid AS id ${from} ${where}`, [subject]),
  }
}

/** Who holds a seat now, and who held one until the election was over: with its end, every earlier term ends. */
const seated = (tx: EntityManager, election: string): Promise<readonly string[]> =>
  idsOf(
    tx,
    `SELECT DISTINCT c.uid AS id FROM terms t STRAIGHT_JOIN citizens c ON c.id = t.citizen_id
     WHERE t.active_office IS NOT NULL OR t.ended_at >= (SELECT ends_at FROM elections WHERE uid = ?)`,
    [election],
  )

async function responsesTo(tx: EntityManager, task: string | null): Promise<readonly string[]> {
  if (task === null) return none
  return idsOf(tx, 'SELECT uid AS id FROM task_responses WHERE task_id = (SELECT id FROM tasks WHERE uid = ?)', [task])
}

/** Whatever held words of a citizen who was erased. */
async function writtenBy(tx: EntityManager, uid: string): Promise<Touched> {
  const citizen = '(SELECT id FROM citizens WHERE uid = ?)'
  const of = (sql: string) => idsOf(tx, sql, [uid])
  // Erasure takes reasons and names out of entries about the citizen, and about what was theirs.
  const about = await idsOf(
    tx,
    [
      'candidacies WHERE citizen_id',
      'polls WHERE created_by',
      'interviews WHERE created_by',
      'broadcasts WHERE created_by',
    ]
      .map((of) => `SELECT uid AS id FROM ${of} = ${citizen}`)
      .concat(`SELECT uid FROM tasks WHERE created_by = ${citizen}`)
      .join(' UNION ALL '),
    [uid, uid, uid, uid, uid],
  )
  const audited = await idsOf(
    tx,
    'SELECT CAST(seq AS CHAR) AS id FROM journal WHERE subject IN (?) AND kind IN (?) AND seq IS NOT NULL',
    [
      [uid, ...about],
      [...auditedKinds, ...entryKinds],
    ],
  )
  return {
    members: [uid],
    candidacies: await of(`SELECT uid AS id FROM candidacies WHERE citizen_id = ${citizen}`),
    tasks: await of(`SELECT uid AS id FROM tasks WHERE created_by = ${citizen}`),
    responses: await of(`SELECT uid AS id FROM task_responses WHERE citizen_id = ${citizen}`),
    payments: await of(`SELECT uid AS id FROM bank_payments WHERE citizen_id = ${citizen}`),
    chat: await of(
      `SELECT CAST(number AS CHAR) AS id FROM messages WHERE sender_id = ${citizen}
       AND conversation_id = (SELECT id FROM conversations WHERE channel = 'admin-chat')`,
    ),
    audit: audited,
    gazette: audited.length === 0 ? none : await publishedAt(tx, audited),
  }
}

const publishedAt = (tx: EntityManager, seqs: readonly string[]): Promise<readonly string[]> =>
  idsOf(tx, 'SELECT CAST(number AS CHAR) AS id FROM gazette_entries WHERE seq IN (?)', [seqs.map(Number)])

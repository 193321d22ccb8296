import { positionNumbered } from '@nation/domain/elections'
import { eventOf } from '@nation/domain/events'
import type { DataSource } from 'typeorm'
import { everyPosition, isNotVoid } from '../elections'
import { inGroups, readJson, streamRows } from '../platform'
import type { Citizen } from '../citizens'

type Row = Record<string, unknown>

/** A section of a copy: a value, or rows that are read one after the other. */
type Section = readonly [name: string, content: Row | AsyncIterable<Row>]

/**
 * Everything that the nation holds about a citizen, as it is stored: without the secrets of sessions and passwords, with
 * public ids in place of row keys. The journal is read up to the number `until`, by its indexes. Its entries say what was done, and
 * name no other citizen: neither whom an act of an office concerned nor who did something to this citizen.
 * @returns the copy as JSON, in pieces: a citizen may have written more than a process has memory for
 */
export async function* collectData(
  database: DataSource,
  citizen: Citizen,
  until: number,
  tell: (progress: number) => Promise<void>,
): AsyncGenerator<string> {
  const sections = sectionsOf(database, citizen, until)
  let told = 0
  yield `{\n  "format": "nation-export-1",\n  "citizen": ${JSON.stringify(citizen.uid)}`
  for (const [place, [name, content]] of sections.entries()) {
    yield `,\n  ${JSON.stringify(name)}: `
    yield* Symbol.asyncIterator in content ? listText(content) : [indented(content, 1)]
    const progress = Math.floor((95 * (place + 1)) / sections.length)
    if (progress - told < progressStep) continue
    await tell(progress)
    told = progress
  }
  yield '\n}'
}

const progressStep = 10

/** About so much text is handed on at a time, in UTF-16 units. */
const pieceLength = 32_768

/** A list as `JSON.stringify(…, null, 2)` writes it, as a value of the outermost object. */
async function* listText(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let piece = '['
  let isEmpty = true
  for await (const row of rows) {
    piece += `${isEmpty ? '' : ','}\n    ${indented(row, 2)}`
    isEmpty = false
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield `${piece}${isEmpty ? '' : '\n  '}]`
}

/** JSON with its lines further in. Line breaks inside of texts are escaped. */
const indented = (value: Row, depth: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`)

function sectionsOf(database: DataSource, citizen: Citizen, until: number): readonly Section[] {
  const read = (statement: string, value = citizen.id) => streamRows(database, statement, [value])
  return [
    ['profile', profileOf(citizen)],
    ['sessions', read(sql.sessions)],
    ['votes', mapped(read(sql.votes), withPosition)],
    ['ballots', mapped(read(sql.ballots), withPosition)],
    ['salaries', read(sql.salaries)],
    ['account', read(sql.account)],
    ['pollVotes', read(sql.pollVotes)],
    ['polls', read(sql.polls)],
    ['promises', read(sql.promises)],
    ['promisesBefore', read(sql.promisesBefore)],
    ['promiseMarks', read(sql.promiseMarks)],
    ['candidacies', mapped(read(sql.candidacies), withPosition)],
    ['programmesBefore', mapped(read(sql.programmesBefore), withProgramme)],
    ['candidacyWallets', read(sql.candidacyWallets)],
    ['interviews', read(sql.interviews)],
    ['interviewsMade', read(sql.interviewsMade)],
    ['tasks', read(sql.tasks)],
    ['taskResponses', mapped(read(sql.taskResponses), withImages)],
    ['messages', read(sql.messages)],
    ['messageImages', read(sql.messageImages)],
    ['reactions', read(sql.reactions)],
    ['mentions', read(sql.mentions)],
    ['messagesRead', read(sql.messagesRead)],
    ['messagesDeleted', read(sql.messagesDeleted)],
    ['publicPage', read(sql.publicPage)],
    ['blocks', read(sql.blocks)],
    ['mutes', read(sql.mutes)],
    ['reports', read(sql.reports)],
    ['reportedMessages', read(sql.reportedMessages)],
    ['broadcasts', read(sql.broadcasts)],
    ['terms', read(sql.terms)],
    ['rolls', read(sql.rolls)],
    ['tokenVersions', read(sql.tokenVersions)],
    ['media', read(sql.media)],
    ['uploadAttempts', read(sql.uploadAttempts)],
    ['walletChallenges', read(sql.walletChallenges)],
    ['panelAccounts', read(sql.panelAccounts)],
    ['panelSessions', read(sql.panelSessions)],
    ['panelDevices', read(sql.panelDevices)],
    ['panelRecoveryCodes', read(sql.panelRecoveryCodes)],
    ['copies', read(sql.copies)],
    ['storedAnswers', read(sql.storedAnswers, citizen.uid)],
    ['adminCommands', read(sql.adminCommands, citizen.uid)],
    ['journal', journalOf(database, citizen, until)],
  ]
}

async function* mapped(rows: AsyncIterable<Row>, change: (row: Row) => Row): AsyncGenerator<Row> {
  for await (const row of rows) yield change(row)
}

const sql = {
  sessions: `SELECT id, created_at, rotated_at, expires_at, ended_at, ended_why, user_agent FROM sessions
    WHERE citizen_id = ? ORDER BY created_at`,
  votes: `SELECT e.uid AS election, v.position, c.uid AS candidate, c.display_name AS candidate_name, v.weight_units, v.voted_at
    FROM elections e JOIN current_votes v ON v.election_id = e.id AND v.position IN (${everyPosition})
    JOIN candidacies c ON c.id = v.candidacy_id WHERE v.citizen_id = ? AND ${isNotVoid('c')} ORDER BY v.voted_at`,
  ballots: `SELECT e.uid AS election, b.position, c.uid AS candidate, p.uid AS previous_candidate, b.weight_units, b.cast_at
    FROM elections e JOIN ballots b ON b.election_id = e.id AND b.position IN (${everyPosition})
    JOIN candidacies c ON c.id = b.candidacy_id LEFT JOIN candidacies p ON p.id = b.previous_candidacy_id
    WHERE b.citizen_id = ? ORDER BY b.id`,
  salaries: `SELECT p.uid AS payment, y.number AS cycle, y.due_at, p.office, p.amount_cents, p.held_ms, o.rail, o.reference, o.paid_at
    FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id LEFT JOIN bank_payouts o ON o.payment_id = p.id
    WHERE p.citizen_id = ? ORDER BY p.id`,
  pollVotes: `SELECT p.uid AS poll, p.question, o.text AS answer, v.voted_at
    FROM poll_votes v JOIN polls p ON p.id = v.poll_id LEFT JOIN poll_options o ON o.id = v.option_id
    WHERE v.citizen_id = ? ORDER BY v.voted_at`,
  polls: `SELECT uid AS id, question, status, created_at, updated_at, closes_at, closed_at FROM polls
    WHERE created_by = ? ORDER BY id`,
  promises: `SELECT k.uid AS candidacy, p.kind, p.place, p.round, p.state, p.sentence, p.link, p.set_at, p.agrees, p.disagrees
    FROM candidacies k JOIN promise_states p ON p.candidacy_id = k.id WHERE k.citizen_id = ? ORDER BY p.id`,
  promisesBefore: `SELECT k.uid AS candidacy, p.kind, p.place, h.round, h.state, h.sentence, h.link, h.set_at, h.agrees,
    h.disagrees FROM candidacies k JOIN promise_states p ON p.candidacy_id = k.id
    JOIN promise_history h ON h.promise_id = p.id WHERE k.citizen_id = ? ORDER BY p.id, h.round`,
  promiseMarks: `SELECT k.uid AS candidacy, p.kind, p.place, m.round, m.mark, m.marked_at FROM promise_marks m
    JOIN promise_states p ON m.promise_id = p.id JOIN candidacies k ON k.id = p.candidacy_id
    WHERE m.citizen_id = ? ORDER BY m.promise_id`,
  candidacies: `SELECT k.uid AS id, e.uid AS election, k.position, k.status, k.display_name, k.title, k.bio, k.campaign_slogan,
    k.vision, k.why_vote_for_me, k.goals, k.promises, k.experience, k.policies, k.qualifications, k.twitter, k.discord,
    k.website, k.profile_picture, k.banner_image, k.attachments, k.stood_at, k.updated_at, k.ended_at, k.removal_reason,
    k.final_rank, k.won
    FROM candidacies k JOIN elections e ON e.id = k.election_id WHERE k.citizen_id = ? ORDER BY k.stood_at`,
  programmesBefore: `SELECT k.uid AS candidacy, v.number, v.programme, v.changed, v.votes, v.replaced_at
    FROM candidacies k JOIN programme_versions v ON v.candidacy_id = k.id WHERE k.citizen_id = ?
    ORDER BY v.candidacy_id, v.number`,
  candidacyWallets: `SELECT e.uid AS election, w.wallet_hash FROM candidacy_wallets w JOIN elections e ON e.id = w.election_id
    WHERE w.citizen_id = ? ORDER BY w.election_id`,
  interviews: `SELECT i.uid AS interview, i.title, r.submitted_at, q.question, a.answer FROM interview_responses r
    JOIN interviews i ON i.id = r.interview_id JOIN interview_answers a ON a.response_id = r.id
    JOIN interview_questions q ON q.id = a.question_id WHERE r.citizen_id = ? ORDER BY r.id, q.place`,
  interviewsMade: `SELECT uid AS interview, title, description, is_active, created_at, archived_at FROM interviews
    WHERE created_by = ? ORDER BY id`,
  tasks: `SELECT uid AS task, title, description, priority, assigned_to, status, due_at, created_by_role, created_at, updated_at,
    completed_at, deleted_at FROM tasks WHERE created_by = ? ORDER BY id`,
  taskResponses: `SELECT r.uid AS response, t.uid AS task, t.title, r.answer, r.images, r.citizen_role, r.submitted_at
    FROM task_responses r JOIN tasks t ON t.id = r.task_id WHERE r.citizen_id = ? ORDER BY r.id`,
  messages: `SELECT COALESCE(v.channel, v.uid) AS conversation, m.number, m.text, m.sent_at, m.edited_at, m.deleted_at
    FROM messages m JOIN conversations v ON v.id = m.conversation_id WHERE m.sender_id = ?
    ORDER BY m.conversation_id, m.number`,
  messageImages: `SELECT COALESCE(v.channel, v.uid) AS conversation, i.number, CONCAT('/media/', i.name) AS image
    FROM messages m JOIN message_images i ON i.conversation_id = m.conversation_id AND i.number = m.number
    JOIN conversations v ON v.id = m.conversation_id WHERE m.sender_id = ? AND m.has_images
    ORDER BY m.conversation_id, m.number, i.place`,
  reactions: `SELECT COALESCE(v.channel, v.uid) AS conversation, r.number, r.reaction, r.reacted_at
    FROM message_reactions r JOIN conversations v ON v.id = r.conversation_id WHERE r.citizen_id = ?
    ORDER BY r.conversation_id, r.number`,
  mentions: `SELECT COALESCE(v.channel, v.uid) AS conversation, mm.number
    FROM message_mentions mm JOIN conversations v ON v.id = mm.conversation_id
    JOIN messages m ON m.conversation_id = mm.conversation_id AND m.number = mm.number
      AND (m.withheld_from IS NULL OR m.withheld_from <> mm.citizen_id)
    WHERE mm.citizen_id = ? ORDER BY mm.conversation_id, mm.number`,
  messagesRead: `SELECT COALESCE(v.channel, v.uid) AS conversation, r.read_number, v.started_by = r.citizen_id AS started,
    r.notice, v.created_at, v.accepted_at FROM conversation_readers r JOIN conversations v ON v.id = r.conversation_id
    WHERE r.citizen_id = ? AND (v.channel IS NOT NULL OR r.citizen_id IN (v.low_id, v.high_id)) ORDER BY r.conversation_id`,
  messagesDeleted: `SELECT v.channel AS conversation, m.number, m.deleted_at FROM messages m
    JOIN conversations v ON v.id = m.conversation_id WHERE m.deleted_by = ? ORDER BY m.conversation_id, m.number`,
  publicPage: `SELECT number, shown_at FROM citizen_pages WHERE citizen_id = ?`,
  blocks: `SELECT created_at FROM citizen_blocks WHERE blocker_id = ? ORDER BY created_at, blocked_id`,
  mutes: `SELECT created_at, until_at, reason FROM citizen_mutes WHERE citizen_id = ?`,
  reports: `SELECT COALESCE(v.channel, v.uid) AS conversation, p.number, p.reason, p.created_at, p.resolved_at
    FROM message_reports p JOIN conversations v ON v.id = p.conversation_id WHERE p.reporter_id = ? ORDER BY p.id`,
  reportedMessages: `SELECT COALESCE(v.channel, v.uid) AS conversation, l.number, l.text, l.images, l.sent_at, l.edited_at, l.deleted_at,
    p.reported_id = l.sender_id AND p.number = l.number AS reported, p.resolved_at, p.resolution
    FROM message_report_lines l JOIN message_reports p ON p.id = l.report_id
    JOIN conversations v ON v.id = p.conversation_id WHERE l.sender_id = ? ORDER BY l.report_id, l.number`,
  broadcasts: `SELECT uid AS broadcast, message, type, created_at, archived_at FROM broadcasts WHERE created_by = ? ORDER BY id`,
  account: `SELECT name, kind, balance_cents FROM ledger_accounts WHERE citizen_id = ?`,
  tokenVersions: `SELECT m.version, m.mint, c.how, c.at FROM token_migration_citizens c
    JOIN token_migrations m ON m.id = c.migration_id WHERE c.citizen_id = ? ORDER BY m.id`,
  terms: `SELECT t.office, e.uid AS election, t.how, t.started_at, t.ended_at, t.ended_how FROM terms t
    LEFT JOIN elections e ON e.id = t.election_id WHERE t.citizen_id = ? ORDER BY t.started_at`,
  rolls: `SELECT e.uid AS election, r.wallet_address, r.balance, r.weight_units, r.source, r.taken_at, r.slot
    FROM elections e JOIN roll_entries r ON r.election_id = e.id WHERE r.citizen_id = ? ORDER BY r.taken_at`,
  media: `SELECT CONCAT('/media/', name) AS url, hash, preset, type, bytes, sent_bytes, width, height, created_at
    FROM media WHERE owner_id = ? ORDER BY id`,
  uploadAttempts: `SELECT at, bytes FROM upload_attempts WHERE owner_id = ? ORDER BY id`,
  walletChallenges: `SELECT wallet_address, issued_at, expires_at, used_at FROM wallet_challenges
    WHERE citizen_id = ? ORDER BY issued_at`,
  panelAccounts: `SELECT username, created_at, revoked_at FROM panel_accounts WHERE citizen_id = ?`,
  panelSessions: `SELECT a.username, s.created_at, s.expires_at, s.ended_at FROM panel_sessions s
    JOIN panel_accounts a ON a.id = s.account_id WHERE a.citizen_id = ? ORDER BY s.created_at`,
  panelDevices: `SELECT a.username, d.label, d.created_at, d.last_used_at, d.revoked_at FROM panel_devices d
    JOIN panel_accounts a ON a.id = d.account_id WHERE a.citizen_id = ? ORDER BY d.created_at`,
  panelRecoveryCodes: `SELECT a.username, r.created_at, r.used_at FROM panel_recovery_codes r
    JOIN panel_accounts a ON a.id = r.account_id WHERE a.citizen_id = ? ORDER BY r.id`,
  copies: `SELECT id, status, created_at, ready_at, bytes FROM data_exports WHERE citizen_id = ? ORDER BY created_at`,
  storedAnswers: `SELECT call_id, created_at FROM idempotency_keys WHERE caller = ? ORDER BY created_at`,
  adminCommands: `SELECT call_id, subject, processed_at FROM admin_commands WHERE admin = ? ORDER BY processed_at`,
} as const

/** All that the citizen's own row says, but for its key. */
function profileOf(citizen: Citizen): Row {
  const { id: _, ...facts } = citizen
  return facts
}

const withProgramme = (row: Row): Row => ({
  ...row,
  programme: readJson(row.programme),
  changed: readJson(row.changed),
})

const withImages = (row: Row): Row => ({ ...row, images: readJson(row.images) })

function withPosition(row: Row): Row {
  const lists = ['goals', 'promises', 'attachments'].filter((name) => name in row)
  return {
    ...row,
    ...Object.fromEntries(lists.map((name) => [name, readJson(row[name])])),
    position: positionNumbered(Number(row.position)).id,
  }
}

/** How many entries are searched together for the names of others. */
const groupSize = 500

/**
 * What the citizen did and what was done to them or to their candidacies, in the order of numbers. Entries of a list have a section
 * of their own (`copiedAs`).
 */
async function* journalOf(database: DataSource, citizen: Citizen, until: number): AsyncGenerator<Row> {
  const candidacies: { uid: string }[] = await database.query('SELECT uid FROM candidacies WHERE citizen_id = ?', [
    citizen.id,
  ])
  const about = [citizen.uid, ...candidacies.map(({ uid }) => uid)]
  const isTold = "seq <= ? AND visibility <> 'listed'"
  const facts = 'seq, at, kind, actor, subject, facts FROM journal FORCE INDEX'
  const concerning = about.map(
    () => `SELECT 1 AS concerns, ${facts} (ix_journal_subject) WHERE subject = ? AND ${isTold}`,
  )
  const doing = `SELECT 0 AS concerns, ${facts} (ix_journal_actor) WHERE actor = ? AND ${isTold}
    AND (subject IS NULL OR subject NOT IN (?))`
  const rows = streamRows(database, [...concerning, `${doing} ORDER BY seq`].join(' UNION ALL '), [
    ...about.flatMap((uid) => [uid, until]),
    citizen.uid,
    until,
    about,
  ])
  for await (const group of inGroups(rows, groupSize)) {
    yield* await withoutOthers(database, citizen, group.map(entryOf))
  }
}

/** An entry that concerns the citizen is told whole; of an act about another, what is the other's is left out. */
function entryOf({ concerns, ...row }: Row): EntryRow {
  const entry = {
    ...row,
    seq: Number(row.seq),
    kind: String(row.kind),
    facts: readJson<Record<string, unknown>>(row.facts),
  }
  return Number(concerns) === 1 ? entry : withoutPersonal(entry)
}

interface EntryRow extends Row {
  readonly seq: number
  readonly kind: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** An act of the citizen that is about another, without the facts that say who that is. */
function withoutPersonal(row: EntryRow): EntryRow {
  const personal = eventOf(row.kind)?.personal ?? []
  return { ...row, facts: Object.fromEntries(Object.entries(row.facts).filter(([name]) => !personal.includes(name))) }
}

const publicIds = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The entries without the public ids of other citizens and of their candidacies, at whatever place they stand. */
async function withoutOthers(
  database: DataSource,
  citizen: Citizen,
  entries: readonly EntryRow[],
): Promise<readonly EntryRow[]> {
  const named = [...new Set(JSON.stringify(entries).match(publicIds) ?? [])]
  if (named.length === 0) return entries
  const rows: { uid: string }[] = await database.query(
    `SELECT uid FROM citizens WHERE uid IN (?) AND id <> ?
     UNION SELECT uid FROM candidacies WHERE uid IN (?) AND citizen_id <> ?`,
    [named, citizen.id, named, citizen.id],
  )
  const others = new Set(rows.map(({ uid }) => uid))
  return others.size === 0 ? entries : (without(entries, others) as EntryRow[])
}

/** The same value without these texts: what holds one of them alone is left out. */
function without(value: unknown, texts: ReadonlySet<string>): unknown {
  const isKept = (inner: unknown) => typeof inner !== 'string' || !texts.has(inner)
  if (Array.isArray(value)) return value.filter(isKept).map((inner) => without(inner, texts))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => isKept(name) && isKept(inner))
      .map(([name, inner]) => [name, without(inner, texts)]),
  )
}

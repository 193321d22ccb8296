import { createHash } from 'node:crypto'
import type { DataSource } from 'typeorm'
import type { StorePicture } from './pictures'

/** Keeps nothing, and answers an address that follows from the drawing. */
export const keepNothing: StorePicture = async (svg, { folder }) =>
  `/media/${folder}/${createHash('sha256').update(svg).digest('hex').slice(0, 32)}.webp`

/** Everything public that a nation consists of, without the row keys, in an order of its own. */
const stories: Readonly<Record<string, string>> = {
  citizens: `SELECT uid, x_id, handle, username, portrait_url, followers, verified, x_created_at, wallet_address, token_balance,
      role, government_role, is_admin, joined_at, last_active_at, updated_at FROM citizens ORDER BY uid`,
  elections: `SELECT uid, starts_at, stage, created_at, opened_at, phase_one_closed_at, completed_at, voters, eligible_voters
      FROM elections ORDER BY starts_at`,
  roll: `SELECT e.uid AS election, z.uid, r.balance, r.weight_units, r.taken_at
      FROM roll_entries r JOIN elections e ON e.id = r.election_id JOIN citizens z ON z.id = r.citizen_id ORDER BY e.uid, z.uid`,
  candidacies: `SELECT c.uid, e.uid AS election, c.position, z.uid AS citizen, c.status, c.display_name, c.bio, c.vision,
      c.banner_image, c.attachments, c.stood_at, c.final_weight_units, c.final_rank, c.won, t.weight_units, t.supporters, t.casts,
      p.weight_units AS public_units, p.supporters AS public_supporters
      FROM candidacies c JOIN elections e ON e.id = c.election_id JOIN citizens z ON z.id = c.citizen_id
      JOIN tallies t ON t.candidacy_id = c.id JOIN published_tallies p ON p.candidacy_id = c.id ORDER BY c.uid`,
  ballots: `SELECT e.uid AS election, z.uid AS citizen, c.uid AS candidate, b.weight_units, b.cast_at
      FROM ballots b JOIN elections e ON e.id = b.election_id JOIN citizens z ON z.id = b.citizen_id
      JOIN candidacies c ON c.id = b.candidacy_id ORDER BY b.id`,
  results: `SELECT e.uid, r.position, c.uid AS winner, r.rule, r.voters, r.weight_units, r.decided_at
      FROM election_results r JOIN elections e ON e.id = r.election_id
      LEFT JOIN candidacies c ON c.id = r.winner_candidacy_id ORDER BY r.decided_at, r.position`,
  terms: `SELECT t.office, z.uid, t.how, t.started_at, t.ended_at, t.active_office
      FROM terms t JOIN citizens z ON z.id = t.citizen_id ORDER BY t.started_at, t.office`,
  broadcasts: `SELECT b.uid, b.message, b.type, z.uid AS author, b.created_at, b.ends_at, b.ended_at, b.archived_at
      FROM broadcasts b JOIN citizens z ON z.id = b.created_by ORDER BY b.id`,
  polls: `SELECT p.uid, p.question, p.status, z.uid AS maker, p.created_by_role, p.created_at, p.closes_at, p.closed_at,
      o.uid AS option_uid, o.text, o.votes, t.votes AS total
      FROM polls p JOIN citizens z ON z.id = p.created_by JOIN poll_options o ON o.poll_id = p.id
      JOIN poll_tallies t ON t.poll_id = p.id ORDER BY p.uid, o.place`,
  pollVotes: `SELECT p.uid AS poll, z.uid AS citizen, o.uid AS answer, v.voted_at
      FROM poll_votes v JOIN polls p ON p.id = v.poll_id JOIN citizens z ON z.id = v.citizen_id
      JOIN poll_options o ON o.id = v.option_id ORDER BY p.uid, z.uid`,
  pollLog: `SELECT p.uid AS poll, l.what, z.uid AS who, l.at FROM poll_log l JOIN polls p ON p.id = l.poll_id
      LEFT JOIN citizens z ON z.id = l.by_id ORDER BY l.at, p.uid`,
  interviews: `SELECT i.uid, i.title, i.is_active, i.created_at, i.archived_at, q.uid AS question, q.place
      FROM interviews i JOIN interview_questions q ON q.interview_id = i.id ORDER BY i.id, q.place`,
  responses: `SELECT r.uid, i.uid AS interview, z.uid AS citizen, r.submitted_at, q.place, a.answer
      FROM interview_responses r JOIN interviews i ON i.id = r.interview_id JOIN citizens z ON z.id = r.citizen_id
      JOIN interview_answers a ON a.response_id = r.id JOIN interview_questions q ON q.id = a.question_id ORDER BY r.id, q.place`,
  conversations: `SELECT v.uid, v.channel, v.last_number, v.last_at, v.accepted_at, z.uid AS reader, r.read_number
      FROM conversations v LEFT JOIN conversation_readers r ON r.conversation_id = v.id
      LEFT JOIN citizens z ON z.id = r.citizen_id ORDER BY v.uid, z.uid`,
  messages: `SELECT v.uid AS conversation, m.number, m.uid, z.uid AS sender, m.text, m.reply_to, m.sent_at, m.edited_at, m.deleted_at
      FROM messages m JOIN conversations v ON v.id = m.conversation_id JOIN citizens z ON z.id = m.sender_id ORDER BY v.uid, m.number`,
  reactions: `SELECT v.uid AS conversation, r.number, z.uid, r.reaction, r.reacted_at FROM message_reactions r
      JOIN conversations v ON v.id = r.conversation_id JOIN citizens z ON z.id = r.citizen_id ORDER BY 1, 2, 3, 4`,
  payments: `SELECT y.number, y.due_at, y.total_cents, y.vacant_cents, p.uid, p.office, z.uid AS payee, p.amount_cents, p.held_ms,
      o.reference, o.paid_at FROM bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id JOIN citizens z ON z.id = p.citizen_id
      LEFT JOIN bank_payouts o ON o.payment_id = p.id ORDER BY y.number, p.office, z.uid`,
  ledger:
    'SELECT number, uid, kind, cycle_number, payment_uid, reference, booked_at, seal FROM ledger_movements ORDER BY number',
  journal: 'SELECT seq, kind, actor, subject, visibility, facts, at FROM journal ORDER BY seq',
}

/** A nation as plain data: equal data means equal nations. */
export async function tell(database: DataSource): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, sql] of Object.entries(stories)) found[name] = await database.query(sql)
  return found
}

import { formerCitizen } from '@nation/domain/citizens'
import { deleteInterviewAnswers } from '../interviews'
import { deletePromiseMarks, deletePromises } from '../government'
import { deleteTaskResponses } from '../tasks'
import { deleteMessages, deleteSafety } from '../messenger'
import type { JournalEntry, Reaction } from '../journal'
import { mediaName, openMediaStore, type MediaStore } from '../media'
import { column, type Config, type Context, readFirst, readRows, type RowOf } from '../platform'
import { AccountDeletion } from './privacy.entity'

/** Whom a step is about. */
const leaverRow = { id: column.key, uid: column.text }

type Leaver = RowOf<typeof leaverRow>

/** What there is more of, from a place on that the next part begins at. */
interface More {
  readonly after: string
}

/** Removes a part of a former citizen's data. Done again, it changes nothing. False, or `More`, when there is more of it. */
type Step = (ctx: Context, leaver: Leaver, entry: JournalEntry, store: MediaStore) => Promise<boolean | More>

const batchSize = 100

/** The index is named: in the order of ids, a plan may walk and lock everybody's uploads. */
const removeUploads: Step = async ({ tx }, leaver, _, store) => {
  const rows = await readRows(
    tx,
    { id: column.key, name: column.text },
    `SELECT id, name FROM media FORCE INDEX (ix_media_owner) WHERE owner_id = ? ORDER BY created_at, id LIMIT ? FOR UPDATE`,
    [leaver.id, batchSize],
  )
  for (const { name } of rows) await store.remove(name)
  if (rows.length > 0) await tx.query('DELETE FROM media WHERE id IN (?)', [rows.map((row) => row.id)])
  return rows.length < batchSize
}

/** Our copy of X's picture, unless another citizen has the same picture. */
const removePortrait: Step = async ({ tx }, _leaver, { facts }, store) => {
  const url = typeof facts.portrait === 'string' ? facts.portrait : ''
  const name = url.replace('/media/', '')
  if (!url.startsWith('/media/portraits/') || !mediaName.test(name)) return true
  const others = await readRows(tx, { id: column.key }, 'SELECT id FROM citizens WHERE portrait_url = ? LIMIT 1', [url])
  if (others.length === 0) await store.remove(name)
  return true
}

/** Who stood, for what and with how many votes stays; what they said of themselves goes. */
const emptyCandidacies: Step = async ({ tx, now }, leaver) => {
  await tx.query(
    `UPDATE candidacies SET display_name = ?, title = NULL, bio = '', campaign_slogan = '', vision = '', why_vote_for_me = '',
       goals = '[]', promises = '[]', experience = NULL, policies = NULL, qualifications = NULL, twitter = NULL,
       discord = NULL, website = NULL, profile_picture = NULL, banner_image = NULL, attachments = '{}', removal_reason = NULL,
       updated_at = ?
     WHERE citizen_id = ?`,
    [formerCitizen, now(), leaver.id],
  )
  await tx.query(
    'DELETE v FROM candidacies k STRAIGHT_JOIN programme_versions v ON v.candidacy_id = k.id WHERE k.citizen_id = ?',
    [leaver.id],
  )
  return true
}

/** What the journal tells of them: the facts that events declare as personal, and no others. */
const emptyJournal: Step = async ({ tx }, leaver) => {
  const candidacies = await readRows(tx, { uid: column.text }, 'SELECT uid FROM candidacies WHERE citizen_id = ?', [
    leaver.id,
  ])
  for (const { uid } of [leaver, ...candidacies]) await tx.query('CALL journal_forget(?)', [uid])
  return true
}

/** Their accounts of the panel: name, password's hash and second factor. */
async function removePanelAccounts({ tx }: Context, leaver: Leaver): Promise<void> {
  const accounts = await readRows(
    tx,
    { id: column.key },
    'SELECT id FROM panel_accounts WHERE citizen_id = ? ORDER BY id FOR UPDATE',
    [leaver.id],
  )
  if (accounts.length === 0) return
  const ids = accounts.map(({ id }) => id)
  await tx.query('DELETE FROM panel_sessions WHERE account_id IN (?)', [ids])
  await tx.query('DELETE FROM panel_accounts WHERE id IN (?)', [ids])
}

const removeTraces: Step = async (ctx, leaver) => {
  const { tx } = ctx
  await removePanelAccounts(ctx, leaver)
  await tx.query('DELETE FROM sessions WHERE citizen_id = ?', [leaver.id])
  await tx.query('DELETE FROM upload_attempts WHERE owner_id = ?', [leaver.id])
  await tx.query('DELETE FROM wallet_challenges WHERE citizen_id = ?', [leaver.id])
  await tx.query('DELETE FROM data_exports WHERE citizen_id = ?', [leaver.id])
  await tx.query('DELETE FROM idempotency_keys WHERE caller = ?', [leaver.uid])
  await tx.query('DELETE FROM idempotency_use WHERE caller = ?', [leaver.uid])
  await tx.query('DELETE FROM admin_commands WHERE admin = ?', [leaver.uid])
  return true
}

/** That they answered an interview stays; what they said goes. */
const emptyResponses: Step = async ({ tx }, leaver) => {
  await deleteInterviewAnswers(tx, leaver.id)
  return true
}

/** Whose tasks they were and that they responded stays on the government's record; what they said in responses goes. */
const emptyTaskResponses: Step = async ({ tx }, leaver) => {
  await deleteTaskResponses(tx, leaver.id)
  return true
}

/**
 * Why things that they made were deleted: administrators wrote it about them (decision 68). Of one citizen there are few such
 * things; each is found by the index of who made it.
 */
const emptyReasons: Step = async ({ tx }, leaver) => {
  const rows = await readRows(
    tx,
    { uid: column.text },
    `SELECT uid FROM polls WHERE created_by = ? AND status = 'deleted'
     UNION ALL SELECT uid FROM interviews WHERE created_by = ? AND archived_at IS NOT NULL
     UNION ALL SELECT uid FROM broadcasts WHERE created_by = ? AND archived_at IS NOT NULL
     UNION ALL SELECT uid FROM tasks WHERE created_by = ? AND status = 'deleted'`,
    [leaver.id, leaver.id, leaver.id, leaver.id],
  )
  for (const { uid } of rows) await tx.query('CALL journal_forget(?)', [uid])
  return true
}

/** Messages stay as empty rows; their content, reactions, mentions, read markers, blocks, mutes and texts of reports go. */
const emptyMessages: Step = async ({ tx, now }, leaver, { facts }) => {
  const after = await deleteMessages(tx, leaver.id, now(), typeof facts.after === 'string' ? facts.after : undefined)
  if (after !== null) return { after }
  await deleteSafety(tx, leaver.id)
  return true
}

/** That they said something of their promises stays, as states; the sentences and links go. */
const emptyPromises: Step = async ({ tx }, leaver) => {
  await deletePromises(tx, leaver.id)
  return true
}

/** How they marked others' promises: the mark goes, its count stays. */
const removePromiseMarks: Step = ({ tx }, leaver) => deletePromiseMarks(tx, leaver.id, batchSize)

/** A new step comes last: erasures that are under way know their next one by its place. */
const steps: readonly Step[] = [
  removePortrait,
  removeUploads,
  emptyCandidacies,
  emptyResponses,
  emptyJournal,
  removeTraces,
  emptyTaskResponses,
  emptyReasons,
  emptyMessages,
  emptyPromises,
  removePromiseMarks,
]

/** How many steps a deletion has after its first moment. */
export const eraseSteps = steps.length

/** Steps that take facts away from entries of the journal, by the number of the step that is due after them. */
const afterForgetting: ReadonlySet<unknown> = new Set(
  [emptyJournal, emptyReasons].map((step) => steps.indexOf(step) + 1),
)

/**
 * Whether an entry says that facts of earlier entries may have been taken away. Each step of an erasure ends with an entry, and so
 * does each part of its messages; two of the steps change the journal.
 */
export const isErasure = ({ kind, facts }: Pick<JournalEntry, 'kind' | 'facts'>): boolean =>
  kind === 'citizens.erased' ||
  (kind === 'citizens.erase' &&
    (facts.step === undefined || (afterForgetting.has(facts.step) && facts.after === undefined)))

/**
 * After a citizen left: removes their data, a step in each transaction. Each step says in the journal that the next
 * is due, so whatever is killed goes on where it was, and each has its effect once.
 */
export function eraseReaction(config: Config): Reaction {
  const store = openMediaStore(config)
  return {
    name: 'citizens.erase',
    kinds: ['citizens.erase'],
    settle: async (ctx, entry) => {
      const leaver = await leaverOf(ctx, entry)
      const number = Number(entry.facts.step)
      const step = steps[number]
      if (!leaver || !step) return
      const over = await step(ctx, leaver, entry, store)
      const next = over === true ? number + 1 : number
      await ctx.tx.getRepository(AccountDeletion).update({ citizenId: leaver.id }, { step: next })
      const kind = next < steps.length ? 'citizens.erase' : 'citizens.erased'
      ctx.journal.add({ kind, subject: leaver.uid, facts: { step: next, ...(typeof over === 'object' && over) } })
    },
  }
}

async function leaverOf(ctx: Context, entry: JournalEntry): Promise<Leaver | null> {
  const row = await readFirst(ctx.tx, leaverRow, 'SELECT id, uid FROM citizens WHERE uid = ? AND left_at IS NOT NULL', [
    entry.subject,
  ])
  return row ?? null
}

/**
 * Takes the wallet of a citizen who left off the rolls of elections that are over: after the erasure that one's, after each
 * election those of all former citizens who are still on a roll. In a running one the wallet stays on the roll, so that its
 * weight does not count a second time with another citizen.
 */
export const deleteFromRollsReaction: Reaction = {
  name: 'citizens.forget-rolls',
  kinds: ['citizens.erased', 'elections.completed'],
  settle: async (ctx, entry) => {
    const leaver = entry.kind === 'citizens.erased' ? await leaverOf(ctx, entry) : null
    const open = await readRows(
      ctx.tx,
      { citizen_id: column.key },
      `SELECT citizen_id FROM account_deletions WHERE done_at IS NULL AND step >= ? ${leaver ? 'AND citizen_id = ?' : ''}
       ORDER BY citizen_id FOR UPDATE`,
      [eraseSteps, ...(leaver ? [leaver.id] : [])],
    )
    for (const { citizen_id: id } of open) await deleteFromRolls(ctx, id)
  },
}

/** Looks up the citizen's entry of each roll by its key: rolls are as large as the nation. */
async function deleteFromRolls({ tx, now }: Context, citizenId: string): Promise<void> {
  const rolls = await readRows(
    tx,
    { election_id: column.key, is_over: column.flag },
    `SELECT r.election_id, e.completed_at IS NOT NULL AS is_over FROM elections e
     STRAIGHT_JOIN roll_entries r ON r.election_id = e.id AND r.citizen_id = ?`,
    [citizenId],
  )
  const over = rolls.filter((roll) => roll.is_over)
  if (over.length > 0) {
    await tx.query(
      'UPDATE roll_entries SET wallet_address = ?, balance = 0 WHERE election_id IN (?) AND citizen_id = ?',
      [`former-${citizenId}`, over.map((roll) => roll.election_id), citizenId],
    )
  }
  if (over.length === rolls.length) {
    await tx.query('UPDATE account_deletions SET done_at = ? WHERE citizen_id = ?', [now(), citizenId])
  }
}

import type { NationError } from '@nation/domain/errors'
import { eventOf, type EventKind } from '@nation/domain/events'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { deriveKeys } from '../auth/keys'
import { openSession } from '../sessions/sessions.service'
import type { XProfile } from '../x/x-client'
import { owedTo, payDueCycles } from '../bank'
import { anOfficial, aRunningBank, balancesOf, bookProblems, paymentsOf } from '../bank/testing'
import { createBroadcast, deleteBroadcast } from '../broadcasts'
import { withdrawCandidate } from '../elections/candidates.service'
import { advanceElections } from '../elections/rollover'
import { Term } from '../elections/election.entity'
import { talliesAndRecount } from '../elections/testing'
import { deleteInterview } from '../interviews'
import { Reactions, sequence } from '../journal'
import { editMessage, postToGroup, react as reactToMessage } from '../messenger'
import { change, fixedClock, readConfig } from '../platform'
import { deletePoll } from '../polls'
import { deleteTask } from '../tasks'
import { react } from '../work'
import {
  aCandidate,
  aCitizen,
  anInterview,
  aPoll,
  aTask,
  aTuesday,
  anUpload,
  as,
  doWhatFollows,
  emptyTables,
  respond,
  respondToTask,
  signedIn,
  untilKilled,
  useTestNation,
  vote,
  lockWaits,
} from '../testing'
import { Citizen } from '../citizens/citizen.entity'
import { deleteAccount, deletionStatus } from './delete-account'
import { eraseReaction, eraseSteps, deleteFromRollsReaction } from './erase'
import { exportData, exportDownload, exportReaction, exportStatus } from './export-data'
import { AccountDeletion } from './privacy.entity'
import { updateMemberRole } from '../government/appointments.service'

const nation = useTestNation({ poolSize: 8 })
const secret = 'a secret that only the tests of the nation know'
const keys = deriveKeys(secret)
const mediaDir = mkdtempSync(path.join(tmpdir(), 'nation-privacy-'))
const config = () =>
  readConfig({
    NATION_ENV: 'test',
    DATABASE_URL: nation.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    NATION_SECRET: secret,
    X_CLIENT_ID: 'id',
    NATION_MEDIA_DIR: mediaDir,
  })
const reactions = () =>
  new Reactions([eraseReaction(config()), deleteFromRollsReaction, exportReaction(nation.database)])
const follow = () => doWhatFollows(nation.runtime, reactions())
afterAll(() => rm(mediaDir, { recursive: true }))

const profile = (xId: string): XProfile => ({
  id: xId,
  handle: 'zoe_young',
  name: 'Zoë Unmistakable',
  followers: 800,
  verified: true,
  createdAt: new Date('2020-01-01T00:00:00.000Z'),
  avatarUrl: 'https://pbs.twimg.com/zoe.png',
})

/** Signs in with X, as the callback does; answers the citizen that it is now. */
async function signIn(xId: string): Promise<Citizen> {
  await change(nation.runtime, {}, (ctx) => openSession(ctx, keys, profile(xId), 'A browser of Zoë'))
  return nation.database.getRepository(Citizen).findOneByOrFail({ xId })
}

const leave = (citizen: Citizen, confirm = citizen.handle, more: { readonly givesUpCents?: number } = {}) =>
  as(nation.runtime, citizen, (ctx) => deleteAccount(ctx, keys, { confirm, ...more }))

const again = (citizen: Citizen) => nation.database.getRepository(Citizen).findOneByOrFail({ id: citizen.id })
const rows = (sql: string) => nation.database.query<Record<string, unknown>[]>(sql)

/**
 * Columns that name a citizen and that the copy does not ask for by name: acts of an office, which the journal tells of (by
 * kind), and what belongs to no citizen.
 */
const copiedElsewhere: Readonly<Record<string, readonly EventKind[] | string>> = {
  'account_deletions.citizen_id': 'is there once they have left',
  'balance_scan_rows.scan_id': 'names a scan',
  'bank_cycles.processed_by': ['bank.cycle-paid'],
  'bank_payouts.paid_by': ['bank.salary-paid'],
  'admin_commands.call_id': 'names a call',
  'admin_commands.subject': 'is told by `adminCommands`: what a command was about, never who wrote it',
  'bank_percentages.set_by': ['bank.percentages-changed'],
  'bank_totals.set_by': ['bank.total-changed'],
  'broadcasts.archived_by': ['broadcasts.deleted'],
  'candidacies.active_citizen_id': 'is citizen_id again, while they stand',
  'candidacies.removed_by': ['candidates.removed'],
  'citizen_blocks.blocked_id': 'only the blocker may know, and their `blocks` contain it',
  'citizen_mutes.muted_by': ['messenger.muted'],
  'citizen_words.citizen_id': 'holds the words of the name and the handle, which are told',
  'citizens.x_id': 'is in the profile',
  'conversations.high_id': 'is told by `messagesRead`, which both of a conversation have',
  'conversations.low_id': 'is told by `messagesRead`, which both of a conversation have',
  'conversations.started_by': 'is told by `messagesRead`',
  'counters.subject': 'names a block of polls, an election or an interview',
  'elections.cancelled_by': ['elections.cancelled'],
  'elections.created_by': ['elections.planned'],
  'feature_flags.changed_by': ['system.feature-switched'],
  'published_voters.citizen_id': 'follows from the votes: a citizen with a vote is in the public number',
  'settings.changed_by': ['system.limit-changed', 'system.links-changed'],
  'gazette_entries.subject': ['government.appointed', 'government.removed'],
  'idempotency_keys.call_id': 'names a call',
  'idempotency_keys.shared_id': 'names a stored answer',
  'idempotency_use.caller': 'counts the stored answers of a day, which `storedAnswers` lists',
  'interviews.archived_by': ['interviews.deleted'],
  'jobs.paused_by': ['admin.job-paused'],
  'ledger_entries.account_id': 'adds up to the balance of `account`; `salaries` lists them',
  'ledger_movements.actor_id': ['bank.funding-recorded', 'bank.cycle-paid', 'bank.payments-settled'],
  'message_reports.resolved_by': ['messenger.report-resolved'],
  'messages.client_id': 'is an id that the sender’s device made up',
  'panel_devices.account_id': 'is read by the account’s citizen (`panelDevices`)',
  'panel_recovery_codes.account_id': 'is read by the account’s citizen (`panelRecoveryCodes`)',
  'panel_sessions.account_id': 'is read by the account’s citizen (`panelSessions`)',
  'panel_sessions.device_id': 'names a device',
  'official_names.citizen_id': 'holds hashes of names under which an official was known, which are told',
  'poll_log.by_id': ['polls.created', 'polls.updated', 'polls.closed', 'polls.deleted'],
  'poll_votes.option_id': 'names an option',
  'task_people.citizen_id': 'names who created or answered a task: `tasks` and `taskResponses` tell',
  'tasks.completed_by': ['tasks.completed'],
  'tasks.deleted_by': ['tasks.deleted'],
  'terms.active_citizen_id': 'is citizen_id again, while the term lasts',
  'terms.appointed_by': ['government.appointed'],
  'terms.ended_by': ['government.removed'],
  'token_migrations.scan_id': 'names a scan',
}

/**
 * Every column that may name a citizen: a foreign key to citizens or to what is theirs, and every `…_by`, `…_id`, actor, owner
 * or caller that is not plainly the key of another table.
 */
async function columnsThatNameSomebody(): Promise<string[]> {
  const tables = (
    await rows(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()`)
  ).map(({ name }) => String(name))
  const columns = await rows(
    `SELECT c.table_name AS t, c.column_name AS name, MAX(k.referenced_table_name) AS target
     FROM information_schema.columns c LEFT JOIN information_schema.key_column_usage k
       ON k.table_schema = c.table_schema AND k.table_name = c.table_name AND k.column_name = c.column_name
       AND k.referenced_table_name IS NOT NULL
     WHERE c.table_schema = DATABASE() GROUP BY c.table_name, c.column_name ORDER BY 1, 2`,
  )
  const people = ['citizens', 'panel_accounts', 'ledger_accounts']
  const things = tables.filter((name) => !people.includes(name))
  return columns
    .filter(({ name, target }) => {
      if (typeof target === 'string') return people.includes(target)
      const thing = /^(?:\w+_)?([a-z]+)_id$/.exec(String(name))?.[1] ?? ''
      if (things.some((table) => table === `${thing}s` || table === `${thing.replace(/y$/, 'ie')}s`)) return false
      return (
        /(^|_)(by|id|actor|owner|caller|citizen|account|subject)$|_(actor|owner|citizen)_id$/.test(String(name)) &&
        name !== 'id'
      )
    })
    .map(({ t, name }) => `${String(t)}.${String(name)}`)
}

/** Says something with an image in the group of citizens, answers what mentions them, and reads. */
async function talk(citizen: Citizen): Promise<void> {
  const image = await anUpload(nation.database, citizen)
  await nation.database.query('UPDATE media SET width = 4, height = 3 WHERE owner_id = ?', [citizen.id])
  const other = await aCitizen(nation.database)
  const send = (who: Citizen, message: string, images: string[]) =>
    as(nation.runtime, who, async (ctx) => {
      const input = { groupId: 'citizens', message, images, clientId: randomUUID(), replyTo: undefined } as const
      const [outcome] = await postToGroup(ctx, [{ caller: signedIn(who), input }])
      return outcome?.answer?.messageId ?? Promise.reject(new Error(outcome?.refused?.code))
    })
  const asked = await send(other, `What do you say, @${citizen.handle}?`, [])
  await send(citizen, 'Unmistakable message', [image])
  await as(nation.runtime, citizen, (ctx) => reactToMessage(ctx, { messageId: asked, reaction: 'heart', on: true }))
  await as(nation.runtime, other, (ctx) => editMessage(ctx, { messageId: asked, message: 'What do you say?' }))
  expect(await rows('SELECT count FROM message_reaction_counts')).toEqual([{ count: 1 }])
}

/** All tables of the schema, read once. */
let tables: Promise<{ name: string }[]> | undefined

/** The tables that have rows: one statement finds them, and most have none. */
async function filledTables(): Promise<string[]> {
  tables ??= nation.database.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
  )
  const looks = (await tables).map(({ name }) => `(SELECT '${name}' AS name FROM \`${name}\` LIMIT 1)`)
  return (await rows(looks.join(' UNION ALL '))).map(({ name }) => String(name))
}

/** Every row of every table that holds one of these texts, by table. */
async function tracesOf(...texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await filledTables()) {
    for (const row of await rows(`SELECT * FROM \`${name}\``)) {
      const stored = JSON.stringify(row)
      for (const text of texts) if (stored.includes(text)) found.push(`${name}: ${text}`)
    }
  }
  return found
}

describe('A deleted account', () => {
  it('leaves no trace of who it was, and its votes stay counted', async () => {
    await advanceElections(nation.runtime)
    const zoe = await signIn('777001')
    await nation.database
      .getRepository(Citizen)
      .update({ id: zoe.id }, { walletAddress: 'ZoesWallet', tokenBalance: '100000000000000' })
    await change(nation.runtime, {}, (ctx) => {
      const facts = { walletAddress: 'ZoesWallet', before: 'ZoesEarlierWallet' }
      const event = { subject: zoe.uid, visibility: `citizen:${zoe.uid}` } as const
      ctx.journal.add({ ...event, kind: 'citizens.wallet-linked', facts })
      ctx.journal.add({ ...event, kind: 'citizens.balance-changed', facts: { balance: '77700177700177' } })
      return Promise.resolve()
    })
    const { id: candidate } = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, zoe, candidate)
    await aCandidate(
      nation.runtime,
      'secretary',
      { displayName: 'Zoë herself', bio: 'Unmistakable bio' },
      await again(zoe),
    )
    const interview = await anInterview(nation.runtime, await aCitizen(nation.database, { isAdmin: true }))
    await respond(nation.runtime, await again(zoe), interview, 'Unmistakable answer')
    const task = await aTask(nation.runtime, await aCitizen(nation.database, { isAdmin: true }))
    const image = await anUpload(nation.database, await again(zoe))
    const responded = { answer: 'Unmistakable response', images: [image] }
    await respondToTask(nation.runtime, await again(zoe), task.id, responded)
    await talk(await again(zoe))
    await nation.database.query(
      `INSERT INTO media (owner_id, name, hash, preset, type, bytes, sent_bytes, created_at, review_at)
       VALUES (?, 'uploads/zoes.webp', 'x', 'profile', 'image/webp', 1, 1, ?, ?)`,
      [zoe.id, aTuesday, aTuesday],
    )
    const traces = [
      'Zoë',
      'zoe_young',
      '777001',
      'ZoesWallet',
      'ZoesEarlierWallet',
      '77700177700177',
      'Unmistakable',
      'zoe.png',
      'uploads/zoes',
      image,
    ]
    expect((await tracesOf(...traces)).length).toBeGreaterThan(7)

    const { deletionId } = await leave(await again(zoe))
    await follow()
    expect(await tracesOf(...traces)).toEqual([])
    const status = await as(nation.runtime, zoe, (ctx) => deletionStatus(ctx, { deletionId }))
    expect(status).toEqual({ success: true, status: 'done', progress: 100 })
    expect(await again(zoe)).toMatchObject({ username: 'Former citizen', leftAt: aTuesday, role: 'citizen' })
    expect(await rows('SELECT supporters FROM tallies WHERE supporters > 0')).toEqual([{ supporters: 1 }])
    expect(await rows(`SELECT status FROM candidacies WHERE citizen_id = ${zoe.id}`)).toEqual([{ status: 'withdrawn' }])
    expect(await rows('SELECT citizen_id FROM interview_responses')).toEqual([])
    expect(await rows('SELECT id FROM sessions')).toEqual([])
    expect(await rows('SELECT count FROM message_reaction_counts')).toEqual([{ count: 0 }])
    for (const table of ['message_images', 'message_reactions', 'message_mentions']) {
      expect([table, await rows(`SELECT * FROM ${table}`)]).toEqual([table, []])
    }
    expect(await rows('SELECT number FROM messages ORDER BY number')).toHaveLength(2)
  })

  it('takes along why the citizen’s things were deleted, and leaves the reasons for those of others', async () => {
    await advanceElections(nation.runtime)
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const [zoe, ada] = [await aCitizen(nation.database, { isAdmin: true }), await aCitizen(nation.database)]
    await nation.database.getRepository(Citizen).update({ id: ada.id }, { isAdmin: true })
    for (const owner of [await again(zoe), await again(ada)]) {
      const reason = `Written about ${owner.uid}`
      const [poll, interview] = [(await aPoll(nation.runtime, owner)).id, (await anInterview(nation.runtime, owner)).id]
      const task = (await aTask(nation.runtime, owner)).id
      const { broadcast } = await as(nation.runtime, owner, (ctx) =>
        createBroadcast(ctx, { message: 'A message', type: 'info' }),
      )
      const { id: candidateId } = await aCandidate(nation.runtime, 'secretary', {}, owner)
      await as(nation.runtime, admin, async (ctx) => {
        await deletePoll(ctx, { pollId: poll, reason })
        await deleteInterview(ctx, { interviewId: interview, reason })
        await deleteTask(ctx, { taskId: task, reason })
        await deleteBroadcast(ctx, { messageId: broadcast.id, reason })
        await withdrawCandidate(ctx, { candidateId, reason })
      })
    }
    const reasons = () =>
      rows(
        `SELECT JSON_UNQUOTE(JSON_EXTRACT(facts, '$.reason')) AS reason FROM journal WHERE kind = 'admin.deleted' ORDER BY id`,
      )
    const five = (reason: string | null) => Array.from({ length: 5 }, () => ({ reason }))
    const [ofZoe, ofAda] = [zoe, ada].map(({ uid }) => five(`Written about ${uid}`))
    expect(await reasons()).toEqual([...ofZoe!, ...ofAda!])
    await leave(await again(zoe))
    await follow()
    expect(await reasons()).toEqual([...five(null), ...ofAda!])
    // Who wrote a reason may leave, too: what was done in an office stays on record (decision 68).
    await leave(await again(admin))
    await follow()
    expect(await reasons()).toEqual([...five(null), ...ofAda!])
  })

  it('is confirmed by its handle, and not otherwise', async () => {
    const zoe = await signIn('777002')
    await expect(leave(zoe, 'somebody_else')).rejects.toMatchObject({ code: 'confirmation_mismatch' })
    expect((await again(zoe)).leftAt).toBeNull()
    await leave(zoe, '@ZOE_young')
    expect((await again(zoe)).leftAt).not.toBeNull()
    await expect(leave(zoe)).rejects.toMatchObject({ code: 'session_ended' })
  })

  it('gives up its office, and is never the last administrator’s', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const official = await aCitizen(nation.database)
    await as(nation.runtime, admin, (ctx) =>
      updateMemberRole(ctx, { userId: official.uid, governmentRole: 'secretary' }),
    )
    await leave(await again(official))
    expect(await again(official)).toMatchObject({ governmentRole: null, role: 'citizen' })
    expect(await nation.database.getRepository(Term).findOneBy({ citizenId: official.id })).toMatchObject({
      activeOffice: null,
      endedAt: aTuesday,
    })
    await expect(leave(admin)).rejects.toMatchObject({ code: 'last_administrator' })
    await aCitizen(nation.database, { isSuperAdmin: true })
    await leave(admin)
    expect(await again(admin)).toMatchObject({ isAdmin: false })
  })

  it('that is owed salary is deleted once the sum is given up that is owed, and the claim stays in the books', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const week = 7 * 86_400_000
    const paid = { from: new Date(nation.clock.now().getTime() - week) }
    const official = await anOfficial(nation.database, 'president', paid)
    await aRunningBank(nation.runtime, admin)
    nation.clock.set(new Date(nation.clock.now().getTime() + week))
    await payDueCycles(nation.runtime)
    const { president: owed = 0 } = Object.fromEntries(
      (await paymentsOf(nation.database)).map(([, office, , cents]) => [office, cents]),
    )
    expect(owed).toBeGreaterThan(0)
    const facts = { owedCents: owed }
    await expect(leave(await again(official))).rejects.toMatchObject({ code: 'salary_waits', facts })
    const less = leave(await again(official), official.handle, { givesUpCents: owed - 1 })
    await expect(less).rejects.toMatchObject({ code: 'salary_waits', facts })
    expect((await again(official)).leftAt).toBeNull()
    await leave(await again(official), official.handle, { givesUpCents: owed })
    expect((await again(official)).leftAt).not.toBeNull()
    expect(await balancesOf(nation.database)).toMatchObject({ [`official:${official.uid}`]: owed })
    expect(await bookProblems(nation.database)).toEqual([])
  })

  it('that leaves while a cycle is being paid waits for it, and is told of what it booked', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true })
    const week = 7 * 86_400_000
    const from = new Date(nation.clock.now().getTime() - week)
    const official = await anOfficial(nation.database, 'president', { from })
    await aRunningBank(nation.runtime, admin)
    nation.clock.set(new Date(nation.clock.now().getTime() + week))
    await payDueCycles(nation.runtime)
    const owed = await owedTo(nation.database.manager, official.id)
    const left = await nation.database.transaction(async (paying) => {
      await paying.query('SELECT id FROM bank_state WHERE id = 1 FOR UPDATE')
      const leaving = leave(await again(official), official.handle, { givesUpCents: owed }).catch(
        (error: unknown) => error,
      )
      await expect.poll(() => lockWaits(nation.database), { timeout: 10_000, interval: 150 }).toBe(1)
      await paying.query('UPDATE ledger_accounts SET balance_cents = balance_cents + 7 WHERE citizen_id = ?', [
        official.id,
      ])
      return { leaving }
    })
    expect(await left.leaving).toMatchObject({ code: 'salary_waits', facts: { owedCents: owed + 7 } })
    expect((await again(official)).leftAt).toBeNull()
  })

  it('whose candidacy was won is not seated when it left before the seating', async () => {
    await advanceElections(nation.runtime)
    const { citizen, id } = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, await aCitizen(nation.database), id)
    nation.clock.set(new Date('2026-01-12T00:00:00.001Z'))
    await leave(await again(citizen))
    await advanceElections(nation.runtime)
    expect(await nation.database.getRepository(Term).count()).toBe(0)
  })

  it('that is erased is killed before any statement, goes on where it was, and ends the same', async () => {
    for (let fatal = 1, outcome: unknown = 'killed'; outcome === 'killed'; fatal++) {
      // In a nation of its own: the traces of all before would be looked for again.
      await emptyTables(nation.database)
      const zoe = await signIn(`88${fatal}`)
      const { deletionId } = await leave(zoe)
      outcome = await untilKilled(nation.url, fatal, (database) =>
        doWhatFollows({ ...nation.runtime, database }, reactions()),
      )
      if (outcome === 'killed') await follow()
      else expect(fatal).toBeGreaterThan(10)
      expect(await tracesOf('Zoë', 'zoe_young')).toEqual([])
      const deletions = await nation.database.getRepository(AccountDeletion).find()
      expect(deletions.map(({ id, step, doneAt }) => [id, step, doneAt])).toEqual([[deletionId, eraseSteps, aTuesday]])
      expect(await rows("SELECT facts FROM journal WHERE kind = 'citizens.erased'")).toHaveLength(1)
    }
  })
})

describe('A former citizen who comes back', () => {
  it('is a new citizen, and votes in nothing that they have voted in already', async () => {
    await advanceElections(nation.runtime)
    const { id: candidate } = await aCandidate(nation.runtime, 'president')
    const zoe = await signIn('777010')
    await vote(nation.runtime, zoe, candidate)
    await leave(await again(zoe))
    await follow()
    const back = await signIn('777010')
    expect(back.uid).not.toBe(zoe.uid)
    await expect(vote(nation.runtime, back, candidate)).rejects.toMatchObject({ code: 'voting_not_eligible' })

    // Nor by deleting that account too, however often.
    await leave(await again(back))
    const third = await signIn('777010')
    await expect(vote(nation.runtime, third, candidate)).rejects.toMatchObject({ code: 'voting_not_eligible' })
    expect(await rows('SELECT supporters FROM tallies WHERE supporters > 0')).toEqual([{ supporters: 1 }])

    // From the next election on they vote as everybody does.
    nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    const { id: next } = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, third, next)
    await follow()
    expect(await rows('SELECT voters, eligible_voters FROM elections WHERE completed_at IS NOT NULL')).toEqual([
      { voters: 1, eligible_voters: 2 },
    ])
  })

  it('votes at once when they had not voted', async () => {
    await advanceElections(nation.runtime)
    const { id: candidate } = await aCandidate(nation.runtime, 'president')
    await leave(await signIn('777011'))
    const back = await signIn('777011')
    expect(back.votesFrom).toBeNull()
    await vote(nation.runtime, back, candidate)
  })

  it('never has two votes, whatever happens at once', async () => {
    for (let round = 0; round < 8; round++) {
      const xId = `9900${round}`
      await nation.database.query('DELETE FROM current_votes')
      await advanceElections(nation.runtime)
      const { id: candidate } = await aCandidate(nation.runtime, 'president')
      const zoe = await signIn(xId)
      const back = async () => {
        const citizen = await signIn(xId)
        await vote(nation.runtime, citizen, candidate)
      }
      await Promise.allSettled([vote(nation.runtime, zoe, candidate), leave(zoe), back(), back()])
      await Promise.allSettled([back(), vote(nation.runtime, zoe, candidate)])
      const people = await rows(`SELECT DISTINCT v.citizen_id FROM current_votes v`)
      expect(people.length).toBe(1)
    }
  })

  it('that stands leaves amid votes, its own among them, while others leave and the phase closes', async () => {
    await advanceElections(nation.runtime)
    const standing = await Promise.all([1, 2, 3].map(() => aCandidate(nation.runtime, 'president')))
    const { id: stays } = await aCandidate(nation.runtime, 'president')
    const voters = await Promise.all(Array.from({ length: 30 }, () => aCitizen(nation.database)))
    const people = [...voters, ...standing.map(({ citizen }) => citizen)]
    const votes = people.flatMap((one, i) => [
      vote(nation.runtime, one, standing[i % 3]!.id),
      vote(nation.runtime, one, stays),
    ])
    const leaving = standing.map(async ({ citizen }) => leave(await again(citizen)))
    nation.clock.set(new Date('2026-01-08T12:00:00.000Z'))
    const outcomes = await Promise.allSettled([...votes, advanceElections(nation.runtime)])
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [(one.reason as NationError).code] : []))
    expect(refusals.filter((code) => code !== 'candidate_withdrawn' && code !== 'phase_closed')).toEqual([])
    expect(await Promise.all(leaving)).toHaveLength(3)
    const { tallies, recount } = await talliesAndRecount(nation.database)
    expect(tallies).toEqual(recount)
    for (const { id } of standing) expect(tallies[id]).toEqual([0, 0])
  })

  it('cannot bring the wallet’s weight in a second time, and the roll forgets the wallet when the election is over', async () => {
    const zoe = await signIn('777012')
    await nation.database
      .getRepository(Citizen)
      .update({ id: zoe.id }, { walletAddress: 'ZoesWallet', tokenBalance: '30000000000000000' })
    await advanceElections(nation.runtime)
    await leave(await again(zoe))
    await follow()
    expect(await rows('SELECT wallet_address FROM roll_entries')).toEqual([{ wallet_address: 'ZoesWallet' }])
    const deletion = () => nation.database.getRepository(AccountDeletion).findOneByOrFail({ citizenId: zoe.id })
    expect((await deletion()).doneAt).toBeNull()
    nation.clock.set(new Date('2026-01-12T00:00:00.000Z'))
    await advanceElections(nation.runtime)
    await follow()
    expect(await tracesOf('ZoesWallet')).toEqual([])
    expect((await deletion()).doneAt).toEqual(nation.clock.now())
  })
})

/** All of a download. */
async function textOf({ text }: { text: AsyncIterable<Buffer> }): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of text) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe('A copy of one’s data', () => {
  it('holds all that the nation knows of a citizen, and no secret', async () => {
    await advanceElections(nation.runtime)
    const zoe = await signIn('777020')
    await nation.database
      .getRepository(Citizen)
      .update({ id: zoe.id }, { walletAddress: 'ZoesWallet', tokenBalance: '100000000000000' })
    const { id: candidate } = await aCandidate(nation.runtime, 'president')
    await vote(nation.runtime, zoe, candidate)
    const own = await aCandidate(nation.runtime, 'secretary', { bio: 'Unmistakable bio' }, await again(zoe))
    const asked = await as(nation.runtime, zoe, (ctx) => exportData(ctx))
    expect(asked.export).toMatchObject({ status: 'working', progress: 0 })
    expect((await as(nation.runtime, zoe, (ctx) => exportData(ctx))).export.id).toBe(asked.export.id)
    const download = () => as(nation.runtime, zoe, (ctx) => exportDownload(ctx, { exportId: asked.export.id }))
    await expect(download()).rejects.toMatchObject({ code: 'export_not_ready' })
    await follow()
    const { export: ready } = await as(nation.runtime, zoe, (ctx) => exportStatus(ctx))
    expect(ready).toMatchObject({ id: asked.export.id, status: 'ready', progress: 100 })
    const json = await textOf(await download())
    expect(Buffer.byteLength(json)).toBe(ready!.bytes)
    const data = JSON.parse(json) as Record<string, unknown[]>
    expect(json).toBe(JSON.stringify(data, null, 2))
    expect(data).toMatchObject({
      profile: { uid: zoe.uid, xId: '777020', username: 'Zoë Unmistakable' },
      sessions: [{ user_agent: 'A browser of Zoë' }],
      votes: [{ candidate, position: 'president' }],
      ballots: [{ candidate }],
      candidacies: [{ id: own.id, bio: 'Unmistakable bio', position: 'secretary' }],
    })
    const kinds = (data.journal as { kind: string }[]).map((entry) => entry.kind)
    for (const kind of ['citizens.joined', 'candidates.stood']) expect(kinds).toContain(kind)
    // Events to lists of voters are copied as `ballots`: no entry of the journal is searched for names.
    expect(kinds).not.toContain('elections.voted')
    expect(json).not.toMatch(/salt|password|totp|"citizen_id"|"document"/)
  })

  it('names no other citizen in what it tells of the journal: not whom an office acted on, nor which office acted', async () => {
    const admin = await aCitizen(nation.database, { isAdmin: true, isSuperAdmin: true })
    await advanceElections(nation.runtime)
    const zoe = await signIn('777024')
    await nation.database
      .getRepository(Citizen)
      .update({ id: zoe.id }, { walletAddress: 'ZoesWallet', tokenBalance: '100000000000000' })
    const { id: candidacy } = await aCandidate(nation.runtime, 'secretary', {}, await again(zoe))
    await as(nation.runtime, admin, (ctx) =>
      updateMemberRole(ctx, { userId: zoe.uid, governmentRole: 'justiceMinister' as const }),
    )
    await change(nation.runtime, {}, async (ctx) => {
      const seats = [{ office: 'secretary' as const, userId: zoe.uid }]
      const facts = { electionId: randomUUID(), seats, vacant: [] }
      ctx.journal.add({ kind: 'government.seated', actor: admin.uid, subject: candidacy, facts })
      return Promise.resolve()
    })
    const copyOf = async (citizen: Citizen) => {
      const { export: asked } = await as(nation.runtime, citizen, (ctx) => exportData(ctx))
      await follow()
      const json = await textOf(await as(nation.runtime, citizen, (ctx) => exportDownload(ctx, { exportId: asked.id })))
      return (JSON.parse(json) as { journal: { kind: string; facts: object; subject?: string }[] }).journal
    }
    const ofAdmin = await copyOf(admin)
    expect(ofAdmin.find(({ kind }) => kind === 'government.appointed')?.facts).toEqual({ office: 'justiceMinister' })
    expect(ofAdmin.find(({ kind }) => kind === 'government.seated')?.facts).toMatchObject({
      seats: [{ office: 'secretary' }],
    })
    expect(JSON.stringify(ofAdmin)).not.toMatch(new RegExp(`${zoe.uid}|${candidacy}`))
    const ofZoe = await copyOf(zoe)
    expect(ofZoe.find(({ kind }) => kind === 'government.appointed')).toMatchObject({
      subject: zoe.uid,
      facts: { office: 'justiceMinister', userId: zoe.uid },
    })
    expect(JSON.stringify(ofZoe)).not.toContain(admin.uid)
  })

  it('tells of every column that names a citizen, or the journal does', async () => {
    const zoe = await signIn('777023')
    await as(nation.runtime, zoe, (ctx) => exportData(ctx))
    const asked = vi.spyOn(nation.database, 'query')
    const streamed: string[] = []
    const makeRunner = nation.database.createQueryRunner.bind(nation.database)
    const runners = vi.spyOn(nation.database, 'createQueryRunner').mockImplementation((mode) => {
      const runner = makeRunner(mode)
      const stream = runner.stream.bind(runner)
      runner.stream = (statement, ...rest) => {
        streamed.push(statement)
        return stream(statement, ...rest)
      }
      return runner
    })
    await follow()
    const whole = asked.mock.calls.map(([statement]) => statement)
    const statements = [...whole, ...streamed].filter((statement) => statement.includes('SELECT'))
    asked.mockRestore()
    runners.mockRestore()
    const columns = await columnsThatNameSomebody()
    expect(columns.length).toBeGreaterThan(40)
    for (const column of ['poll_log.by_id', 'ledger_movements.actor_id', 'bank_totals.set_by'])
      expect(columns).toContain(column)
    const isRead = (column: string) => {
      const [table = '', name = ''] = column.split('.')
      return statements.some((sql) => {
        const [, alias = table] =
          new RegExp(`\\b(?:FROM|JOIN) ${table}(?: (?!WHERE|JOIN|ORDER|ON|LEFT|FORCE)(\\w+))?`).exec(sql) ?? []
        return (
          new RegExp(`\\b(?:FROM|JOIN) ${table}\\b`).test(sql) &&
          new RegExp(`(^|[^.\\w])(?:${alias}\\.)?${name} = `).test(sql)
        )
      })
    }
    expect(columns.filter((column) => !isRead(column) && !Object.hasOwn(copiedElsewhere, column))).toEqual([])
    expect(Object.keys(copiedElsewhere).filter((column) => !columns.includes(column))).toEqual([])
    const kinds = Object.values(copiedElsewhere).flatMap((how): readonly EventKind[] =>
      typeof how === 'string' ? [] : how,
    )
    expect(kinds.filter((kind) => !eventOf(kind))).toEqual([])
  })

  it('is the citizen’s own, and goes with the account', async () => {
    const [zoe, other] = [await signIn('777021'), await aCitizen(nation.database)]
    const { export: asked } = await as(nation.runtime, zoe, (ctx) => exportData(ctx))
    await follow()
    await expect(as(nation.runtime, other, (ctx) => exportDownload(ctx, { exportId: asked.id }))).rejects.toMatchObject(
      { code: 'export_not_found' },
    )
    await as(nation.runtime, zoe, (ctx) => exportData(ctx))
    await leave(zoe)
    await follow()
    expect(await rows('SELECT id FROM data_exports')).toEqual([])
  })

  it('replaces the one before, when it is ready', async () => {
    const zoe = await signIn('777025')
    const ask = () => as(nation.runtime, zoe, (ctx) => exportData(ctx))
    const first = await ask()
    await follow()
    nation.clock.set(new Date(nation.clock.now().getTime() + 1_000))
    const second = await ask()
    const textOfCopy = (exportId: string) => as(nation.runtime, zoe, (ctx) => exportDownload(ctx, { exportId }))
    await textOf(await textOfCopy(first.export.id))
    await follow()
    await expect(textOfCopy(first.export.id)).rejects.toMatchObject({ code: 'export_not_found' })
    expect(await rows('SELECT DISTINCT export_id FROM data_export_parts')).toEqual([{ export_id: second.export.id }])
  })

  it('that is removed while it is read ends the reading with an error', async () => {
    const zoe = await signIn('777026')
    const { export: asked } = await as(nation.runtime, zoe, (ctx) => exportData(ctx))
    await follow()
    const copy = await as(nation.runtime, zoe, (ctx) => exportDownload(ctx, { exportId: asked.id }))
    await rows('DELETE FROM data_export_parts')
    await expect(textOf(copy)).rejects.toThrow('removed while it was read')
  })

  it('is made once, although three workers have the same job; a fourth that comes late takes nothing from it', async () => {
    const zoe = await signIn('777027')
    const { export: asked } = await as(nation.runtime, zoe, (ctx) => exportData(ctx))
    await sequence(nation.database, reactions())
    const [work] = await rows("SELECT seq FROM journal_work WHERE handler = 'citizens.export'")
    const make = () => react(nation.runtime, reactions(), { seq: Number(work!.seq), handler: 'citizens.export' })
    const outcomes = await Promise.all([make(), make(), make()])
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(await rows('SELECT DISTINCT run FROM data_export_parts')).toHaveLength(1)
    expect(await rows("SELECT attempts FROM journal_work WHERE handler = 'citizens.export'")).toEqual([{ attempts: 1 }])
    const download = () => as(nation.runtime, zoe, (ctx) => exportDownload(ctx, { exportId: asked.id }))
    const json = await textOf(await download())
    // It has begun before the first one has marked it done.
    await rows('UPDATE journal_work SET done_at = NULL')
    await make()
    expect(await textOf(await download())).toBe(json)
  })

  it('that was killed while it was made is made all the same, once', async () => {
    for (let fatal = 1; ; fatal++) {
      const zoe = await signIn(`66${fatal}`)
      const { export: asked } = await as(nation.runtime, zoe, (ctx) => exportData(ctx))
      const outcome = await untilKilled(nation.url, fatal, (database) =>
        doWhatFollows(
          { ...nation.runtime, database, clock: fixedClock(aTuesday) },
          new Reactions([exportReaction(database)]),
        ),
      )
      if (outcome !== 'killed') break
      await follow()
      expect((await as(nation.runtime, zoe, (ctx) => exportStatus(ctx))).export).toMatchObject({
        id: asked.id,
        status: 'ready',
      })
    }
    const announced = await rows("SELECT COUNT(*) AS n FROM journal WHERE kind = 'citizens.export-ready'")
    const made = await rows('SELECT COUNT(*) AS n FROM data_exports')
    expect(announced).toEqual(made)
  })
})

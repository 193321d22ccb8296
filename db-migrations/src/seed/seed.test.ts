import { bankData, listCycles, listMovements, listPayments } from '@nation/core/bank'
import { activeBroadcasts } from '@nation/core/broadcasts'
import { currentElection, electionResults, listCandidates, listElections } from '@nation/core/elections'
import { getGovernment, getOfficial } from '@nation/core/government'
import { counterDifferences, fixedClock, moveClock, read, readOffset, type Context } from '@nation/core/platform'
import { openDatabase, counters } from '@nation/core/nation'
import { bookProblems, dropSchema, emptyTables, makeSchema } from '@nation/core/testing'
import { allCalls } from '@nation/domain/contract'
import { pastContests, PERSONA_HANDLES } from '@nation/demo'
import { positionOf, weekOf } from '@nation/domain/elections'
import bs58 from 'bs58'
import type { DataSource } from 'typeorm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seed } from '.'
import { keepNothing, tell } from './testing'

const schema = `nation_seed_${process.env.NATION_TEST_RUN ?? 'local'}_${process.env.VITEST_POOL_ID ?? '1'}`
let database: DataSource
let url: string
let said: string[] = []

// Migrated once: to make all tables takes a fifth of the time of a seeding.
beforeAll(async () => {
  url = await makeSchema(schema)
  database = await openDatabase({ url, poolSize: 4 })
})
beforeEach(async () => {
  await emptyTables(database)
  said = []
})
afterAll(async () => {
  await database?.destroy()
  await dropSchema(schema)
})

const seedAt = (instant: string, into = database) =>
  seed(into, {
    mediaDir: '/nowhere',
    say: (line) => said.push(line),
    now: new Date(instant),
    storePicture: keepNothing,
  })

async function rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return database.query(sql, values)
}

const count = async (sql: string) => Number((await rows<{ n: string }>(`SELECT COUNT(*) AS n FROM ${sql}`))[0]?.n)

const openElection = `(SELECT id FROM elections WHERE stage IN ('phase_one', 'phase_two'))`

describe.each([
  ['at the first instant of a week and of a year', '2029-01-01T00:00:00.000Z', 'phase_one'],
  ['a minute before the ministries open, on a leap day', '2024-02-29T11:59:00.000Z', 'phase_one'],
  ['at the instant at which the ministries open, on the last day of a year', '2026-12-31T12:00:00.000Z', 'phase_two'],
  ['at the last instant of a week, in a new year', '2027-01-03T23:59:59.999Z', 'phase_two'],
])('The demo nation %s', (_, instant, stage) => {
  const now = new Date(instant)

  it('is whole, and is what the product would have made of its history', { timeout: 120_000 }, async () => {
    await seedAt(instant)
    await theCitizensAreThere()
    await thePastIsAsItWasMeant()
    await seatsChangedBetweenElections()
    await theOpenElectionIsFull(stage)
    await nothingIsInTheFuture(now)
    await everyCountIsRight()
    expect(await counterDifferences(database, counters)).toEqual([])
    await theBankHasPaid()
    await thePollsAreAnswered(now)
    await theInterviewsAreAnswered()
    await theTasksAreInEveryState(now)
    await thePromisesAreInEveryState()
    await theNationTalks()
    await everyPageHasItsAnswer(now)
  })
})

async function theCitizensAreThere() {
  const citizens = await rows<{ handle: string; wallet_address: string | null; role: string; is_super_admin: number }>(
    'SELECT handle, wallet_address, role, is_super_admin FROM citizens',
  )
  expect(citizens).toHaveLength(299)
  const named = new Map(citizens.map((citizen) => [citizen.handle, citizen]))
  expect(named.has(PERSONA_HANDLES.visitor)).toBe(false)
  expect(named.get(PERSONA_HANDLES.admin)).toMatchObject({ role: 'admin', is_super_admin: 1 })
  expect(named.get(PERSONA_HANDLES.moderator)?.role).toBe('moderator')
  expect(named.get(PERSONA_HANDLES.candidate)?.role).toBe('candidate')
  const wallets = citizens.flatMap(({ wallet_address: wallet }) => wallet ?? [])
  expect(wallets.every((wallet) => bs58.decode(wallet).length === 32)).toBe(true)
  expect(wallets.length).toBeLessThan(citizens.length - 10)
  expect(await count(`citizens WHERE portrait_url IS NULL`)).toBe(0)
  const tiers = await rows<{ weight_units: number; n: string }>(
    `SELECT weight_units, COUNT(*) AS n FROM roll_entries WHERE election_id = ${openElection} GROUP BY weight_units ORDER BY 1`,
  )
  expect(tiers.map((tier) => tier.weight_units)).toEqual([10, 12, 15, 20])
}

async function thePastIsAsItWasMeant() {
  const past = await rows<{ id: string }>(`SELECT id FROM elections WHERE stage = 'completed' ORDER BY starts_at`)
  expect(past).toHaveLength(pastContests.length)
  for (const [week, { id }] of past.entries()) {
    for (const { position, outcome, standing } of pastContests[week] ?? []) {
      const { order } = positionOf(position)
      const [result] = await rows<{ rule: string }>(
        'SELECT rule FROM election_results WHERE election_id = ? AND position = ?',
        [id, order],
      )
      const ranking = await rows<{ handle: string }>(
        `SELECT z.handle FROM candidacies c JOIN citizens z ON z.id = c.citizen_id
         WHERE c.election_id = ? AND c.position = ? ORDER BY c.final_rank`,
        [id, order],
      )
      expect(result?.rule).toBe(outcome === 'clear' || outcome === 'close' ? 'weight' : outcome)
      const places = outcome === 'clear' ? 1 : 2
      expect(ranking.map(({ handle }) => handle).slice(0, places)).toEqual(standing.slice(0, places))
    }
  }
  const seats = await rows<{ handle: string; government_role: string }>(
    `SELECT z.handle, z.government_role FROM terms t JOIN citizens z ON z.id = t.active_citizen_id
     WHERE t.active_office = z.government_role AND z.role = 'government'`,
  )
  expect(seats).toHaveLength(9)
  expect(seats).toContainEqual({ handle: PERSONA_HANDLES.president, government_role: 'president' })
  expect(seats).toContainEqual({ handle: PERSONA_HANDLES.minister, government_role: 'financeMinister' })
}

async function seatsChangedBetweenElections() {
  const ended = await rows<{ office: string; handle: string; how: string; ended_how: string | null }>(
    `SELECT t.office, z.handle, t.how, t.ended_how FROM terms t JOIN citizens z ON z.id = t.citizen_id
     WHERE t.how = 'appointed' OR t.ended_how <> 'election' ORDER BY t.started_at, t.id`,
  )
  expect(ended).toEqual([
    { office: 'raidMinister', handle: 'eirik_bakke', how: 'appointed', ended_how: 'election' },
    { office: 'justiceMinister', handle: 'anongreyes', how: 'appointed', ended_how: 'removed' },
    { office: 'citizensMinister', handle: 'the_kanya', how: 'elected', ended_how: 'resigned' },
    { office: 'citizensMinister', handle: 'astrid33', how: 'appointed', ended_how: 'election' },
  ])
}

async function theOpenElectionIsFull(stage: string) {
  const open = await rows<{ stage: string }>(`SELECT stage FROM elections WHERE stage <> 'completed'`)
  expect(open).toEqual([{ stage }])
  const offices = await rows<{ position: number; n: string }>(
    `SELECT position, COUNT(*) AS n FROM candidacies WHERE election_id = ${openElection} AND status = 'active' GROUP BY position`,
  )
  expect(offices).toHaveLength(9)
  for (const { n } of offices) expect(Number(n)).toSatisfy((candidates: number) => candidates >= 3 && candidates <= 6)
  const outside = await count(`ballots b JOIN elections e ON e.id = b.election_id WHERE
    b.cast_at < IF(b.position <= 3, e.starts_at, e.phase_two_at) OR b.cast_at >= IF(b.position <= 3, e.phase_two_at, e.ends_at)`)
  expect(outside).toBe(0)
  const byPersonas = await rows(
    `SELECT b.id FROM ballots b JOIN citizens z ON z.id = b.citizen_id
     WHERE b.election_id = ${openElection} AND z.handle IN (?)`,
    [Object.values(PERSONA_HANDLES)],
  )
  expect(byPersonas).toEqual([])
}

async function nothingIsInTheFuture(now: Date) {
  const [latest] = await rows<{ at: Date }>('SELECT MAX(at) AS at FROM journal')
  expect(latest!.at.getTime()).toBeLessThanOrEqual(now.getTime())
  expect(await count('journal WHERE seq IS NULL')).toBe(0)
  expect(await count('journal_work')).toBe(0)
  await moveClock(database, () => now)
  expect(await readOffset(database)).not.toBe(0)
}

/** Polls that are over and polls that are open, answered by many, and by those known by name only where they are over. */
async function thePollsAreAnswered(now: Date) {
  const polls = await rows<{ active: number | string; total: number; counted: string; recounted: string }>(
    `SELECT p.status = 'open' AND (p.closes_at IS NULL OR p.closes_at > ?) AS active, t.votes AS total,
       (SELECT SUM(o.votes) FROM poll_options o WHERE o.poll_id = p.id) AS counted,
       (SELECT COUNT(*) FROM poll_votes v WHERE v.poll_id = p.id) AS recounted
     FROM polls p JOIN poll_tallies t ON t.poll_id = p.id`,
    [now],
  )
  expect(polls.filter(({ active }) => Number(active) === 0).length).toBeGreaterThanOrEqual(6)
  expect(polls.filter(({ active }) => Number(active) === 1).length).toBeGreaterThanOrEqual(2)
  for (const { total, counted, recounted } of polls)
    expect([Number(counted), Number(recounted)]).toEqual([total, total])
  const early = polls.filter(({ total }) => total > 20)
  expect(early.length).toBeGreaterThanOrEqual(7)
  const byPersonas = await rows(
    `SELECT p.question FROM polls p JOIN poll_votes v ON v.poll_id = p.id JOIN citizens z ON z.id = v.citizen_id
     WHERE z.handle IN (?) AND p.status = 'open'`,
    [Object.values(PERSONA_HANDLES)],
  )
  expect(byPersonas).toEqual([])
  const makers = await rows<{ created_by_role: string }>('SELECT DISTINCT created_by_role FROM polls ORDER BY 1')
  expect(makers.map((maker) => maker.created_by_role)).toEqual(['Admin', 'government'])
  const late = await count('poll_votes v JOIN polls p ON p.id = v.poll_id WHERE v.voted_at >= p.closed_at')
  expect(late).toBe(0)
}

/** Interviews that are open, closed and deleted; each response answers every question, while the interview was open. */
async function theInterviewsAreAnswered() {
  const kinds = await rows<{ is_active: number; deleted: number }>(
    'SELECT DISTINCT is_active, archived_at IS NOT NULL AS deleted FROM interviews ORDER BY is_active, deleted',
  )
  expect(kinds.map(({ is_active, deleted }) => [Number(is_active), Number(deleted)])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
  ])
  const partial = await rows(
    `SELECT r.uid FROM interview_responses r LEFT JOIN interview_answers a ON a.response_id = r.id
     JOIN interviews i ON i.id = r.interview_id
     GROUP BY r.id, r.uid, r.interview_id, r.submitted_at, i.is_active, i.updated_at
     HAVING COUNT(a.question_id) <> (SELECT COUNT(*) FROM interview_questions q WHERE q.interview_id = r.interview_id)
       OR (i.is_active = FALSE AND r.submitted_at > i.updated_at)`,
  )
  expect(partial).toEqual([])
  expect(await count('interview_responses')).toBeGreaterThanOrEqual(10)
}

/** Tasks that are open, overdue, completed and deleted, with responses and images; what is past was reminded of. */
async function theTasksAreInEveryState(now: Date) {
  const states = await rows<{ status: string }>('SELECT DISTINCT status FROM tasks ORDER BY status')
  expect(states.map(({ status }) => status)).toEqual(['completed', 'deleted', 'open'])
  const overdue = await rows(`SELECT id FROM tasks WHERE status = 'open' AND due_at <= ?`, [now])
  const ahead = await rows(`SELECT id FROM tasks WHERE status = 'open' AND (due_at > ? OR due_at IS NULL)`, [now])
  expect([overdue.length > 0, ahead.length > 1]).toEqual([true, true])
  expect(await count('task_responses WHERE JSON_LENGTH(images) > 0')).toBeGreaterThan(0)
  expect(await rows('SELECT id FROM tasks WHERE remind_at <= ?', [new Date(now.getTime() - 60_000)])).toEqual([])
}

/** Words in each state, of a past government at least, with marks of both kinds that the counts agree with; some were said anew. */
async function thePromisesAreInEveryState() {
  const states = await rows<{ state: string }>('SELECT DISTINCT state FROM promise_states ORDER BY state')
  expect(states.map(({ state }) => state)).toEqual(['broken', 'done', 'open'])
  expect(await count('promise_history WHERE agrees + disagrees > 0')).toBeGreaterThan(0)
  expect(await count('promise_states WHERE agrees > 0 AND disagrees > 0')).toBeGreaterThan(3)
  const wrong = `promise_states p WHERE p.agrees + p.disagrees <>
    (SELECT COUNT(*) FROM promise_marks m WHERE m.promise_id = p.id AND m.round = p.round)`
  expect(await count(wrong)).toBe(0)
}

/** Every group is lively; each persona has an unread mention; there is one of each kind of message. */
async function theNationTalks() {
  const channels = await rows<{ channel: string; n: string; last: string }>(
    `SELECT v.channel, COUNT(m.number) AS n, v.last_number AS last FROM conversations v
     LEFT JOIN messages m ON m.conversation_id = v.id WHERE v.channel IS NOT NULL GROUP BY v.id, v.channel, v.last_number ORDER BY v.id`,
  )
  expect(channels.map(({ channel }) => channel)).toEqual([
    'citizens',
    'admins',
    'executives',
    'government',
    'admin-chat',
  ])
  for (const { n, last } of channels) expect([Number(n) >= 3, Number(n)]).toEqual([true, Number(last)])
  const speakers = await rows<{ channel: string; n: string }>(
    `SELECT v.channel, COUNT(DISTINCT m.sender_id) AS n FROM conversations v
     JOIN messages m ON m.conversation_id = v.id WHERE v.channel IS NOT NULL GROUP BY v.channel`,
  )
  for (const { channel, n } of speakers) expect([channel, Number(n) >= 3]).toEqual([channel, true])
  const unread = await rows<{ handle: string }>(
    `SELECT z.handle FROM message_mentions mm JOIN citizens z ON z.id = mm.citizen_id
     JOIN conversations v ON v.id = mm.conversation_id AND v.channel = 'admins'
     JOIN conversation_readers r ON r.citizen_id = mm.citizen_id AND r.conversation_id = mm.conversation_id
     WHERE mm.number > r.read_number`,
  )
  expect(unread.map(({ handle }) => handle)).toEqual([PERSONA_HANDLES.admin])
  const { visitor: _, ...personas } = PERSONA_HANDLES
  const mentioned = await rows<{ handle: string }>(
    `SELECT DISTINCT z.handle FROM message_mentions mm JOIN citizens z ON z.id = mm.citizen_id
     JOIN conversations v ON v.id = mm.conversation_id AND v.channel = 'citizens'
     LEFT JOIN conversation_readers r ON r.citizen_id = mm.citizen_id AND r.conversation_id = mm.conversation_id
     WHERE mm.number > COALESCE(r.read_number, 0)`,
  )
  expect(mentioned.map(({ handle }) => handle).toSorted()).toEqual(Object.values(personas).toSorted())
  const kinds = [
    'edited_at IS NOT NULL',
    'deleted_at IS NOT NULL',
    'reply_to IS NOT NULL',
    'has_images',
    'has_reactions',
  ]
  for (const kind of kinds) expect([kind, (await count(`messages WHERE ${kind}`)) > 0]).toEqual([kind, true])
  expect(await count('conversations WHERE channel IS NULL AND accepted_at IS NULL')).toBe(1)
}

async function everyCountIsRight() {
  const wrong = await rows(
    `SELECT t.candidacy_id FROM tallies t
     LEFT JOIN (SELECT x.candidacy_id, SUM(x.weight_units) AS weight, COUNT(*) AS voters FROM current_votes x
       JOIN candidacies c ON c.id = x.candidacy_id WHERE c.status <> 'withdrawn' GROUP BY x.candidacy_id) v
       ON v.candidacy_id = t.candidacy_id
     WHERE t.weight_units <> COALESCE(v.weight, 0) OR t.supporters <> COALESCE(v.voters, 0)`,
  )
  expect(wrong).toEqual([])
  const unpublished = `tallies t JOIN published_tallies p ON p.candidacy_id = t.candidacy_id
    WHERE p.weight_units <> t.weight_units OR p.supporters <> t.supporters`
  expect(await count(unpublished)).toBe(0)
  expect(await count('current_votes')).toBeGreaterThan(2_000)
}

/** The first cycle was paid before the open week began, and the books are right to the cent. */
async function theBankHasPaid() {
  const cycles = await rows<{ number: number; total_cents: string; paid_cents: string }>(
    'SELECT number, total_cents, paid_cents FROM bank_cycles ORDER BY number',
  )
  expect(cycles.length).toBeGreaterThanOrEqual(1)
  expect(cycles[0]).toMatchObject({ number: 1, total_cents: '1250000' })
  expect(await count('bank_payments p JOIN bank_cycles y ON y.id = p.cycle_id WHERE y.number = 1')).toBeGreaterThan(8)
  const waiting =
    'bank_payments p LEFT JOIN bank_payouts o ON o.payment_id = p.id JOIN bank_cycles y ON y.id = p.cycle_id'
  expect(await count(`${waiting} WHERE y.number = 1 AND o.payment_id IS NULL`)).toBe(0)
  expect(await bookProblems(database)).toEqual([])
}

/** What the public pages ask for is answered, and as the contract says. */
async function everyPageHasItsAnswer(now: Date) {
  const runtime = { database, clock: fixedClock(now), nudge: () => undefined }
  const ask = async <T>(id: string, service: (ctx: Context) => Promise<T>): Promise<T> => {
    const answer = await read(runtime, null, service)
    const checked = allCalls.find((call) => call.id === id)?.output.safeParse(answer)
    expect(checked?.error?.issues ?? [], id).toEqual([])
    return answer
  }
  const { candidates } = await ask('candidates.list', (ctx) => listCandidates(ctx, { limit: 100, sort: 'votes' }))
  expect(candidates.length).toBeGreaterThanOrEqual(41)
  expect(candidates.every(({ profilePicture }) => profilePicture?.startsWith('/media/portraits/'))).toBe(true)
  expect(candidates.filter(({ bannerImage }) => bannerImage).length).toBeGreaterThan(15)
  expect((await ask('elections.current', currentElection)).election?.status).toBe('active')
  const { elections } = await ask('elections.list', (ctx) => listElections(ctx, { status: 'past', limit: 20 }))
  expect(elections).toHaveLength(3)
  for (const { id } of elections) {
    const answer = await ask('elections.results', (ctx) => electionResults(ctx, { electionId: id }))
    expect(answer).toMatchObject({ final: true })
  }
  const { members } = await ask('members.get-government', getGovernment)
  expect(members).toHaveLength(9)
  for (const { uid } of members) {
    const { official } = await ask('members.get-official', (ctx) => getOfficial(ctx, { id: uid }))
    expect(official).toMatchObject({ status: 'ACTIVE', campaign: { vision: expect.any(String) as string } })
  }
  expect((await ask('bank.get-data', bankData)).bankData).toMatchObject({
    cycleActive: true,
    books: { balanced: true },
  })
  expect((await ask('bank.get-payments', (ctx) => listPayments(ctx, {}))).payments.length).toBeGreaterThan(8)
  await ask('bank.get-cycles', (ctx) => listCycles(ctx, {}))
  await ask('bank.get-ledger', (ctx) => listMovements(ctx, { limit: 100 }))
  // A broadcast ends with the voting that it announces; the next one comes some minutes later.
  const { startsAt, phaseTwoAt } = weekOf(now)
  const isBetween = [startsAt, phaseTwoAt].some((at) => now >= at && now.getTime() - at.getTime() < 10 * 60_000)
  expect((await ask('broadcast.get-active', activeBroadcasts)).messages).toHaveLength(isBetween ? 0 : 1)
}

describe('Seeding', () => {
  const instant = '2026-03-05T13:00:00.000Z'

  it('makes the same nation again, also after one that did not finish, and then leaves it alone', async () => {
    await seedAt(instant)
    const first = await tell(database)
    expect(Object.values(first).every((found) => found.length > 0)).toBe(true)

    await emptyTables(database)
    let statements = 0
    const failing = await openDatabase({
      url,
      poolSize: 4,
      onStatement: () => {
        if (++statements > 2_500) throw new Error('the power went out')
      },
    })
    await expect(seedAt(instant, failing)).rejects.toThrow('the power went out')
    await failing.destroy()

    expect(await count('citizens')).toBeGreaterThan(0)
    await seedAt(instant)
    expect(said).toContain('An earlier seeding did not finish: it is begun anew.')
    expect(await tell(database)).toEqual(first)

    await seedAt('2026-03-06T13:00:00.000Z')
    expect(said.at(-1)).toBe('The demo nation is there already.')
    expect(await tell(database)).toEqual(first)
  })

  it('does nothing in an inhabited nation', async () => {
    await database.query(
      `INSERT INTO citizens (uid, x_id, handle, username, followers, verified, x_created_at, x_refreshed_at, token_balance,
         role, is_admin, is_super_admin, joined_at, created_at, updated_at)
       VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', '1', 'someone', 'Someone', 1, 0, ?, ?, 0, 'citizen', 0, 0, ?, ?, ?)`,
      Array.from({ length: 5 }, () => new Date(instant)),
    )
    await seedAt(instant)
    expect(said).toEqual(['Somebody lives here already: no demo nation is made.'])
    expect(await count('citizens')).toBe(1)
    expect(await count('journal')).toBe(0)
  })
})

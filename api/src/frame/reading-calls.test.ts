import { allCalls, type Call, type CallId } from '@nation/domain/contract'
import { advanceElections } from '@nation/core/elections'
import { repairCounters } from '@nation/core/platform'
import { openDatabase, counters } from '@nation/core/nation'
import {
  base,
  emptyNation,
  exempt,
  growNation,
  readingPlans,
  type NationSize,
  type ReadingCaller,
  type ReadingPlan,
} from '@nation/core/testing'
import { Citizen } from '@nation/core/citizens'
import { blockSize } from '@nation/core/polls'
import type { DataSource } from 'typeorm'
import { describe, expect, it } from 'vitest'
import { useTestApi } from '../testing'
import { sendExample } from '../testing/example-nation'

/** One connection for all reading: its own status says how many rows were looked at. */
let counted: DataSource
const api = useTestApi({
  database: async (url) => (counted = await openDatabase({ url, poolSize: 1, onStatement: (sql) => sent.push(sql) })),
})
/** What was sent on that connection. */
const sent: string[] = []

/** Every page is full already. */
const small: NationSize = {
  citizens: 3_000,
  journal: 3_000,
  elections: 110,
  candidates: 270,
  votes: 3_000,
  polls: 1_200,
  openPolls: 60,
  interviews: 1_000,
  responses: 600,
  cycles: 120,
  tasks: 1_200,
  broadcasts: 10_400,
  media: 300,
  work: 100,
  gazette: 2_500,
  messages: 3_000,
  conversations: 600,
}
const fourTimes = Object.fromEntries(Object.entries(small).map(([what, n]) => [what, 4 * n])) as unknown as NationSize
/** How much is open at the same time is no matter of years or citizens. */
const larger: NationSize = { ...fourTimes, openPolls: small.openPolls, elections: 2 * small.elections }

/** What the API reads by itself (switches, the journal's head); within a block of polls, those that an offset skips. */
const slackOf = (name: string): number => (name.includes('offset') ? 2 * blockSize : 60)
const mostRows = 5_000

async function grow(from: NationSize, to: NationSize): Promise<void> {
  const { database, clock } = api.nation
  const [election] = await database.query<{ id: string; starts_at: Date }[]>(
    `SELECT id, starts_at FROM elections WHERE stage = 'phase_one'`,
  )
  const place = { now: clock.now(), electionId: election!.id, startsAt: election!.starts_at }
  await growNation((sql) => database.query(sql), place, from, to)
  await repairCounters(database, counters)
  await describeTables(database)
  await readToTheEnd()
}

async function namesOfTables(database: DataSource): Promise<string[]> {
  const tables = await database.query<{ name: string }[]>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  )
  return tables.map(({ name }) => name)
}

/** Tells the planner how large the tables are now. By itself it learns that some seconds after so many rows came. */
async function describeTables(database: DataSource): Promise<void> {
  await database.query(`ANALYZE TABLE ${(await namesOfTables(database)).join(', ')}`)
}

/**
 * Reads no row, and opens every table. MySQL reads a table's definition from tables of its own when it is not in memory (other
 * test files have many schemas), and counts those rows as the session's: 20 to 50 for each table.
 */
async function openingOfTables(database: DataSource): Promise<string> {
  const names = await namesOfTables(database)
  return names.map((name) => `SELECT 1 FROM ${name} WHERE FALSE`).join(' UNION ALL ')
}

/** Waits until the API has read what was written into the journal: it reads that by itself, and no call is to blame for it. */
async function readToTheEnd(): Promise<void> {
  const [head] = await api.nation.database.query<{ seq: string }[]>('SELECT seq FROM journal_head')
  for (;;) {
    const leave = new AbortController()
    const { status } = await fetch(`${api.origin}/api/events?after=${head?.seq}`, { signal: leave.signal })
    leave.abort()
    if (status === 200) return
    expect(status).toBe(503)
  }
}

async function rowsLookedAt(): Promise<number> {
  const rows: { Value: string }[] = await counted.query(`SHOW SESSION STATUS LIKE 'Handler_read%'`)
  return rows.reduce((sum, row) => sum + Number(row.Value), 0)
}

/** The same, once the connection does nothing else: the API may still be reading something that it began at the call before. */
async function rowsLookedAtOnceIdle(own: number): Promise<number> {
  for (;;) {
    sent.length = 0
    const from = await rowsLookedAt()
    const now = await rowsLookedAt()
    if (now - from === own && sent.length === 2) return now
  }
}

/** What the API reads by itself, or about the caller: the session, switches, the journal. */
const ofTheFrame = /FROM (sessions|panel_sessions|feature_flags|settings|journal|journal_head|listed_entries)\b/
/** How many statements a reading call may send, beside those of the frame: each is a message to the database and back. */
const mostStatements = 6
/** Calls that may send more; of some only the plan that is named. */
const moreStatements: Partial<Record<CallId | `${CallId}: ${string}`, number>> = {
  // Words that seldom meet are looked for piece by piece.
  'members.get-all': 10,
  'admin.users': 10,
  'gazette.list': 12,
  // Conversations by fifties, and where words are common, each word of theirs.
  'messenger.search-messages': 45,
  // A statement for each of ten short tables, four for the bank.
  'replica.rows: short tables together': 13,
  // The page, the names of citizens of weight, what became of earlier promises, and of a voter their votes, their latest ballots and the
  // election that these are in.
  'candidates.list': 9,
  // The same of one's own candidacies.
  'candidates.mine': 8,
  // The candidacy as its page shows it, which says who may read what stood before.
  'candidates.version': 7,
  // A batch notes that it was taken, with the caller's sign-in as it is now.
  'bank.export-batch': 7,
  // All that waits comes with one statement; the caller's votes, candidacy and last election are six more, and two whether the bank pays an
  // office that is vacant and only appointed.
  'participation.day': 9,
  // An election and how many stand in it, polls and interviews, each with what the citizen did.
  'participation.overview': 9,
  // The state of everything that the bank keeps.
  'bank.get-data': 9,
}

interface Cost {
  readonly rows: number
  readonly statements: readonly string[]
  /** With those of the frame. */
  readonly all: readonly string[]
}

/** How many rows each call looks at, and the statements that it sends, by its name. What asking for the rows costs is taken off. */
async function measure(size: NationSize): Promise<Map<string, Cost>> {
  const tokens = await tokensOf()
  const costs = new Map<string, Cost>()
  await rowsLookedAt()
  const own = -(await rowsLookedAt()) + (await rowsLookedAt())
  const opening = await openingOfTables(api.nation.database)
  for (const plan of readingPlans(size, api.nation.clock.now())) {
    const call = allCalls.find(({ id }) => id === plan.call) as Call
    const input = { ...unset(call), ...plan.input }
    const token = tokens[plan.caller]
    await counted.query(opening)
    const from = await rowsLookedAtOnceIdle(own)
    sent.length = 0
    const { status, body } = await sendExample(api, call, { input, ...(token !== undefined && { token }) })
    const all = [...sent]
    const statements = all.filter((sql) => !ofTheFrame.test(sql))
    costs.set(nameOf(plan), { rows: (await rowsLookedAt()) - from - own, statements, all })
    expect([200, 404], `${nameOf(plan)}: ${status} ${JSON.stringify(body).slice(0, 300)}`).toContain(status)
  }
  return costs
}

const nameOf = ({ call, name, caller }: ReadingPlan): string => `${call} (${name}, ${caller})`

/** The example's own fields are left out. */
const unset = (call: Call): Record<string, undefined> =>
  Object.fromEntries(Object.keys(call.example).map((field) => [field, undefined]))

async function tokensOf(): Promise<Record<ReadingCaller, string | undefined>> {
  const citizen = (n: number) => api.nation.database.getRepository(Citizen).findOneByOrFail({ id: String(base + n) })
  return {
    visitor: undefined,
    voter: await api.tokenOf(await citizen(0)),
    president: await api.tokenOf(await citizen(1)),
    administrator: await api.tokenOf(await citizen(2)),
    panel: await api.panelTokenOf(await citizen(2)),
  }
}

describe('Reading calls', () => {
  it('are all named, or there is a reason why not', () => {
    const reading = (allCalls as readonly Call[]).filter(({ method }) => method === 'GET').map(({ id }) => id)
    const named = [...readingPlans(small, api.nation.clock.now()).map(({ call }) => call), ...Object.keys(exempt)]
    expect([...new Set(named)].toSorted()).toEqual(reading.toSorted())
  })

  it('look at no more rows in a nation that is four times as large, and ask the database seldom', async () => {
    await advanceElections(api.nation.runtime)
    await grow(emptyNation, small)
    const before = await measure(small)
    await grow(small, larger)
    const after = await measure(larger)
    const excused = new Set(
      readingPlans(small, api.nation.clock.now()).flatMap((one) => (one.because ? nameOf(one) : [])),
    )
    const rowsBefore = (name: string) => before.get(name)?.rows ?? 0
    const grown = [...after].filter(
      ([name, { rows }]) => !excused.has(name) && (rows > rowsBefore(name) * 1.5 + slackOf(name) || rows > mostRows),
    )
    // With every statement on the connection: the API may have read something by itself at that moment.
    const found = grown.map(
      ([name, { rows, all }]) => `${name}: ${rowsBefore(name)} rows, then ${rows}\n${all.join('\n')}`,
    )
    expect(found.length, found.join('\n')).toBe(0)
    const plans = new Map(readingPlans(larger, api.nation.clock.now()).map((plan) => [nameOf(plan), plan]))
    const chatty = [...after].flatMap(([name, { statements }]) => {
      const { call, name: variant } = plans.get(name)!
      const most = moreStatements[`${call}: ${variant}`] ?? moreStatements[call] ?? mostStatements
      return !excused.has(name) && statements.length > most
        ? [`${name}: ${statements.length} statements\n${statements.join('\n')}`]
        : []
    })
    expect(chatty.length, chatty.join('\n')).toBe(0)
  })
})

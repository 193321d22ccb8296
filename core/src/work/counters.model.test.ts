import { NationError } from '@nation/domain/errors'
import fc from 'fast-check'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { deriveKeys } from '../auth/keys'
import type { XProfile } from '../auth/x-client'
import { markPaid, payDueCycles } from '../bank'
import {
  Citizen,
  deleteAccount,
  eraseReaction,
  forgetRollsReaction,
  mendWords,
  updateMemberRole,
  welcome,
  wrongWords,
} from '../citizens'
import { advanceElections, updateCandidate, voidVotesReaction, withdrawCandidate } from '../elections'
import { deleteInterview, updateInterview } from '../interviews'
import { Reactions } from '../journal'
import { change, counterDifferences, mendCounters, readConfig, type Runtime } from '../platform'
import { closeDuePolls, closePoll, deletePoll } from '../polls'
import {
  aCandidate,
  aCitizen,
  anInterview,
  anOfficial,
  aPoll,
  aRunningBank,
  as,
  aTuesday,
  doWhatFollows,
  emptyTables,
  requiredFiles,
  respond,
  untilKilled,
  useTestNation,
  vote,
} from '../testing'
import { counters } from '.'

/*
 * Whatever citizens and administrators do at the same time, and wherever a process is killed, every counter is what a count of
 * its rows says, and everybody is found by the words of their present name. A failure prints its seed and its commands.
 */

const nation = useTestNation()
const secret = 'a secret that only the tests of the nation know'
const keys = deriveKeys(secret)
const mediaDir = mkdtempSync(path.join(tmpdir(), 'nation-counters-'))
afterAll(() => rm(mediaDir, { recursive: true }))

const seats = ['president', 'secretary', 'minister_finance'] as const
const names = ['Ada Blue', 'Ada 🚀Moon', '山田太郎', 'Red $SOL', 'Ada']
const day = 86_400_000

const some = fc.nat({ max: 7 })
const kinds = [
  ...['join', 'join', 'leave', 'killed leave', 'killed join', 'follow'],
  ...['stand', 'stand', 'move', 'withdraw', 'vote', 'appoint'],
  ...['ask', 'ask', 'ask until', 'close', 'delete', 'close due'],
  ...['interview', 'draft', 'open or close', 'respond', 'respond', 'remove interview'],
  ...['pay', 'mark paid', 'mend'],
] as const
interface Command {
  readonly do: string
  readonly a: number
  readonly b: number
}
const command: fc.Arbitrary<Command> = fc.record({ do: fc.constantFrom(...kinds), a: some, b: some })
/** Commands that are done at the same time, and days that pass afterwards. */
const wave = fc.record({
  together: fc.array(command, { minLength: 1, maxLength: 7 }),
  days: fc.constantFrom(0, 0, 1, 3, 7),
})

const reactions = () => {
  const config = readConfig({
    NATION_ENV: 'test',
    DATABASE_URL: nation.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    NATION_SECRET: secret,
    X_CLIENT_ID: 'id',
    NATION_MEDIA_DIR: mediaDir,
  })
  return new Reactions([eraseReaction(config), forgetRollsReaction, voidVotesReaction(nation.runtime.database)])
}

const profile = (a: number, b: number): XProfile => ({
  id: String(700 + a),
  handle: `who_${a}_${b % 2}`,
  name: names[b % names.length]!,
  avatarUrl: null,
  followers: 900,
  verified: false,
  createdAt: new Date('2020-01-01T00:00:00.000Z'),
})

/** One of the rows that a statement finds. */
async function oneOf<Row>(sql: string, which: number): Promise<Row | undefined> {
  const rows = await nation.database.query<Row[]>(sql)
  return rows[which % Math.max(1, rows.length)]
}

const somebody = async (which: number): Promise<Citizen | undefined> => {
  const found = await oneOf<{ id: string }>(
    "SELECT id FROM citizens WHERE left_at IS NULL AND role <> 'admin' ORDER BY id",
    which,
  )
  return found && nation.database.getRepository(Citizen).findOneByOrFail({ id: found.id })
}
const candidacy = (which: number) =>
  oneOf<{ uid: string; citizen_id: string }>(
    "SELECT uid, citizen_id FROM candidacies WHERE status = 'active' ORDER BY id",
    which,
  )
const uidFrom = async (table: 'polls' | 'interviews' | 'bank_payments', which: number) =>
  (await oneOf<{ uid: string }>(`SELECT uid FROM ${table} ORDER BY id`, which))?.uid
const asOwner = (id: string) => nation.database.getRepository(Citizen).findOneByOrFail({ id })

async function join(runtime: Runtime, { a, b }: Command): Promise<Citizen> {
  const citizen = await change(runtime, {}, (ctx) => welcome(ctx, profile(a, b), keys))
  // With a wallet they may stand.
  await nation.database.query(
    `UPDATE citizens SET wallet_address = CONCAT('linked', id), token_balance = 100000000000000 WHERE id = ?`,
    [citizen.id],
  )
  return citizen
}
const leave = (runtime: Runtime, citizen: Citizen) =>
  as(runtime, citizen, (ctx) => deleteAccount(ctx, keys, { confirm: citizen.handle }))

type Deed = (step: Command, admin: Citizen) => Promise<unknown>

const ofCitizens: Record<string, Deed> = {
  join: (step) => join(nation.runtime, step),
  'killed join': (step) =>
    untilKilled(nation.url, 1 + step.b * 2, (database) => join({ ...nation.runtime, database }, step)),
  leave: async ({ a }) => {
    const citizen = await somebody(a)
    return citizen && leave(nation.runtime, citizen)
  },
  'killed leave': async ({ a, b }) => {
    const citizen = await somebody(a)
    return citizen && untilKilled(nation.url, 3 + b * 3, (database) => leave({ ...nation.runtime, database }, citizen))
  },
  follow: async () => {
    await doWhatFollows(nation.runtime, reactions())
    return true
  },
  appoint: async ({ a }, admin) => {
    const citizen = await somebody(a)
    if (!citizen) return undefined
    return as(nation.runtime, admin, (ctx) =>
      updateMemberRole(ctx, { userId: citizen.uid, governmentRole: 'primeMinister' }),
    )
  },
  mend: async () => {
    expect(await mendCounters(nation.database, counters)).toEqual([])
    expect(await mendWords(nation.database)).toEqual([])
    return true
  },
}

const ofElections: Record<string, Deed> = {
  stand: async ({ a, b }) => {
    const citizen = await somebody(a)
    return citizen && aCandidate(nation.runtime, seats[b % seats.length]!, {}, citizen)
  },
  move: async ({ a, b }) => {
    const [found, position] = [await candidacy(a), seats[b % seats.length]!]
    if (!found) return undefined
    const owner = await asOwner(found.citizen_id)
    const attachments = await requiredFiles(nation.database, owner, position)
    const input = { candidateId: found.uid, position, attachments, userId: undefined }
    return as(nation.runtime, owner, (ctx) => updateCandidate(ctx, input))
  },
  withdraw: async ({ a, b }, admin) => {
    const found = await candidacy(a)
    if (!found) return undefined
    const input = { candidateId: found.uid, userId: undefined, adminId: undefined }
    const who = b % 2 === 0 ? admin : await asOwner(found.citizen_id)
    return as(nation.runtime, who, (ctx) => withdrawCandidate(ctx, input))
  },
  vote: async ({ a, b }) => {
    const [citizen, found] = [await somebody(a), await candidacy(b)]
    return citizen && found && vote(nation.runtime, citizen, found.uid)
  },
}

const ofPolls: Record<string, Deed> = {
  ask: (_, admin) => aPoll(nation.runtime, admin),
  'ask until': ({ a }, admin) =>
    aPoll(nation.runtime, admin, { closesAt: nation.clock.now().getTime() + (1 + (a % 2)) * day }),
  close: async ({ a }, admin) => {
    const pollId = await uidFrom('polls', a)
    return pollId && as(nation.runtime, admin, (ctx) => closePoll(ctx, { pollId }))
  },
  delete: async ({ a }, admin) => {
    const pollId = await uidFrom('polls', a)
    return pollId && as(nation.runtime, admin, (ctx) => deletePoll(ctx, { pollId }))
  },
  'close due': async () => {
    await closeDuePolls(nation.runtime)
    return true
  },
}

const ofInstitutions: Record<string, Deed> = {
  interview: (_, admin) => anInterview(nation.runtime, admin),
  draft: (_, admin) => anInterview(nation.runtime, admin, { isActive: false }),
  'open or close': async ({ a, b }, admin) => {
    const interviewId = await uidFrom('interviews', a)
    const isActive = b % 2 === 0
    return interviewId && as(nation.runtime, admin, (ctx) => updateInterview(ctx, { interviewId, isActive }))
  },
  'remove interview': async ({ a }, admin) => {
    const interviewId = await uidFrom('interviews', a)
    return interviewId && as(nation.runtime, admin, (ctx) => deleteInterview(ctx, { interviewId }))
  },
  respond: async ({ a, b }) => {
    const [citizen, id] = [await somebody(a), await uidFrom('interviews', b)]
    if (!citizen || !id) return undefined
    const questions = await nation.database.query<{ id: string; order: number; question: string }[]>(
      `SELECT q.uid AS id, q.place AS \`order\`, q.question FROM interview_questions q
       JOIN interviews i ON i.id = q.interview_id WHERE i.uid = ? ORDER BY q.place`,
      [id],
    )
    return respond(nation.runtime, citizen, { id, questions })
  },
  pay: async () => ((await payDueCycles(nation.runtime)).length > 0 ? true : undefined),
  'mark paid': async ({ a, b }, admin) => {
    const paymentId = await uidFrom('bank_payments', a)
    const input = { paymentId: paymentId ?? '', reference: `Transfer ${b % 2}`, adminId: undefined }
    return paymentId && as(nation.runtime, admin, (ctx) => markPaid(ctx, input))
  },
}

const deeds: Record<string, Deed> = { ...ofCitizens, ...ofElections, ...ofPolls, ...ofInstitutions }

/** Whether it was done. What is refused changes nothing; nothing else may go wrong. */
async function attempt(step: Command, admin: Citizen): Promise<boolean> {
  try {
    return (await deeds[step.do]!(step, admin)) !== undefined
  } catch (error) {
    if (!(error instanceof NationError) || error.status === 500) throw error
    return false
  }
}

async function everythingIsCounted(): Promise<void> {
  expect(await counterDifferences(nation.database, counters)).toEqual([])
  expect(await wrongWords(nation.database)).toEqual([])
  const standing = await nation.database.query<unknown[]>(
    `SELECT c.id FROM candidacies c LEFT JOIN published_tallies p ON p.candidacy_id = c.id AND p.election_id = c.election_id
       AND p.position = c.position AND p.stands = (c.status <> 'withdrawn') WHERE p.candidacy_id IS NULL`,
  )
  expect(standing).toEqual([])
  const waiting = await nation.database.query<unknown[]>(
    `SELECT p.id FROM bank_payments p LEFT JOIN bank_payouts o ON o.payment_id = p.id
     LEFT JOIN bank_waiting w ON w.payment_id = p.id WHERE (o.payment_id IS NULL) <> (w.payment_id IS NOT NULL)`,
  )
  expect(waiting).toEqual([])
}

async function aNation(): Promise<Citizen> {
  await emptyTables(nation.database)
  nation.clock.set(aTuesday)
  const admin = await aCitizen(nation.database, { isAdmin: true, isSuperAdmin: true, role: 'admin' })
  for (let a = 0; a < 4; a++) await join(nation.runtime, { do: 'join', a, b: a })
  await anOfficial(nation.database, 'secretary', { from: new Date(aTuesday.getTime() - day) })
  await advanceElections(nation.runtime)
  await aRunningBank(nation.runtime, admin)
  return admin
}

it('Whatever is done at the same time, every counter is a count of its rows, and all are found by their words', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(wave, { minLength: 4, maxLength: 8 }), async (waves) => {
      const admin = await aNation()
      for (const { together, days } of waves) {
        const outcomes = await Promise.all(together.map((step) => attempt(step, admin)))
        together.forEach((step, i) => outcomes[i] && done.set(step.do, (done.get(step.do) ?? 0) + 1))
        await everythingIsCounted()
        nation.clock.set(new Date(nation.clock.now().getTime() + days * day))
        if (days > 0) await advanceElections(nation.runtime)
      }
      await doWhatFollows(nation.runtime, reactions())
      await everythingIsCounted()
    }),
    { numRuns: Number(process.env.COUNTER_RUNS ?? 8), endOnFailure: true },
  )
  // Refusals alone would prove nothing.
  expect(done.size).toBeGreaterThan(kinds.length / 2)
}, 120_000)

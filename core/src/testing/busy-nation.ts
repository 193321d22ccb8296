import { NationError } from '@nation/domain/errors'
import fc from 'fast-check'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { deriveKeys } from '../auth/keys'
import type { XProfile } from '../x/x-client'
import { markPaid, payDueCycles } from '../bank'
import { anOfficial, aRunningBank } from '../bank/testing'
import { Citizen } from '../citizens'
import { deleteAccount, eraseReaction, deleteFromRollsReaction, welcome } from '../membership'
import { updateMemberRole } from '../government'
import { advanceElections, updateCandidate, voidVotesReaction, withdrawCandidate } from '../elections'
import { aCandidate, as, requiredFiles, vote } from '../elections/testing'
import { deleteInterview, updateInterview } from '../interviews'
import { anInterview, respond } from '../interviews/testing'
import { Reactions, sequence } from '../journal'
import { change, readConfig, type Runtime } from '../platform'
import { closeDuePolls, closePoll, deletePoll } from '../polls'
import { aPoll } from '../polls/testing'
import { aTuesday, type TestNation } from './database'
import { untilKilled } from './dying'
import { aCitizen } from './factories'
import { doWhatFollows } from './follow'
import { emptyTables } from './rows'

/*
 * A nation in which everything happens: what citizens and administrators do at the same time, as commands that fast-check draws.
 * Commands name rows by their place, so that any drawn command can be done or refused.
 */

let nation: TestNation
const secret = 'a secret that only the tests of the nation know'
const keys = deriveKeys(secret)
let mediaDir: string

/** Where it happens: to be called once by a test file. */
export function keepBusy(where: TestNation): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'nation-busy-'))
  nation = where
  mediaDir = folder
  afterAll(() => rm(folder, { recursive: true }))
}

const seats = ['president', 'secretary', 'minister_finance'] as const
const names = ['Ada Blue', 'Ada 🚀Moon', '山田太郎', 'Red $SOL', 'Ada']
export const day = 86_400_000

const some = fc.nat({ max: 7 })
/** What is done, the frequent ones twice. */
export const busyKinds: readonly string[] = [
  ...['join', 'join', 'leave', 'killed leave', 'killed join', 'follow'],
  ...['stand', 'stand', 'move', 'withdraw', 'vote', 'appoint'],
  ...['ask', 'ask', 'ask until', 'close', 'delete', 'close due'],
  ...['interview', 'draft', 'open or close', 'respond', 'respond', 'remove interview'],
  ...['pay', 'mark paid'],
]
/** Something to do, with rows by their places. */
export interface Command {
  readonly do: string
  readonly a: number
  readonly b: number
}
/** Commands that are done at the same time, and days that pass afterwards. `more` kinds beside those of every nation. */
export const waveOf = (more: readonly string[] = []) =>
  fc.record({
    together: fc.array(fc.record({ do: fc.constantFrom(...busyKinds, ...more), a: some, b: some }), {
      minLength: 1,
      maxLength: 7,
    }),
    days: fc.constantFrom(0, 0, 1, 3, 7),
  })

const reactions = (): Reactions => {
  const config = readConfig({
    NATION_ENV: 'test',
    DATABASE_URL: nation.url,
    REDIS_URL: 'redis://127.0.0.1:1',
    NATION_SECRET: secret,
    X_CLIENT_ID: 'id',
    NATION_MEDIA_DIR: mediaDir,
  })
  return new Reactions([eraseReaction(config), deleteFromRollsReaction, voidVotesReaction(nation.runtime.database)])
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
export async function oneOf<Row>(sql: string, which: number): Promise<Row | undefined> {
  const rows = await nation.database.query<Row[]>(sql)
  return rows[which % Math.max(1, rows.length)]
}

/** A citizen, by their place. */
export const anyCitizen = async (which: number): Promise<Citizen | undefined> => {
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

/** With a wallet, so that they may stand: in one transaction, as everything that the journal tells. */
const join = (runtime: Runtime, { a, b }: Command): Promise<Citizen> =>
  change(runtime, {}, async (ctx) => {
    const citizen = await welcome(ctx, profile(a, b), keys)
    await ctx.tx.query(
      `UPDATE citizens SET wallet_address = CONCAT('linked', id), token_balance = 100000000000000 WHERE id = ? AND wallet_address IS NULL`,
      [citizen.id],
    )
    return citizen
  })

const leave = (runtime: Runtime, citizen: Citizen) =>
  as(runtime, citizen, (ctx) => deleteAccount(ctx, keys, { confirm: citizen.handle }))

export type Deed = (step: Command, admin: Citizen) => Promise<unknown>

const ofCitizens: Record<string, Deed> = {
  join: (step) => join(nation.runtime, step),
  'killed join': (step) =>
    untilKilled(nation.url, 1 + step.b * 2, (database) => join({ ...nation.runtime, database }, step)),
  leave: async ({ a }) => {
    const citizen = await anyCitizen(a)
    return citizen && leave(nation.runtime, citizen)
  },
  'killed leave': async ({ a, b }) => {
    const citizen = await anyCitizen(a)
    return citizen && untilKilled(nation.url, 3 + b * 3, (database) => leave({ ...nation.runtime, database }, citizen))
  },
  follow: async () => {
    await follow()
    return true
  },
  appoint: async ({ a }, admin) => {
    const citizen = await anyCitizen(a)
    if (!citizen) return undefined
    return as(nation.runtime, admin, (ctx) =>
      updateMemberRole(ctx, { userId: citizen.uid, governmentRole: 'primeMinister' }),
    )
  },
}

const ofElections: Record<string, Deed> = {
  stand: async ({ a, b }) => {
    const citizen = await anyCitizen(a)
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
    const [citizen, found] = [await anyCitizen(a), await candidacy(b)]
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
    const [citizen, id] = [await anyCitizen(a), await uidFrom('interviews', b)]
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

/** Gives every committed entry its number, and notes what follows from it. */
export async function numberAll(): Promise<void> {
  for (let more = true; more;) ({ more } = await sequence(nation.database, reactions()))
}

/** Does what followed from entries so far: erasures, voided votes. */
export const follow = (): Promise<void> => doWhatFollows(nation.runtime, reactions())

/** Whether it was done. What is refused changes nothing; nothing else may go wrong. */
export async function attempt(
  step: Command,
  admin: Citizen,
  more: Readonly<Record<string, Deed>> = {},
): Promise<boolean> {
  try {
    return (await { ...deeds, ...more }[step.do]!(step, admin)) !== undefined
  } catch (error) {
    if (!(error instanceof NationError) || error.status === 500) throw error
    return false
  }
}

/** An empty nation with some citizens, an election, a bank, and its administrator. */
export async function aBusyNation(): Promise<Citizen> {
  await emptyTables(nation.database)
  nation.clock.set(aTuesday)
  const admin = await aCitizen(nation.database, { isAdmin: true, isSuperAdmin: true, role: 'admin' })
  for (let a = 0; a < 4; a++) await join(nation.runtime, { do: 'join', a, b: a })
  // Before there are officials: the week's election, of which nobody knew until Tuesday, opens at once.
  await advanceElections(nation.runtime)
  await anOfficial(nation.database, 'secretary', { from: new Date(aTuesday.getTime() - day) })
  await aRunningBank(nation.runtime, admin)
  return admin
}

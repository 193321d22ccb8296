import { salaryPresets } from '@nation/domain/bank'
import { replicaTables } from '@nation/domain/replica'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPanelAccount, revokePanelAccount, updateAdministration } from '../admin'
import { deriveKeys } from '../auth/keys'
import { recordFunding, updatePercentages, updateTotal } from '../bank'
import { createBroadcast, deleteBroadcast } from '../broadcasts'
import { Citizen, migrateToken } from '../citizens'
import { deleteAccount } from '../membership'
import { updatePicture } from '../media'
import { applyProfile } from '../citizens/from-x'
import { openChain } from '../chain'
import { advanceElections, cancelElection, createElection, withdrawCandidate } from '../elections'
import { adminPosts, deleteMessage, editMessage } from '../messenger'
import { change, runBatch } from '../platform'
import { deletePoll } from '../polls'
import { createTask, deleteTask, updateTaskStatus } from '../tasks'
import { aPoll, as, newTask, publishGazette, respondToTask, signedIn, useTestNation } from '../testing'
import {
  aBusyNation,
  attempt,
  busyKinds,
  day,
  follow,
  keepBusy,
  numberAll,
  oneOf,
  anyCitizen,
  waveOf,
  type Deed,
} from '../testing/busy-nation'
import { ReplicaModel } from './testing'

/*
 * Whatever happens, a replica that reads the changes holds what one holds that is filled anew: every row of every table. A
 * failure prints its seed and its commands.
 */

const nation = useTestNation()
keepBusy(nation)

const keys = deriveKeys('a secret that only the tests of the nation know')

const uidIn = async (table: 'broadcasts' | 'tasks' | 'elections' | 'polls' | 'candidacies', which: number) =>
  (await oneOf<{ uid: string }>(`SELECT uid FROM ${table} ORDER BY id`, which))?.uid
const adminMessage = async (which: number) =>
  (
    await oneOf<{ uid: string }>(
      `SELECT uid FROM messages WHERE conversation_id = (SELECT id FROM conversations WHERE channel = 'admin-chat')
       ORDER BY number`,
      which,
    )
  )?.uid
const run = <T>(who: Citizen, service: Parameters<typeof as<T>>[2]) => as(nation.runtime, who, service)

const ofThePanel: Record<string, Deed> = {
  broadcast: (_, admin) => run(admin, (ctx) => createBroadcast(ctx, { message: 'The harbour opens.', type: 'info' })),
  'off the air': async ({ a }, admin) => {
    const messageId = await uidIn('broadcasts', a)
    return messageId && run(admin, (ctx) => deleteBroadcast(ctx, { messageId, reason: 'It was wrong.' }))
  },
  chat: (_, admin) =>
    run(admin, async (ctx) => {
      const [sent] = await runBatch(ctx, adminPosts, [{ caller: signedIn(admin), input: { message: 'Is it closed?' } }])
      return sent?.answer ?? Promise.reject(sent?.refused ?? new Error('There is no outcome.'))
    }),
  'edit chat': async ({ a, b }, admin) => {
    const messageId = await adminMessage(a)
    return messageId && run(admin, (ctx) => editMessage(ctx, { messageId, message: `It is closed ${b}.` }))
  },
  'delete chat': async ({ a }, admin) => {
    const messageId = await adminMessage(a)
    return messageId && run(admin, (ctx) => deleteMessage(ctx, { messageId }))
  },
  'make moderator': async ({ a, b }, admin) => {
    const citizen = await anyCitizen(a)
    const input = { userId: citizen?.uid ?? '', isAdmin: undefined, isModerator: b % 2 === 0, adminId: undefined }
    return citizen && run(admin, (ctx) => updateAdministration(ctx, input))
  },
  fund: ({ a }, admin) =>
    run(admin, (ctx) => recordFunding(ctx, { amount: 100 + a, reference: `Transfer ${a}`, adminId: undefined })),
  budget: ({ a }, admin) => run(admin, (ctx) => updateTotal(ctx, { totalSalaries: 900 + a, adminId: undefined })),
  shares: ({ a }, admin) => {
    const salaryPercentages = {
      ...salaryPresets.constitution,
      president: salaryPresets.constitution.president - a / 100,
    }
    return run(admin, (ctx) => updatePercentages(ctx, { salaryPercentages, adminId: undefined }))
  },
  'panel account': async ({ a }) => {
    const citizen = await anyCitizen(a)
    if (!citizen) return undefined
    const account = { username: `admin.${citizen.id}`, password: 'a long password', handle: citizen.handle }
    const make = change(nation.runtime, {}, (ctx) => createPanelAccount(ctx, keys, { ...account, withTotp: false }))
    return make.catch((error: unknown) => {
      // The citizen has left in the meantime. At the command line, that is said in words.
      if (error instanceof Error && error.message.startsWith('No citizen has the handle')) return undefined
      throw error
    })
  },
  'no panel account': async ({ a }) => {
    const account = await oneOf<{ username: string }>('SELECT username FROM panel_accounts WHERE revoked_at IS NULL', a)
    if (!account) return undefined
    await change(nation.runtime, {}, (ctx) => revokePanelAccount(ctx, account.username))
    return true
  },
  'delete poll': async ({ a }, admin) => {
    const pollId = await uidIn('polls', a)
    return pollId && run(admin, (ctx) => deletePoll(ctx, { pollId, reason: 'It told where Bob lives.' }))
  },
  'delete candidacy': async ({ a }, admin) => {
    const candidateId = await uidIn('candidacies', a)
    const input = { candidateId: candidateId ?? '', userId: undefined, adminId: undefined, reason: 'It was not true.' }
    return candidateId && run(admin, (ctx) => withdrawCandidate(ctx, input))
  },
  plan: ({ a }, admin) => {
    const startsAt = Math.floor(nation.clock.now().getTime() / day) * day + (30 + 7 * a) * day
    return run(admin, (ctx) =>
      createElection(ctx, {
        startsAt,
        endsAt: startsAt + 7 * day,
        phaseTwoAt: undefined,
      }),
    )
  },
  cancel: async ({ a }, admin) => {
    const electionId = await uidIn('elections', a)
    return electionId && run(admin, (ctx) => cancelElection(ctx, { electionId, reason: 'Too early.' }))
  },
}

const ofTasks: Record<string, Deed> = {
  'give a task': (_, admin) => run(admin, (ctx) => createTask(ctx, newTask())),
  'finish a task': async ({ a, b }, admin) => {
    const taskId = await uidIn('tasks', a)
    const status = b % 2 === 0 ? ('completed' as const) : ('open' as const)
    return taskId && run(admin, (ctx) => updateTaskStatus(ctx, { taskId, status }))
  },
  'delete a task': async ({ a }, admin) => {
    const taskId = await uidIn('tasks', a)
    return taskId && run(admin, (ctx) => deleteTask(ctx, { taskId, reason: undefined }))
  },
  'answer a task': async ({ a, b }, admin) => {
    const [citizen, taskId] = [await oneOf<{ id: string }>(officials, b), await uidIn('tasks', a)]
    if (!taskId) return undefined
    const who = citizen ? await nation.database.getRepository(Citizen).findOneByOrFail({ id: citizen.id }) : admin
    return respondToTask(nation.runtime, who, taskId)
  },
}
const officials = 'SELECT id FROM citizens WHERE government_role IS NOT NULL ORDER BY id'

const ofAccounts: Record<string, Deed> = {
  rename: async ({ a, b }) => {
    const citizen = await anyCitizen(a)
    if (!citizen) return undefined
    return change(nation.runtime, {}, async (ctx) => {
      const locked = await ctx.tx
        .getRepository(Citizen)
        .findOneOrFail({ where: { id: citizen.id }, lock: { mode: 'pessimistic_write' } })
      const profile = {
        id: locked.xId,
        handle: locked.handle,
        name: `Named ${b}`,
        avatarUrl: null,
        followers: 1_000 + b,
        verified: b % 2 === 0,
        createdAt: locked.xCreatedAt,
      }
      await applyProfile(ctx, locked, profile, ctx.now())
      return true
    })
  },
  'own picture': async ({ a }) => {
    const citizen = await anyCitizen(a)
    return citizen && run(citizen, (ctx) => updatePicture(ctx, { profilePictureUrl: null }))
  },
  'new token': async ({ b }) => {
    const settings = { mint: 'So11111111111111111111111111111111111111112', tokenVersion: `v${b}`, rpcUrls: [] }
    await migrateToken(nation.runtime, openChain({ ...settings, network: 'mainnet-beta' }))
    return true
  },
}

const more = { ...ofThePanel, ...ofTasks, ...ofAccounts }

/** All that is committed has a number, and the gazette has read it. */
async function settle(): Promise<void> {
  // First with what follows from entries: without it no erasure would go on.
  await numberAll()
  await publishGazette(nation.runtime)
  await numberAll()
}

/** Everything that can be done, in waves of five, a wave a day, there and back: what luck leaves out of the others is there. */
const everything = () => {
  const kinds = ['join', 'join', 'stand', ...new Set([...busyKinds, ...Object.keys(more)])]
  const week = Array.from({ length: Math.ceil(kinds.length / 5) }, (_, at) => kinds.slice(5 * at, 5 * at + 5))
  return [week, week.toReversed()].flatMap((waves, half) =>
    waves.map((together) => ({
      together: together.map((kind, place) => ({ do: kind, a: place % 2, b: (place + half) % 3 })),
      days: 1,
    })),
  )
}

async function isTheNation(replica: ReplicaModel): Promise<void> {
  await settle()
  expect((await replica.pull()).reset).toBe(false)
  const anew = await new ReplicaModel(nation.runtime).fill()
  expect(replica.contents).toEqual(anew.contents)
}

it('Whatever happens, a replica that reads the changes holds what one holds that is filled anew', async () => {
  const done = new Set<string>()
  const had = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(waveOf(Object.keys(more)), { minLength: 6, maxLength: 12 }), async (waves) => {
      const admin = await aBusyNation()
      await settle()
      const replica = await new ReplicaModel(nation.runtime).fill()
      for (const { together, days } of waves) {
        const outcomes = await Promise.all(together.map((step) => attempt(step, admin, more)))
        together.forEach((step, place) => outcomes[place] && done.add(step.do))
        await isTheNation(replica)
        for (const table of replicaTables) if ((replica.tables.get(table)?.size ?? 0) > 0) had.add(table)
        nation.clock.set(new Date(nation.clock.now().getTime() + Math.min(days, 3) * day))
        if (days > 0) await advanceElections(nation.runtime)
      }
      await follow()
      await isTheNation(replica)
    }),
    { numRuns: Number(process.env.REPLICA_RUNS ?? 10), endOnFailure: true, examples: [[everything()]] },
  )
  // Refusals and empty tables alone would prove nothing.
  expect(done.size).toBeGreaterThan((new Set(busyKinds).size + Object.keys(more).length) / 2)
  expect(had.size).toBeGreaterThan(10)
})

it('What changes while a replica is filled is in it after the first changes are read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(waveOf(Object.keys(more)), { minLength: 12, maxLength: 12 }), async (waves) => {
      const admin = await aBusyNation()
      for (const step of waves.flatMap(({ together }) => together)) await attempt(step, admin, more)
      await settle()
      let next = 0
      const between = async () => {
        const wave = waves[next++ % waves.length]
        await Promise.all((wave?.together ?? []).slice(0, 2).map((step) => attempt(step, admin, more)))
      }
      await isTheNation(await new ReplicaModel(nation.runtime).fill({ limit: 2, between }))
    }),
    { numRuns: Number(process.env.REPLICA_RUNS ?? 3), endOnFailure: true },
  )
})

it('What an erasure takes out of entries about what was the citizen’s is taken out of a replica, too', async () => {
  const admin = await aBusyNation()
  const bob = await anOfficialOf('secretary')
  const { id: pollId } = await aPoll(nation.runtime, bob)
  await run(admin, (ctx) => deletePoll(ctx, { pollId, reason: 'It told where Bob lives.' }))
  await settle()
  const replica = await new ReplicaModel(nation.runtime).fill()
  expect(JSON.stringify(replica.contents.audit)).toContain('where Bob lives')
  await run(bob, (ctx) => deleteAccount(ctx, keys, { confirm: bob.handle }))
  await follow()
  await isTheNation(replica)
  expect(JSON.stringify(replica.contents.audit)).not.toContain('where Bob lives')
})

async function anOfficialOf(office: 'secretary'): Promise<Citizen> {
  const found = await oneOf<{ id: string }>(`SELECT id FROM citizens WHERE government_role = '${office}'`, 0)
  return nation.database.getRepository(Citizen).findOneByOrFail({ id: found!.id })
}

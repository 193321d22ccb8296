import { openReplica, Refused, TestDisk, type Nation, type Replica } from '@nation/web/replica/testing'
import { allCalls, parseInput, type Call } from '@nation/domain/contract'
import { commandOf, subjectIdOf } from '@nation/domain/commands'
import { NationError } from '@nation/domain/errors'
import { replicaTables } from '@nation/domain/replica'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBroadcast, deleteBroadcast } from '../broadcasts'
import { updateAdministration } from '../admin'
import type { Citizen } from '../citizens'
import { read, type CitizenContext, type Runtime } from '../platform'
import { openReplica as openOnServer, replicaChanges, replicaPage } from '../replica'
import { ReplicaModel } from '../replica/testing'
import { deleteTask, updateTask, updateTaskStatus } from '../tasks'
import { aCitizen, aTask, as, emptyTables, untilKilled, useTestNation } from '../testing'
import { keepBusy, numberAll } from '../testing/busy-nation'
import { runCommand } from '.'
import { subjectRow, versionOf } from './subject'

/*
 * Two consoles with an outbox each, and a browser that calls directly, change the same rows. Connections drop before and after the
 * commit, the server's process dies at any statement, consoles are killed at any call. In the end every replica is the nation, and
 * each command was done once or given up. A failure prints its seed and its commands.
 */

const nation = useTestNation()
keepBusy(nation)

const callNamed = new Map<string, Call>(allCalls.map((call) => [call.id, call]))

/** What goes wrong in a round of a console, and at which of its calls. */
type Fault = 'none' | 'offline' | 'lost request' | 'lost answer' | 'server dies' | 'console killed' | 'killed after'

class Console {
  readonly disk = new TestDisk()
  replica!: Replica
  /** Keys in the order in which they were answered, and all that a person gave up. */
  readonly queued = new Map<string, string>()
  readonly givenUp = new Set<string>()
  /** Versions that this console's person saw, or that its own commands left behind: it may rest on no others. */
  readonly #seen = new Set<string | null>([null])
  /** Whether others change rows while a command is done: then it cannot be seen what was there just before. */
  amongOthers = false
  #fault: { readonly is: Fault; at: number } = { is: 'none', at: 0 }

  constructor(readonly admin: Citizen) {}

  async open(): Promise<this> {
    this.#isKilled = false
    this.replica = await openReplica(this.disk.parts(this.#nation, { me: this.admin.uid, now: Date.now }))
    await this.replica.loaded
    return this
  }

  /** A round that may be cut off. A console that was killed is started again. */
  async round(is: Fault, at: number): Promise<void> {
    this.#fault = { is, at }
    const { replica } = this
    try {
      await replica.round()
    } catch (error) {
      if (!this.#isKilled) throw error
    }
    if (this.#isKilled) await this.open()
  }

  #isKilled = false

  get #nation(): Nation {
    const run = <T>(work: (runtime: Runtime) => Promise<T>) => this.#answer(work)
    const reading = <T>(service: (ctx: CitizenContext) => Promise<T>) =>
      run((runtime) => read(runtime, null, (ctx) => service(ctx as CitizenContext)))
    return {
      farewell: () => null,
      open: () => reading((ctx) => openOnServer(ctx)),
      rows: async (input) =>
        new Uint8Array(await reading((ctx) => replicaPage(ctx, { ...input, after: input.after, limit: 5 }))),
      changes: (input) => reading((ctx) => replicaChanges(ctx, input)),
      run: (command) => run((runtime) => this.#run(runtime, command)),
    }
  }

  async #run(runtime: Runtime, { key, call, input, version }: Parameters<Nation['run']>[0]) {
    const parsed = parseInput(callNamed.get(call)!, input)
    const isRepeat = (await keysDone(this.admin)).includes(key)
    const { table } = commandOf(call)
    const id = subjectIdOf(call, parsed)
    const before = id === null ? null : await subjectRow(nation.database.manager, table, id)
    expect([call, this.#seen.has(version)]).toEqual([call, true])
    const answer = await as(runtime, this.admin, (ctx) =>
      runCommand(ctx, { key, call, input: parsed, sent: input, version }),
    )
    // Nothing is overwritten that was not seen.
    if (!isRepeat && !this.amongOthers) expect([call, versionOf(table, before)]).toEqual([call, version])
    return answer
  }

  async #answer<T>(work: (runtime: Runtime) => Promise<T>): Promise<T> {
    const { is } = this.#fault
    const now = this.#fault.at-- === 0
    if (is === 'offline' || (now && is === 'lost request')) throw new Refused(0, 'network')
    if (now && is === 'console killed') this.#kill()
    try {
      const answer = await (now && is === 'server dies'
        ? untilKilled(nation.url, this.admin.uid.charCodeAt(35) % 12, (database) =>
            work({ ...nation.runtime, database }),
          )
        : work(nation.runtime))
      if (answer === 'killed' || (now && is === 'lost answer')) throw new Refused(0, 'network')
      if (now && is === 'killed after') this.#kill()
      if (typeof answer === 'object' && answer !== null && 'version' in answer)
        this.#seen.add(answer.version as string | null)
      return structuredClone(answer)
    } catch (error) {
      if (error instanceof NationError) throw new Refused(error.status, error.code, error.facts)
      throw error
    }
  }

  #kill(): never {
    this.#isKilled = true
    this.replica.close()
    throw new Refused(0, 'network')
  }

  async addCommand(
    call: Parameters<Replica['addCommand']>[0]['call'],
    input: Record<string, unknown>,
    id?: string,
  ): Promise<void> {
    const { table } = commandOf(call)
    const held = id === undefined ? undefined : this.replica.memory.table(table).get(id)
    const base = held ?? null
    this.#seen.add(versionOf(table, base))
    const { key } = await this.replica.addCommand({ call, input, base })
    this.queued.set(key, call)
  }

  /** What a person does with an entry that was stopped. */
  async resolve(mine: boolean): Promise<void> {
    const entry = this.replica.outbox.entries.find(({ state }) => state.is !== 'waiting')
    if (!entry) return
    const isGone = entry.state.is === 'conflict' && entry.state.theirs === null
    const before = new Set(this.replica.outbox.entries.map(({ key }) => key))
    if (entry.state.is === 'conflict') this.#seen.add(versionOf(entry.table, entry.state.theirs))
    if (mine && entry.state.is === 'conflict' && !isGone) await this.replica.sendAgain(entry.key)
    else await this.replica.takeTheirs(entry.key)
    const after = new Set(this.replica.outbox.entries.map(({ key }) => key))
    for (const key of before) if (!after.has(key)) this.givenUp.add(key)
    for (const key of after) if (!before.has(key)) this.queued.set(key, entry.call)
  }
}

interface Step {
  readonly who: number
  readonly do: string
  readonly a: number
  readonly b: number
  readonly fault: Fault
}

const faults = ['offline', 'lost request', 'lost answer', 'server dies', 'console killed', 'killed after'] as const
const steps = fc.array(
  fc.record({
    who: fc.nat({ max: 2 }),
    do: fc.constantFrom(
      'flag',
      'say',
      'unsay',
      'give',
      'change',
      'finish',
      'drop',
      'round',
      'round',
      'together',
      'number',
      'resolve',
    ),
    a: fc.nat({ max: 4 }),
    b: fc.nat({ max: 6 }),
    fault: fc.constantFrom<Fault>('none', ...faults),
  }),
  { minLength: 25, maxLength: 45 },
)

const rowAt = (replica: Replica, table: 'members' | 'broadcasts' | 'tasks', at: number): { id: string } | undefined => {
  const rows: { id: string }[] = [...replica.rows(table)]
  return rows[at % Math.max(1, rows.length)]
}

let said = 0

async function byConsole({ replica, ...rest }: { replica: Replica; console: Console }, step: Step): Promise<void> {
  const { a, b } = step
  const at = rest.console
  const [broadcast, task] = (['broadcasts', 'tasks'] as const).map((table) => rowAt(replica, table, a))
  // Powers are given online alone: only the panel flags.
  const deeds: Record<string, () => Promise<void> | undefined> = {
    say: () => at.addCommand('broadcast.create', { message: `Said ${++said}.` }),
    unsay: () =>
      broadcast && at.addCommand('broadcast.delete', { messageId: broadcast.id, reason: 'Old.' }, broadcast.id),
    give: () => at.addCommand('government-tasks.create-task', { title: `Task ${++said}`, description: 'Do it.' }),
    change: () =>
      task && at.addCommand('government-tasks.update-task', { taskId: task.id, title: `Title ${b}` }, task.id),
    finish: () =>
      task &&
      at.addCommand(
        'government-tasks.update-status',
        { taskId: task.id, status: b % 2 ? 'open' : 'completed' },
        task.id,
      ),
    drop: () => task && at.addCommand('government-tasks.delete-task', { taskId: task.id }, task.id),
    round: () => at.round(step.fault, b),
    resolve: () => at.resolve(b % 2 === 0),
  }
  await deeds[step.do]?.()
}

/** The same by a browser's panel: the calls themselves, at once. What is refused changes nothing. */
async function directly(admin: Citizen, replica: Replica, { do: what, a, b }: Step): Promise<void> {
  const [member, broadcast, task] = (['members', 'broadcasts', 'tasks'] as const).map((table) =>
    rowAt(replica, table, a),
  )
  const run = <T>(service: (ctx: CitizenContext) => Promise<T>) => as(nation.runtime, admin, service)
  const taskId = task?.id ?? ''
  const deeds: Record<string, () => Promise<unknown>> = {
    flag: () => {
      const input = { userId: member?.id ?? '', isAdmin: undefined, isModerator: b % 2 === 0, adminId: undefined }
      return run((ctx) => updateAdministration(ctx, input))
    },
    say: () => run((ctx) => createBroadcast(ctx, { message: `Said ${++said}.`, type: 'info' })),
    unsay: () => run((ctx) => deleteBroadcast(ctx, { messageId: broadcast?.id ?? '', reason: undefined })),
    change: () => run((ctx) => updateTask(ctx, { taskId, title: `Own ${b}` })),
    finish: () => run((ctx) => updateTaskStatus(ctx, { taskId, status: b % 2 ? 'open' : 'completed' })),
    drop: () => run((ctx) => deleteTask(ctx, { taskId, reason: undefined })),
  }
  await deeds[what]?.().catch((error: unknown) => {
    if (!(error instanceof NationError)) throw error
  })
}

/** Both consoles send while the browser changes a row. */
async function inOneMessage(consoles: readonly Console[], admin: Citizen, { a, b, ...step }: Step): Promise<void> {
  const deeds = ['flag', 'unsay', 'change', 'finish', 'drop']
  for (const each of consoles) each.amongOthers = true
  await Promise.all([
    ...consoles.map((each) => each.round(step.fault, b)),
    directly(admin, consoles[0]!.replica, { ...step, a, b, do: deeds[a % deeds.length]! }),
  ])
  for (const each of consoles) each.amongOthers = false
}

/** The network is back: everything is sent, numbered and read, and a person decides what is left to decide. */
async function settle(consoles: readonly Console[]): Promise<void> {
  for (let turn = 0; turn < 60; turn++) {
    for (const each of consoles) {
      await each.round('none', 0)
      await each.resolve(turn % 2 === 0)
    }
    await numberAll()
    if (consoles.every(({ replica }) => replica.outbox.entries.length === 0)) break
  }
  for (const each of consoles) await each.round('none', 0)
}

const keysDone = async (admin: Citizen): Promise<string[]> => {
  const sql = 'SELECT command_key AS k FROM admin_commands WHERE admin = ? ORDER BY k'
  return (await nation.database.query<{ k: string }[]>(sql, [admin.uid])).map(({ k }) => k)
}

it('Whatever is queued, dropped and killed, every replica is the nation in the end, and each command was done once', async () => {
  const seen = { conflicts: 0, done: 0, givenUp: 0 }
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      await emptyTables(nation.database)
      const admins = await Promise.all(
        [0, 1, 2].map(() => aCitizen(nation.database, { isAdmin: true, isSuperAdmin: true, role: 'admin' })),
      )
      const [first, second, third] = admins as [Citizen, Citizen, Citizen]
      for (let n = 0; n < 3; n++) await aCitizen(nation.database)
      await aTask(nation.runtime, first)
      await numberAll()
      const consoles = [await new Console(first).open(), await new Console(second).open()]
      for (const each of consoles) await each.round('none', 0)
      for (const step of drawn) {
        const at = consoles[step.who]
        if (step.do === 'number') await numberAll()
        else if (step.do === 'together') await inOneMessage(consoles, third, step)
        else if (at) await byConsole({ replica: at.replica, console: at }, step)
        else await directly(third, consoles[0]!.replica, step)
        seen.conflicts += consoles.flatMap(({ replica }) =>
          replica.outbox.entries.filter(({ state }) => state.is === 'conflict'),
        ).length
      }
      await settle(consoles)
      const anew = await new ReplicaModel(nation.runtime).fill()
      for (const { replica, admin, queued, givenUp } of consoles) {
        expect(replica.outbox.entries).toEqual([])
        for (const table of replicaTables) {
          const rows = Object.fromEntries([...replica.memory.table(table).rows()].map((row) => [row.id, row]))
          expect([table, rows]).toEqual([table, anew.contents[table]])
        }
        const done = await keysDone(admin)
        expect(done).toEqual([...queued.keys()].filter((key) => !givenUp.has(key)).sort())
        seen.done += done.length
        seen.givenUp += givenUp.size
        replica.close()
      }
      await eachEffectOnce()
    }),
    { numRuns: Number(process.env.REPLICA_RUNS ?? 12), endOnFailure: true },
  )
  expect(Math.min(seen.conflicts, seen.done, seen.givenUp)).toBeGreaterThan(0)
})

/** Texts that were queued are unique, and effects are in the journal: no more of them than commands that were done. */
async function eachEffectOnce(): Promise<void> {
  const twice = await nation.database.query<unknown[]>(
    `SELECT message FROM broadcasts GROUP BY message HAVING COUNT(*) > 1
     UNION ALL SELECT title FROM tasks WHERE title LIKE 'Task %' GROUP BY title HAVING COUNT(*) > 1`,
  )
  expect(twice).toEqual([])
  const unequal = await nation.database.query<unknown[]>(
    `SELECT admin FROM admin_commands WHERE call_id = 'admin.update-role' GROUP BY admin
     HAVING COUNT(*) <> (SELECT COUNT(*) FROM journal WHERE kind = 'citizens.role-changed' AND actor = admin AND visibility = 'admins')`,
  )
  expect(unequal).toEqual([])
}

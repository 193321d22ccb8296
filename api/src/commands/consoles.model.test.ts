import { sequence } from '@nation/core/journal'
import { aCitizen, aTask, aTuesday, emptyTables, testRedisUrl, useTestNation } from '@nation/core/testing'
import { freePort } from '@nation/dev/processes'
import { noNetwork } from '@nation/web/replica/testing'
import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { panelTokenOf } from '../testing'
import { Console, type Window } from '../testing/consoles/console'
import { Line, type Fate } from '../testing/consoles/line'
import {
  expectEachMeantOnce,
  expectNothingMadeTwice,
  expectNothingOverwritten,
  tablesOf,
  tablesOfServer,
} from '../testing/consoles/oracle'
import { deeds, Panel, sitAtConsole, Texts } from '../testing/consoles/people'
import { Server } from '../testing/consoles/server'
import { SimulatedClock } from '../testing/consoles/simulated-clock'
import { buildProgram, type Program } from '../testing/programs'

/*
 * Ten minutes of a simulated clock: two consoles (one of them with two windows) and a panel in a browser change the same rows over
 * lines that come and go, lose requests and lose answers. The API's process is killed in the middle of requests, and windows in the
 * middle of what they do; they are opened again from what they stored. The API, its clock's offset and its database are real, the
 * consoles' timers and clocks are simulated. In the end every replica is what the server has, and everything was done once.
 *
 * The run prints its seed. `CONSOLES_SEED=123 npm test integration consoles.model` draws the same again, and `CONSOLES_RUNS=20` goes on
 * with the seeds after it.
 */
const seed = Number(process.env.CONSOLES_SEED ?? randomInt(2 ** 31))
const runs = Number(process.env.CONSOLES_RUNS ?? 1)
const tenMinutes = 600_000

const nation = useTestNation({ poolSize: 4 })
let program: Program
beforeAll(async () => void (program = await buildProgram('api')))
afterAll(() => program?.remove())

const between = (min: number, max: number) => fc.integer({ min, max })
const outcomes = ['answered', 'answered', 'answered', 'answered', 'answered', 'lost request', 'lost answer'] as const
const fates = fc.array(
  fc.record({ out: between(10, 400), back: between(10, 400), is: fc.constantFrom<Fate['is']>(...outcomes) }),
  { minLength: 97, maxLength: 97 },
)
const stretches = fc.array(fc.record({ up: between(5_000, 45_000), down: between(500, 25_000) }), {
  minLength: 20,
  maxLength: 20,
})
const line = fc.record({ fates, stretches })
const kills = <Of>(count: number, of: fc.Arbitrary<Of>) => fc.array(of, { minLength: count, maxLength: count })
const plans = fc.record({
  deeds: fc.tuple(deeds, deeds, deeds),
  lines: fc.tuple(line, line, line),
  serverKills: kills(
    4,
    fc.record({ after: between(30_000, 100_000), inMs: between(0, 4), down: between(500, 20_000) }),
  ),
  windowKills: kills(
    16,
    fc.record({
      after: between(5_000, 40_000),
      window: between(0, 2),
      turns: between(0, 60),
      down: between(0, 20_000),
    }),
  ),
})
type Plan = typeof plans extends fc.Arbitrary<infer Of> ? Of : never

interface Stage {
  readonly clock: SimulatedClock
  readonly server: Server
  readonly lines: readonly [Line, Line, Line]
  readonly consoles: readonly [Console, Console]
  readonly panel: Panel
  readonly panelToken: string
}

async function setUp({ lines: drawn }: Plan): Promise<Stage> {
  await emptyTables(nation.database)
  const clock = new SimulatedClock(aTuesday.getTime())
  await moveServer(clock)
  const server = new Server(program, { databaseUrl: nation.url, redisUrl: testRedisUrl() }, await freePort())
  await server.start()
  const admins = await Promise.all(
    [0, 1, 2, 3].map(() => aCitizen(nation.database, { isAdmin: true, isSuperAdmin: true, role: 'admin' })),
  )
  for (let n = 0; n < 3; n++) await aCitizen(nation.database)
  await aTask(nation.runtime, admins[3]!)
  await sequence(nation.database)
  const tokens = await Promise.all(admins.map((admin) => panelTokenOf(nation.database, admin, aTuesday)))
  const lines = drawn.map((plan) => new Line(clock, server, plan)) as unknown as Stage['lines']
  const consoleAt = (at: 0 | 1, windows: number) =>
    new Console(admins[at]!.uid, tokens[at]!, { clock, line: lines[at], windows })
  const panelToken = tokens[2]!
  const panel = new Panel(admins[2]!.uid, { token: panelToken, clock, line: lines[2] })
  return { clock, server, lines, consoles: [consoleAt(0, 2), consoleAt(1, 1)], panel, panelToken }
}

/** The server's clock is this machine's and an offset; it never goes back. */
async function moveServer({ now }: SimulatedClock): Promise<void> {
  await nation.database.query(
    'INSERT INTO clock (id, offset_ms) VALUES (1, ?) ON DUPLICATE KEY UPDATE offset_ms = GREATEST(offset_ms, VALUES(offset_ms))',
    [now() - Date.now()],
  )
}

/** Numbers what was committed, as the workers do; listeners are woken, as by a live event. */
async function numberAndTell({ clock, consoles, lines }: Stage, until: () => boolean): Promise<void> {
  while (!until()) {
    await clock.sleep(1_000)
    await moveServer(clock)
    const { numbered } = await sequence(nation.database)
    if (numbered > 0) for (const [at, console] of consoles.entries()) if (lines[at]!.isUp) console.wake()
  }
}

async function killServer({ clock, server }: Stage, plan: Plan['serverKills'], end: number): Promise<void> {
  for (const { after, inMs, down } of plan) {
    await clock.sleep(after)
    if (clock.now() >= end) return
    await clock.aside(server.killInNext(inMs))
    await clock.sleep(down)
    await server.start()
  }
}

async function killWindows({ clock, consoles }: Stage, plan: Plan['windowKills'], end: number): Promise<number> {
  const windows: readonly Window[] = consoles.flatMap((console) => console.windows)
  let killed = 0
  for (const { after, window: which, turns, down } of plan) {
    await clock.sleep(after)
    if (clock.now() >= end) break
    const window = windows[which]!
    const dying = new AbortController()
    void window.killInNext(turns).then(() => dying.abort())
    await clock.sleep(30_000, dying.signal)
    if (!window.isDead) window.kill()
    killed++
    await clock.sleep(down)
    await window.open()
  }
  return killed
}

/** The lines hold; people decide what is left to decide, and everything is sent, numbered and read. */
async function settle({ clock, consoles }: Stage): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    for (const console of consoles) {
      while (await console.resolve(console.windows[0]!, turn % 2 === 0));
      console.wake()
    }
    await clock.sleep(2_000)
    if (consoles.every(({ windows }) => windows[0]!.replica.outbox.entries.length === 0)) break
  }
  // Two rounds of everybody.
  await clock.sleep(61_000)
}

async function live(plan: Plan): Promise<Readonly<Record<string, number>>> {
  const stage = await setUp(plan)
  const { clock, consoles, lines, panel, panelToken, server } = stage
  const windows = consoles.flatMap((console) => console.windows)
  const texts = new Texts()
  let isOver = false
  try {
    const killed = await clock.run(async () => {
      const numbering = clock.run(() => numberAndTell(stage, () => isOver))
      for (const window of windows) await window.open()
      while (!windows.every(({ isShown }) => isShown)) await clock.sleep(1_000)
      const end = clock.now() + tenMinutes
      const at = { clock, until: end, texts }
      for (const each of lines) void clock.run(() => each.flap())
      const people = [
        ...consoles.map((console, n) => clock.run(() => sitAtConsole(console, plan.deeds[n]!, at))),
        clock.run(() => panel.sit(plan.deeds[2], at)),
      ]
      const serverDies = clock.run(() => killServer(stage, plan.serverKills, end))
      const killing = clock.run(() => killWindows(stage, plan.windowKills, end))
      await clock.aside(Promise.all([...people, serverDies, killing]))
      for (const each of lines) each.mend()
      await settle(stage)
      isOver = true
      await clock.aside(numbering)
      return killing
    })
    const truth = await clock.run(() => tablesOfServer(lines[2], panelToken))
    for (const { replica } of windows) {
      expect(replica.outbox.entries).toEqual([])
      expect(tablesOf(replica)).toEqual(truth)
    }
    const done = await expectEachMeantOnce(nation.database, consoles)
    await expectNothingMadeTwice(nation.database, panel)
    await expectNothingOverwritten(nation.database, consoles)
    await expectStored(consoles, truth)
    return {
      done,
      panel: panel.done,
      repeats: consoles.reduce((sum, { repeats }) => sum + repeats, 0),
      mine: consoles.reduce((sum, { resolved }) => sum + resolved.mine, 0),
      theirs: consoles.reduce((sum, { resolved }) => sum + resolved.theirs, 0),
      lostRequests: lines.reduce((sum, { lost }) => sum + lost.requests, 0),
      lostAnswers: lines.reduce((sum, { lost }) => sum + lost.answers, 0),
      cutOff: server.cutOff,
      killed,
    }
  } finally {
    clock.end()
    for (const window of windows) if (!window.isDead) window.kill()
    await server.stop()
  }
}

/** What each console stored is the same, read without a network. */
async function expectStored(consoles: readonly Console[], truth: unknown): Promise<void> {
  for (const { windows } of consoles) {
    for (const window of windows) await window.close()
    const offline = () => Promise.reject(noNetwork())
    const [window] = windows
    await window!.open({
      nation: { farewell: () => null, open: offline, rows: offline, changes: offline, run: offline },
    })
    expect(window!.replica.state.notice).toBeNull()
    expect(tablesOf(window!.replica)).toEqual(truth)
  }
}

it(
  'After ten minutes of lost answers and kills, every replica is the nation, and nothing was done twice',
  async () => {
    for (let run = 0; run < runs; run++) {
      process.stdout.write(`consoles: seed ${seed + run}\n`)
      const [plan] = fc.sample(plans, { seed: seed + run, numRuns: 1 })
      const felt = await live(plan!)
      process.stdout.write(`consoles: seed ${seed + run}, ${JSON.stringify(felt)}\n`)
      expect(Math.min(...Object.values(felt))).toBeGreaterThan(0)
    }
  },
  240_000 * runs,
)

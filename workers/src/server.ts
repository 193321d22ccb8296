import {
  column,
  readOne,
  openClock,
  openQueueRedis,
  openRedis,
  openSubscriber,
  requireLeastRights,
  requireEventRules,
  requireSchema,
  writesToRedis,
  type Config,
  type Logger,
  type Runtime,
} from '@nation/core/platform'
import { leftToken } from '@nation/core/citizens'
import { publishDueTallies } from '@nation/core/elections'
import { publishDuePolls } from '@nation/core/polls'
import { headNudgeChannel, projectAll, type Reactions } from '@nation/core/journal'
import { HealthNotes } from '@nation/core/system'
import { openDatabase, projections, reactionsOf, tidy } from '@nation/core/nation'
import {
  dueQueue,
  exclusively,
  giveBackWork,
  queueNames,
  queuePrefix,
  NextRuns,
  noted,
  pausedJobs,
  react,
  readOrders,
  type ReactJobData,
  type TimedJob,
} from '@nation/core/work'
import { Queue, Worker, type Job } from 'bullmq'
import { Beside } from './beside'
import { handingTo } from './due-queue'
import { Background, dueTick } from './due-tick'
import { handOut } from './hand-out'
import { startHealthServer } from './health-server'
import { timedJobsOf } from './jobs'
import { loop } from './loops'
import { sequencer } from './sequencing'
import { within } from './within'

const tickMs = 1_000
/** How often it is asked whether public counts are due: every five seconds they are. */
const publishMs = 250
const sequenceMs = 250
/** While much is committed, the sequencer rests so long between its rounds: each numbers what came meanwhile. */
const restMs = 50
const relayMs = 1_000
const projectMs = 250
const tidyMs = 10 * 60_000
/** How often the system is checked: the panel shows the share of good checks. */
const checkMs = 60_000
/**
 * How long the database may owe an answer and be silent. Loops ask what is short, on connections of their own; one statement of the
 * work that they begin may count a million citizens.
 */
const longestSilenceMs: Silence = { loops: 30_000, work: 5 * 60_000 }
/** How many jobs of a queue run at once, where it is more than one. A copy of one's data occupies three connections. */
const atOnce: Readonly<Record<string, number>> = {
  [dueQueue]: 5,
  'citizens.keep-portrait': 4,
  'citizens.export': 2,
  'citizens.erase': 2,
}

/** How long the database may be silent on the connections of each use, in milliseconds. */
type Silence = Readonly<Record<'loops' | 'work', number>>

/** Starts the workers: the sequencer, the relay of open work, the due-tick, and the queues' processors. */
export async function startWorkers(
  config: Config,
  log: Logger,
  silence: Silence = longestSilenceMs,
): Promise<{ close: () => Promise<void> }> {
  const url = config.databaseUrl
  const database = await openDatabase({ url, poolSize: 12, longestSilenceMs: silence.work })
  await requireSchema(database)
  await requireEventRules(database)
  if (config.environment === 'production') await requireLeastRights(database)
  const looks = await openDatabase({ url, poolSize: 4, longestSilenceMs: silence.loops })
  const clock = await openClock(database, config.environment === 'production')
  const left = await leftToken(database, config.chain)
  if (left !== null) log.warn(left)
  const redis = openRedis(config.redisUrl)
  const subscriber = openSubscriber(config.redisUrl)
  const queueRedis = openQueueRedis(config.redisUrl)
  const workerRedis = openQueueRedis(config.redisUrl)
  const runtime: Runtime = { database, clock, nudge: () => sequencing.nudge() }
  const reactions = reactionsOf(database, config)
  const timedJobs = timedJobsOf(config, log)
  const background = new Background(log)

  const prefix = queuePrefix(config.databaseUrl)
  const queues = new Map(queueNames.map((name) => [name, new Queue(name, { connection: queueRedis, prefix })]))
  for (const queue of queues.values()) queue.on('error', () => undefined)
  const due = queues.get(dueQueue)!
  const reactionQueues = new Map([...queues].filter(([name]) => name !== dueQueue))

  const isPaused = async (name: string) => (await pausedJobs(looks)).some((paused) => paused === name)
  const beside = new Beside(log, async (job) => {
    if (!(await isPaused(job.handler))) await follow(runtime, reactions, job)
  })
  const relay = loop('relay', relayMs, log, async () => {
    if (queueRedis.status !== 'ready') return
    await handOut(looks, reactionQueues, new Date(), (name, work) => beside.start(name, work))
  })
  const numbering = sequencer(looks, reactions, redis, () => relay.nudge())
  const sequencing = loop('sequencer', sequenceMs, log, numbering.round, restMs)
  subscriber.on('message', () => sequencing.nudge())
  subscriber.subscribe(headNudgeChannel).catch(() => undefined)

  const enqueue = handingTo(due, () => queueRedis.status === 'ready')
  const next = new NextRuns(looks)
  const parts = { enqueue, background, orders: () => readOrders(looks), next, looks }
  const tick = loop('due-tick', tickMs, log, () => dueTick(runtime, timedJobs, parts, log))
  const publishing = loop('publications', publishMs, log, async () => {
    await publishDueTallies(runtime)
    await publishDuePolls({ ...runtime, database: looks })
  })
  const projecting = loop('projections', projectMs, log, async () => {
    for (const projection of projections) await projectAll({ ...runtime, database: looks }, projection)
  })
  const tidying = loop('housekeeping', tidyMs, log, async () => {
    // Two that remove the same rows would wait for each other.
    await exclusively(runtime, 'work housekeeping', async () => {
      const gone = await tidy(database, clock.now())
      if (gone > 0) log.info({ gone }, 'housekeeping removed rows')
    })
  })
  const does = async (job: Job) => {
    const from = performance.now()
    // It was handed out before it was paused: the tick or the relay hands it out again when it goes on.
    if (await isPaused(job.name)) return
    await (job.queueName === dueQueue
      ? doTimed(runtime, timedJobs, background, job)
      : follow(runtime, reactions, job.data as ReactJobData))
    log.info({ job: job.name, data: job.data as object, ms: Math.round(performance.now() - from) }, 'job done')
  }
  const processors = queueNames.map((name) => {
    const processor = new Worker(name, does, { connection: workerRedis, prefix, concurrency: atOnce[name] ?? 1 })
    processor.on('error', () => undefined)
    processor.on('failed', (job, error) =>
      log.error({ job: job?.name, data: job?.data as object, err: error }, 'a job failed'),
    )
    return processor
  })

  const loops = [tick, relay, sequencing, projecting, publishing, tidying]
  const health = async () => {
    const databaseUp = await within(
      2_000,
      readOne(database, { alive: column.integer }, 'SELECT 1 AS alive').then(() => true),
      false,
    )
    const redisUp = await within(
      2_000,
      writesToRedis(redis).then(() => true),
      false,
    )
    const turning = loops.every((one) => one.turns())
    return { ok: databaseUp && redisUp && turning, details: { database: databaseUp, redis: redisUp, loops: turning } }
  }
  const notes = new HealthNotes(database)
  let hasStarted = false
  const checking = loop('health', checkMs, log, async () => {
    // Not every loop has ended its first round as the worker starts.
    if (hasStarted) await notes.note(clock.now(), (await health()).ok)
    hasStarted = true
  })
  const server =
    config.workersPort === null
      ? null
      : await startHealthServer({ host: config.host, port: config.workersPort }, health)

  return {
    close: async () => {
      server?.close()
      await Promise.all([...loops, checking].map((one) => one.stop()))
      const work = Promise.all([...processors.map((one) => one.close()), background.settled(), beside.stop()])
      await Promise.race([work, new Promise((resolve) => setTimeout(resolve, 2_500).unref())])
      await within(1_000, giveBackWork(database), undefined)
      await numbering.release().catch(() => undefined)
      clock.close()
      for (const connection of [redis, subscriber, queueRedis, workerRedis]) connection.disconnect()
      await Promise.all([database.destroy(), looks.destroy()])
    },
  }
}

async function doTimed(
  runtime: Runtime,
  timedJobs: readonly TimedJob[],
  background: Background,
  job: Job,
): Promise<void> {
  const timed = timedJobs.find((candidate) => candidate.name === job.name)
  if (!timed) throw new Error(`This worker has no job '${job.name}'.`)
  await background.once(timed, runtime)
}

async function follow(runtime: Runtime, reactions: Reactions, data: ReactJobData): Promise<void> {
  await noted(runtime, data.handler, async () => (await react(runtime, reactions, data)) === 'done')
}

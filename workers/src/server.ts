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
  giveBackWork,
  queueName,
  queuePrefix,
  NextRuns,
  noted,
  pausedJobs,
  react,
  reactJob,
  readOrders,
  takeOpenWork,
  type ReactJobData,
  type TimedJob,
} from '@nation/core/work'
import { Queue, Worker, type Job } from 'bullmq'
import { Background, dueTick } from './due-tick'
import { startHealthServer } from './health-server'
import { timedJobsOf } from './jobs'
import { loop } from './loops'
import { sequencer } from './sequencing'

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
/** How long the queue may take to accept a job before the tick does without it. */
const enqueueTimeoutMs = 1_500

/** Starts the workers: the sequencer, the relay of open work, the due-tick, and the queue's processor. */
export async function startWorkers(config: Config, log: Logger): Promise<{ close: () => Promise<void> }> {
  const database = await openDatabase({ url: config.databaseUrl, poolSize: 12 })
  await requireSchema(database)
  await requireEventRules(database)
  if (config.environment === 'production') await requireLeastRights(database)
  const clock = await openClock(database, config.environment === 'production')
  const left = await leftToken(database, config.chain)
  if (left !== null) log.warn(left)
  const redis = openRedis(config.redisUrl)
  const subscriber = openSubscriber(config.redisUrl)
  const queueRedis = openQueueRedis(config.redisUrl)
  const workerRedis = openQueueRedis(config.redisUrl)
  const runtime: Runtime = { database, clock, nudge: () => sequencing.nudge() }
  const reactions = reactionsOf(database, config)
  const timedJobs = timedJobsOf(config)
  const background = new Background(log)

  const prefix = queuePrefix(config.databaseUrl)
  const queue = new Queue(queueName, { connection: queueRedis, prefix })
  queue.on('error', () => undefined)
  const add = (name: string, data: object, jobId: string): Promise<boolean> => {
    if (queueRedis.status !== 'ready') return Promise.resolve(false)
    const options = { jobId, removeOnComplete: true, removeOnFail: { count: 100 } }
    return within(
      enqueueTimeoutMs,
      queue.add(name, data, options).then(() => true),
    )
  }

  const relay = loop('relay', relayMs, log, async () => {
    if (queueRedis.status !== 'ready') return
    for (const { seq, handler, attempts, retries } of await takeOpenWork(database, new Date())) {
      const time = Math.floor(Date.now() / 60_000)
      await add(reactJob, { seq, handler }, `react-${seq}-${handler}-${retries}-${attempts}-${time}`)
    }
  })
  const numbering = sequencer(database, reactions, redis, () => relay.nudge())
  const sequencing = loop('sequencer', sequenceMs, log, numbering.round, restMs)
  subscriber.on('message', () => sequencing.nudge())
  subscriber.subscribe(headNudgeChannel).catch(() => undefined)

  const enqueue = (job: TimedJob, dueAt: Date) =>
    add(job.name, {}, `${job.name}-${dueAt.getTime()}-${Math.floor(Date.now() / 10_000)}`)
  const next = new NextRuns(database)
  const parts = { enqueue, background, orders: () => readOrders(database), next }
  const tick = loop('due-tick', tickMs, log, () => dueTick(runtime, timedJobs, parts, log))
  const publishing = loop('publications', publishMs, log, async () => {
    await publishDueTallies(runtime)
    await publishDuePolls(runtime)
  })
  const projecting = loop('projections', projectMs, log, async () => {
    for (const projection of projections) await projectAll(runtime, projection)
  })
  const tidying = loop('housekeeping', tidyMs, log, async () => {
    const gone = await tidy(database, clock.now())
    if (gone > 0) log.info({ gone }, 'housekeeping removed rows')
  })
  const worker = new Worker(queueName, (job) => process(runtime, reactions, timedJobs, job, log), {
    connection: workerRedis,
    prefix,
    concurrency: 4,
  })
  worker.on('error', () => undefined)
  worker.on('failed', (job, error) =>
    log.error({ job: job?.name, data: job?.data as object, err: error }, 'a job failed'),
  )

  const loops = [tick, relay, sequencing, projecting, publishing, tidying]
  const health = async () => {
    const databaseUp = await within(
      2_000,
      readOne(database, { alive: column.integer }, 'SELECT 1 AS alive').then(() => true),
    )
    const redisUp = await within(
      2_000,
      redis.ping().then(() => true),
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
      const work = Promise.all([worker.close(), background.settled()])
      await Promise.race([work, new Promise((resolve) => setTimeout(resolve, 2_500).unref())])
      await within(
        1_000,
        giveBackWork(database).then(() => true),
      )
      await numbering.release().catch(() => undefined)
      clock.close()
      for (const connection of [redis, subscriber, queueRedis, workerRedis]) connection.disconnect()
      await database.destroy()
    },
  }
}

async function process(
  runtime: Runtime,
  reactions: Reactions,
  timedJobs: readonly TimedJob[],
  job: Job,
  log: Logger,
): Promise<void> {
  const from = performance.now()
  const data = job.data as ReactJobData
  const name = job.name === reactJob ? data.handler : job.name
  // It was handed out before it was paused: the tick or the relay hands it out again when it goes on.
  if ((await pausedJobs(runtime.database)).some((paused) => paused === name)) return
  if (job.name === reactJob) {
    await noted(runtime, name, async () => (await react(runtime, reactions, data)) === 'done')
  } else {
    const timed = timedJobs.find((candidate) => candidate.name === job.name)
    if (!timed) throw new Error(`This worker has no job '${job.name}'.`)
    await noted(runtime, name, () => timed.run(runtime))
  }
  log.info({ job: job.name, data: job.data as object, ms: Math.round(performance.now() - from) }, 'job done')
}

/** The answer, or false when it fails or takes longer than that. */
function within(ms: number, promise: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  return Promise.race([promise.catch(() => false), late]).finally(() => clearTimeout(timer))
}

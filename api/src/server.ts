import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { allCalls } from '@nation/domain/contract'
import { deriveKeys } from '@nation/core/auth'
import { openChain } from '@nation/core/chain'
import { leftToken } from '@nation/core/citizens'
import { headNudgeChannel } from '@nation/core/journal'
import {
  connectDatabase,
  openClock,
  openRedis,
  redisReady,
  openQueueRedis,
  openSubscriber,
  requireLeastRights,
  requireEventRules,
  requireSchema,
  type Clock,
  type Config,
  type Logger,
} from '@nation/core/platform'
import { openDatabase } from '@nation/core/nation'
import { openMediaStore } from '@nation/core/media'
import { queueNames, queuePrefix } from '@nation/core/work'
import { XApp } from '@nation/core/x'
import { Queue } from 'bullmq'
import type { DataSource } from 'typeorm'
import { bindings, features } from './bindings'
import { messageContents, followTyping } from './messenger'
import {
  Presence,
  AddressWatch,
  startProblem,
  createApp,
  type Bindings,
  EventHub,
  OpenStreams,
  type StreamTimes,
  openFeatureBoard,
  openSettingsBoard,
  Freshness,
  openAnswers,
  noteRequest,
} from './frame'

export { bindings }

const closeTimeoutMs = 2_500
/** How long one look at the journal may take: every answer from the store waits for it, and is `busy` when it fails. */
const longestLookMs = 2_000
/**
 * How long the database may owe an answer and be silent. A call waits up to ten seconds for each lock; a batch waits one, and keeps
 * all that come after it waiting; the journal is read in no time.
 */
const longestSilenceMs: Silence = { calls: 30_000, batches: 5_000, journal: 5_000 }
/** One for each call whose changes share commits, and one to spare: where one waits for a lock, the others do not. */
const batchConnections = Object.values(bindings).filter(({ batched }) => batched).length + 1
/** The time limit of a request to each endpoint of the chain, while a citizen waits. */
const chainTimeoutMs = 4_000

/** A running API. */
export interface RunningApi {
  readonly port: number
  /** Stops listening, ends the streams and closes every connection. */
  readonly close: () => Promise<void>
}

/** How long the database may be silent on the connections of each use, in milliseconds. */
export type Silence = Readonly<Record<'calls' | 'batches' | 'journal', number>>

/** The connections on which every call is answered. */
export interface ApiDatabases {
  readonly database: DataSource
  /** For group commits. */
  readonly batches: DataSource
  /** Answers from the store wait for the journal alone, and never for a connection that a slow reading has taken. */
  readonly journal: DataSource
}

/** Opens them; `database`, when it is open already, is taken as it is. */
export async function openDatabases(
  url: string,
  database?: DataSource,
  silence: Silence = longestSilenceMs,
): Promise<ApiDatabases> {
  const journal = { url, entities: [], poolSize: 1, longestReadMs: longestLookMs, longestSilenceMs: silence.journal }
  return {
    database: database ?? (await openDatabase({ url, poolSize: 24, longestSilenceMs: silence.calls })),
    batches: await openDatabase({
      url,
      poolSize: batchConnections,
      severalAtOnce: true,
      longestSilenceMs: silence.batches,
    }),
    journal: await connectDatabase(journal),
  }
}

export async function closeDatabases({ database, batches, journal }: ApiDatabases): Promise<void> {
  await Promise.all([database, batches, journal].map((one) => one.destroy()))
}

/** What a test or a benchmark gives instead of the product's own. */
interface Given {
  readonly clock?: Clock
  /** A database that is open already; the API closes it. */
  readonly database?: DataSource
  /** Databases that are open already and stay open when the API is closed. */
  readonly databases?: ApiDatabases
  readonly bindings?: Bindings
  /** How many times wider than in production limits are. */
  readonly limitFactor?: number
  /** By which stored answers grow old; the process's own otherwise. */
  readonly answerClock?: () => number
  /** How long the database may be silent. */
  readonly longestSilenceMs?: Silence
  /** The interval of heartbeats and checks of streams. */
  readonly streamTimes?: StreamTimes
}

/** Starts the API: opens the database and Redis, follows the journal, listens. */
export async function startApi(config: Config, log: Logger, given: Given = {}): Promise<RunningApi> {
  const silence = given.longestSilenceMs ?? longestSilenceMs
  const databases = given.databases ?? (await openDatabases(config.databaseUrl, given.database, silence))
  const { database } = databases
  await requireSchema(database)
  await requireEventRules(database)
  if (config.environment === 'production') await requireLeastRights(database)
  const clock = given.clock ?? (await openClock(database, config.environment === 'production'))
  const left = await leftToken(database, config.chain)
  if (left !== null) log.warn(left)
  const exposed = startProblem(config)
  if (exposed !== null) log.warn(exposed)
  const redis = openRedis(config.redisUrl)
  const subscriber = openSubscriber(config.redisUrl)
  const queueRedis = openQueueRedis(config.redisUrl)
  const prefix = queuePrefix(config.databaseUrl)
  const queues = queueNames.map((name) => new Queue(name, { connection: queueRedis, prefix }))
  for (const queue of queues) queue.on('error', () => undefined)
  const presence = new Presence(redis, config.databaseUrl)
  const events = new EventHub(database, clock, log, undefined, messageContents(database))
  const streams = new OpenStreams(database, clock, log, events, (uids) => void presence.touch(uids))
  const nudge = () => void redis.publish(headNudgeChannel, '').catch(() => undefined)
  const queueCounts = async () => {
    if (queueRedis.status !== 'ready') return null
    const counts = await Promise.all(queues.map((queue) => queue.getJobCounts('waiting', 'active', 'failed')))
    const all = (state: string) => counts.reduce((sum, one) => sum + (one[state] ?? 0), 0)
    return { waiting: all('waiting'), active: all('active'), failed: all('failed') }
  }
  const runtime = { database, clock, nudge }
  const board = openFeatureBoard(runtime)
  const settings = openSettingsBoard(runtime)
  const freshness = new Freshness(databases.journal, (kind) => {
    if (kind === 'system.feature-switched') board.forget()
    if (kind === 'system.limit-changed' || kind === 'system.links-changed') settings.forget()
  })
  const app = createApp(
    allCalls,
    { bindings: given.bindings ?? bindings, features },
    {
      config,
      runtime,
      batches: { ...runtime, database: databases.batches },
      keys: deriveKeys(config.secret),
      log,
      redis,
      media: openMediaStore(config),
      x: new XApp(config.x, log),
      events,
      streams,
      presence,
      addresses: new AddressWatch(config, log),
      features: board,
      settings,
      freshness,
      answers: openAnswers(given.answerClock),
      chain: openChain(config.chain, { timeoutMs: chainTimeoutMs }),
      queues: () => (queueRedis.status === 'ready' ? queues : null),
      queueCounts,
    },
    given.limitFactor,
  )
  const answer = app.callback()
  const server = http.createServer({ connectionsCheckingInterval: 5_000 }, (request, response) => {
    noteRequest(request)
    void answer(request, response)
  })
  server.headersTimeout = 15_000
  // Longer than proxies keep an idle connection (nginx: 60 s): otherwise this end closes it while a call is on its way, and the
  // proxy answers 502, since it repeats no call that may change something.
  server.keepAliveTimeout = 75_000
  // A little longer than the slowest upload that is waited for.
  server.requestTimeout = 120_000
  // No request is answered before new entries are followed: a stream that is answered misses none.
  const [there] = await Promise.all([
    Promise.all([redisReady(redis), redisReady(queueRedis)]),
    events.start(subscriber).then(() => followTyping(subscriber, events, config.databaseUrl)),
  ])
  streams.start(given.streamTimes)
  if (!there.every(Boolean)) log.warn('Redis does not answer; continuing without it')
  await listen(server, config)
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      events.stop()
      streams.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      // Requests that are being answered are finished; connections that stay open are closed after a while.
      const timer = setTimeout(() => {
        server.closeAllConnections()
        streams.destroy()
      }, closeTimeoutMs)
      await closed
      clearTimeout(timer)
      clock.close()
      await Promise.all(queues.map((queue) => queue.close().catch(() => undefined)))
      for (const connection of [redis, subscriber, queueRedis]) connection.disconnect()
      if (!given.databases) await closeDatabases(databases)
    },
  }
}

function listen(server: http.Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

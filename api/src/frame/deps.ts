import type { Keys } from '@nation/core/auth'
import type { Chain } from '@nation/core/chain'
import type { MediaStore } from '@nation/core/media'
import type { Config, Logger, Runtime } from '@nation/core/platform'
import type { XApp } from '@nation/core/x'
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Presence } from './presence'
import type { AddressWatch } from './address-watch'
import type { AnswerStore } from './answer-store'
import type { EventHub } from './event-hub'
import type { FeatureBoard, SettingsBoard } from './features'
import type { Freshness } from './freshness'
import type { StoredAnswer } from './public-read'
import type { OpenStreams } from './open-streams'

/** Everything that handlers may use. It is created once when the process starts. */
export interface Deps {
  readonly config: Config
  readonly runtime: Runtime
  /** The same for group commits: connections of their own, which take several statements in a message. */
  readonly batches: Runtime
  readonly keys: Keys
  readonly log: Logger
  readonly redis: Redis
  readonly media: MediaStore
  /** X, with the API key of the app. */
  readonly x: XApp
  readonly events: EventHub
  /** The open event streams of this process. */
  readonly streams: OpenStreams
  /** The citizens who are online, according to Redis. */
  readonly presence: Presence
  readonly addresses: AddressWatch
  readonly features: FeatureBoard
  readonly settings: SettingsBoard
  /** The answers that the journal has made stale. */
  readonly freshness: Freshness
  /** The store of public answers. */
  readonly answers: AnswerStore<StoredAnswer>
  readonly chain: Chain
  /** The workers' queues; null while Redis does not answer. */
  readonly queues: () => readonly Queue[] | null
  /** Waiting and active jobs of all the workers' queues, and timed jobs that have failed; null when Redis does not answer. */
  readonly queueCounts: () => Promise<{ waiting: number; active: number; failed: number } | null>
}

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

/** What the API's handlers may use. Made once at the start of the process. */
export interface Deps {
  readonly config: Config
  readonly runtime: Runtime
  /** The same for changes that many make at once: on connections of their own, which take several statements in a message. */
  readonly batches: Runtime
  readonly keys: Keys
  readonly log: Logger
  readonly redis: Redis
  readonly media: MediaStore
  /** X, asked by the app itself. */
  readonly x: XApp
  readonly events: EventHub
  /** The event streams that are open in this process. */
  readonly streams: OpenStreams
  /** Who is here, as far as Redis knows. */
  readonly presence: Presence
  readonly addresses: AddressWatch
  readonly features: FeatureBoard
  readonly settings: SettingsBoard
  /** What the journal has made stale. */
  readonly freshness: Freshness
  /** Public answers that are given again. */
  readonly answers: AnswerStore<StoredAnswer>
  readonly chain: Chain
  /** Waiting, active and failed jobs of the workers' queue; null when Redis does not answer. */
  /** The workers' queue; null while Redis does not answer. */
  readonly queue: () => Queue | null
  readonly queueCounts: () => Promise<{ waiting: number; active: number; failed: number } | null>
}

import { queuePrefix } from '@nation/core/work'
import type { Redis } from 'ioredis'

/** A citizen is online who had an event stream open within this time. Streams report every 15 s. */
const presentMs = 60_000
/** Reports that are older than this are deleted. */
const ttlSeconds = 600

/**
 * The citizens who are online, in Redis only: the time of each citizen's last report, from all processes. While Redis does not
 * answer no citizen is shown as online; nothing else is affected. It uses the machine's time, as leases do.
 */
export class Presence {
  readonly #redis: Redis
  readonly #key: string

  constructor(redis: Redis, databaseUrl: string) {
    this.#redis = redis
    this.#key = `${queuePrefix(databaseUrl)}:present`
  }

  /** Reports that these citizens (public ids) are online. */
  async touch(uids: readonly string[]): Promise<void> {
    if (uids.length === 0) return
    const now = Date.now()
    const seen = uids.flatMap((uid) => [now, uid])
    try {
      await this.#redis
        .multi()
        .zadd(this.#key, ...seen)
        .zremrangebyscore(this.#key, '-inf', now - presentMs)
        .expire(this.#key, ttlSeconds)
        .exec()
    } catch {
      // They are reported again soon.
    }
  }

  /** The citizens of these (public ids) who are online. */
  async among(uids: readonly string[]): Promise<ReadonlySet<string>> {
    if (uids.length === 0) return new Set()
    try {
      const since = Date.now() - presentMs
      const seen = await this.#redis.zmscore(this.#key, ...uids)
      return new Set(uids.filter((_, place) => Number(seen[place] ?? 0) > since))
    } catch {
      return new Set()
    }
  }
}

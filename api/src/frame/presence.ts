import { queuePrefix } from '@nation/core/work'
import type { Redis } from 'ioredis'

/** Somebody is here who had an event stream open within this time. Streams say so every 15 s. */
const presentMs = 60_000
/** What lies further back is of no use. */
const keptSeconds = 600

/**
 * Who is here, in Redis alone: a citizen's last sign of life, from all processes. While Redis is away nobody is known to be
 * here, and nothing else suffers. It goes by the machine's time, as leases do.
 */
export class Presence {
  readonly #redis: Redis
  readonly #key: string

  constructor(redis: Redis, databaseUrl: string) {
    this.#redis = redis
    this.#key = `${queuePrefix(databaseUrl)}:present`
  }

  /** These citizens (public ids) are here now. */
  async touch(uids: readonly string[]): Promise<void> {
    if (uids.length === 0) return
    const now = Date.now()
    const seen = uids.flatMap((uid) => [now, uid])
    try {
      await this.#redis
        .multi()
        .zadd(this.#key, ...seen)
        .zremrangebyscore(this.#key, '-inf', now - presentMs)
        .expire(this.#key, keptSeconds)
        .exec()
    } catch {
      // They are touched again soon.
    }
  }

  /** Who of these citizens (public ids) is here. */
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

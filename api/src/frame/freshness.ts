import type { Redis } from 'ioredis'

/** How long the one who changed something gets answers of their own: longer than any answer is shared. */
const ownMs = 10_000
/** Marks of processes that cannot reach Redis are kept here; older ones go first. */
const mostOwn = 10_000

/**
 * Says from when on a shared answer is fresh enough, across all API processes. What it answers is a part of the key under
 * which answers are shared, and it changes before a change is acknowledged: so whoever reads after that gets an answer that
 * began after the commit. A removal changes it for everybody, any other change for the one who made it.
 *
 * The marks are counters in Redis. While Redis is away, each process knows its own changes only, and an answer of another
 * process may be as old as answers are shared.
 */
export interface Freshness {
  /** The mark for somebody's reading, or for a visitor's. Ask before the answer is begun. */
  readonly markFor: (uid: string | undefined) => Promise<string>
  /** After a commit and before its answer: somebody changed something; `removed` when it was taken from everybody. */
  readonly changed: (uid: string, removed: boolean) => Promise<void>
}

export function openFreshness(redis: Redis, nation: string): Freshness {
  const keyOf = (uid?: string) => (uid === undefined ? `${nation}:fresh` : `${nation}:fresh:${uid}`)
  const local = new Map<string, number>()
  const bump = (key: string) => {
    const next = (local.get(key) ?? 0) + 1
    local.delete(key)
    local.set(key, next)
    // The removals' counter stays; of the others the oldest go.
    if (local.size > mostOwn) for (const old of local.keys()) if (old !== keyOf() && local.delete(old)) break
  }
  const marks = gatherReads(redis)
  return {
    markFor: async (uid) => {
      const keys = uid === undefined ? [keyOf()] : [keyOf(), keyOf(uid)]
      const told = await marks(keys)
      return keys.map((key, place) => `${local.get(key) ?? 0}.${told[place] ?? 0}`).join(' ')
    },
    changed: async (uid, removed) => {
      bump(keyOf(uid))
      if (removed) bump(keyOf())
      const written = redis.multi().incr(keyOf(uid)).pexpire(keyOf(uid), ownMs)
      if (removed) written.incr(keyOf())
      await written.exec().catch(() => undefined)
    },
  }
}

/**
 * Reads keys of Redis, those of one turn of the event loop in one command. A reading is never joined once it was sent: it
 * might be older than what its caller has heard of. Without Redis every value is null.
 */
function gatherReads(redis: Redis): (keys: readonly string[]) => Promise<(string | null)[]> {
  let next: { readonly keys: Set<string>; readonly values: Promise<Map<string, string | null>> } | null = null
  const begin = () => {
    const keys = new Set<string>()
    const values = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      next = null
      const all = [...keys]
      const told = await redis.mget(all).catch(() => [])
      return new Map(all.map((key, place) => [key, told[place] ?? null]))
    })
    return { keys, values }
  }
  return async (keys) => {
    next ??= begin()
    for (const key of keys) next.keys.add(key)
    const values = await next.values
    return keys.map((key) => values.get(key) ?? null)
  }
}

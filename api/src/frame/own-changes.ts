import type { Runtime } from '@nation/core/platform'

/** Longer than any answer is shared. */
const rememberMs = 2_000

const kept = new WeakMap<Runtime, Map<string, number>>()

/** Notes that somebody has just changed something: what they read from now on is no older. */
export function noteChange(runtime: Runtime, uid: string, at = performance.now()): void {
  const changes = kept.get(runtime) ?? new Map<string, number>()
  kept.set(runtime, changes)
  changes.delete(uid)
  changes.set(uid, at)
  // In the order in which they came: the oldest go first.
  for (const [who, when] of changes) {
    if (at - when < rememberMs) break
    changes.delete(who)
  }
}

/** When somebody last changed something here, by `performance.now()`; long ago when that is not known. */
export const lastChangeOf = (runtime: Runtime, uid: string | undefined): number =>
  (uid === undefined ? undefined : kept.get(runtime)?.get(uid)) ?? -Infinity

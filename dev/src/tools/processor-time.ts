/** An event of a trace, as Chromium writes it; times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  ts: number
  dur?: number
  /** How long a processor worked on it. */
  readonly tdur?: number
}

/** How long all tasks of a page's main thread took together, in milliseconds. */
export interface TaskTimes {
  readonly clock: number
  readonly processor: number
}

/**
 * Shortens each task of the page's main thread to the processor time that it had, and what happened in it in proportion. Where a
 * browser's threads and a whole nation share a few processors, a task's length tells mostly how long it waited for one.
 * @throws Error when the page has painted nothing
 */
export function shortenToProcessorTime(events: readonly TraceEvent[]): TaskTimes {
  const painted = firstPaintOf(events)
  const main = events
    .filter(({ pid, tid }) => pid === painted.pid && tid === painted.tid)
    // What contains the other comes first.
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  let [clock, processor] = [0, 0]
  let task = { start: -Infinity, end: -Infinity, scale: 1 }
  for (const event of main) {
    const { ts, dur = 0 } = event
    if (event.name === 'RunTask' && event.ph === 'X' && ts >= task.end) {
      const worked = Math.min(dur, event.tdur ?? dur)
      task = { start: ts, end: ts + dur, scale: dur === 0 ? 1 : worked / dur }
      clock += dur / 1000
      processor += worked / 1000
    }
    if (ts >= task.end) continue
    event.ts = task.start + (ts - task.start) * task.scale
    if (event.dur !== undefined) event.dur = dur * task.scale
  }
  return { clock, processor }
}

/**
 * The blocking time of all tasks since the first paint, each `slowdown` times as long, in milliseconds: also of those that Lighthouse's
 * simulation leaves out (under 10 ms before they are slowed down) or slows down by half (those that lay out).
 */
export function blockingTime(events: readonly TraceEvent[], slowdown: number): number {
  const painted = firstPaintOf(events)
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === painted.pid && tid === painted.tid)
    .filter(({ ts }) => ts > painted.ts)
    .reduce((sum, { dur = 0 }) => sum + Math.max(0, (dur / 1000) * slowdown - BLOCKING_MS), 0)
}

/** What a task may take before it delays a developer. */
const BLOCKING_MS = 50

function firstPaintOf(events: readonly TraceEvent[]): TraceEvent {
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!painted) throw new Error('The page painted nothing.')
  return painted
}

/** How far a long piece of work is, as it is stored. */
export interface WorkFacts {
  readonly state: 'running' | 'waiting' | 'done' | 'failed'
  /** How many there are to do; null while unknown. */
  readonly total: number | null
  readonly done: number
  readonly startedAt: Date
  readonly updatedAt: Date
}

/** What people want to know of long work. */
export interface Progress {
  /** 0 to 100 with one decimal; null while the total is unknown. */
  readonly percentage: number | null
  /** How many a second on average; null before the first are done. */
  readonly perSecond: number | null
  /** Seconds that are left at that rate; 0 when it is over, null when unknown. */
  readonly remainingSeconds: number | null
}

/** Percentage, rate and what is left, from what is stored of long work. */
export function progressOf(work: WorkFacts): Progress {
  const over = work.state === 'done'
  const seconds = (work.updatedAt.getTime() - work.startedAt.getTime()) / 1000
  const perSecond = work.done > 0 && seconds > 0 ? work.done / seconds : null
  const left = work.total === null ? null : Math.max(0, work.total - work.done)
  return {
    percentage: over ? 100 : percentageOf(work),
    perSecond: perSecond === null ? null : Math.round(perSecond * 10) / 10,
    remainingSeconds: over ? 0 : left === null || perSecond === null ? null : Math.ceil(left / perSecond),
  }
}

function percentageOf({ total, done }: WorkFacts): number | null {
  if (total === null) return null
  // Only finished work is 100: what is nearly done is not done.
  return total === 0 ? 0 : Math.min(99.9, Math.floor((done / total) * 1000) / 10)
}

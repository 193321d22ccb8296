import { setTimeout } from 'node:timers/promises'
import { exempt, readingPlans, type NationSize, type ReadingPlan } from '@nation/core/testing'
import { allCalls, type Call } from '@nation/domain/contract'
import { figure, median, say } from './report'
import type { Million } from './million'

const mostRows = 5_000
const mostTimes = 10
/** How often a call that is above its bound is asked again. */
const moreRounds = 40
/** After as many milliseconds an answer is computed anew. */
const storedMs = 450

const nameOf = ({ call, name }: ReadingPlan): string => `${call}, ${name}`

interface Measured {
  readonly plan: ReadingPlan
  readonly rows: number
  readonly ms: number[]
  /** Of the look-ups that were asked for right before. */
  readonly lookups: number[]
}

/**
 * Asks every reading call in each way, prints a line for it, and answers how many are above their bound without a reason. `only`: the
 * ways of asking whose name contains one of these words, which semicolons separate.
 */
export async function measureCalls(nation: Million, size: NationSize, rounds: number, only?: string): Promise<number> {
  const all = readingPlans(size, nation.now)
  const key = all.find(({ call }) => call === 'user.get-user')
  if (!key) throw new Error('Nothing looks up a row by its key.')
  const wanted = only?.split(';')
  const plans = wanted ? all.filter((plan) => wanted.some((word) => nameOf(plan).includes(word))) : all
  const unnamed = nameWhatIsNotMeasured(all)
  const measured: Measured[] = []
  const byKey: number[] = []
  const lookUp = async (one: Measured) => {
    one.lookups.push(await nation.ask(key))
    byKey.push(one.lookups.at(-1) ?? 0)
  }
  // The first asking warms up; the second one is counted.
  for (const plan of plans) {
    if (plan.because === undefined) await nation.ask(plan)
    measured.push({ plan, rows: 0, ms: [], lookups: [] })
  }
  for (const one of measured) {
    await lookUp(one)
    const { rows, ms } = await nation.costOf(one.plan)
    Object.assign(one, { rows })
    one.ms.push(ms)
  }
  const askedAt = new Map<Measured, number>()
  for (let round = 0; round < rounds + moreRounds; round++) {
    for (const one of measured) {
      // What may take longer is asked once; what is above its bound on a busy machine is asked again.
      if (one.plan.because !== undefined || (round >= rounds && timesOf(one) <= mostTimes)) continue
      await lookUp(one)
      if (one.plan === key) continue
      // What was answered a moment ago would be given again from the store.
      await setTimeout(Math.max(0, (askedAt.get(one) ?? 0) + storedMs - performance.now()))
      askedAt.set(one, performance.now())
      one.ms.push(await nation.ask(one.plan))
    }
  }
  say(`${nation.engine}: one citizen by key ${median(byKey).toFixed(2)} ms (median of ${byKey.length})`)
  const missed = measured.filter(({ plan }) => plan !== key).filter(report).length + unnamed
  say(missed === 0 ? 'reached  every reading call' : `MISSED   ${missed} ways of asking are above their bound`)
  return missed
}

/** Other work on the machine only ever makes a call slower: of a call and of the look-ups beside it, the quickest are compared. */
const timesOf = ({ ms, lookups }: Measured): number => Math.min(...ms) / Math.min(...lookups)

/** Prints a line; answers whether it is above its bound without a reason. */
function report(one: Measured): boolean {
  const { plan, rows, ms } = one
  const times = timesOf(one)
  const over = rows > mostRows || times > mostTimes
  const mark = !over ? 'reached ' : plan.because === undefined ? 'MISSED  ' : 'excused '
  const why = over && plan.because !== undefined ? ` (${plan.because})` : ''
  say(
    `${mark} ${nameOf(plan)}: ${figure(rows)} rows (target <= ${mostRows}), ${times.toFixed(1)} times the look-up (target <= ${mostTimes}), ${Math.min(...ms).toFixed(2)} ms${why}`,
  )
  return over && plan.because === undefined
}

/** Of an erasure no part may look at more rows than a reading call. Citizens who have voted and stood, and one who stands. */
export async function measureErasure(nation: Million): Promise<number> {
  let missed = 0
  for (const n of [205, 305, 605]) {
    for (const { part, rows, ms } of await nation.erase(n)) {
      if (rows > mostRows) missed += 1
      say(
        `${rows > mostRows ? 'MISSED  ' : 'reached '} erasing citizen ${n}, ${part}: ${figure(rows)} rows (target <= ${mostRows}), ${ms.toFixed(1)} ms`,
      )
    }
  }
  return missed
}

/** Reading calls that no bench measures; those without a reason are counted. */
function nameWhatIsNotMeasured(plans: readonly ReadingPlan[]): number {
  let unnamed = 0
  const named = new Set<string>(plans.map(({ call }) => call))
  for (const { id, method } of allCalls as readonly Call[]) {
    if (method !== 'GET' || named.has(id)) continue
    const why = (exempt as Record<string, string | undefined>)[id]
    if (why === undefined) {
      say(`MISSED   ${id}: no bench measures it`)
      unnamed += 1
    } else say(`left out ${id}: ${why}`)
  }
  return unnamed
}

import type { CallAnswer } from '@nation/domain/contract'
import { electionName } from '@nation/domain/formats'
import type { Point } from '../../../ui/kit/SeriesChart'
import type { ElectionSummary } from '../../elections'

type Cycle = CallAnswer<'bank.get-cycles'>['cycles'][number]
type Job = CallAnswer<'admin.jobs'>['jobs'][number]

const HOUR = 3_600_000
const HOURS = 24

/** Elections that were counted, the oldest first, with their names. `elections` come the newest first. */
const counted = (elections: readonly ElectionSummary[]) =>
  elections
    .filter(({ turnout }) => turnout !== null)
    .toReversed()
    .map((election) => ({ election, label: electionName(election.startsAt) }))

/** Turnout in percent, by election. */
export const turnoutByElection = (elections: readonly ElectionSummary[]): Point[] =>
  counted(elections).map(({ election, label }) => ({ label, value: election.turnout?.percent ?? 0 }))

/** Citizens who voted, by election. */
export const votersByElection = (elections: readonly ElectionSummary[]): Point[] =>
  counted(elections).map(({ election, label }) => ({ label, value: election.turnout?.voters ?? 0 }))

/** US dollars given out, by cycle, the oldest first. */
export const paidByCycle = (cycles: readonly Pick<Cycle, 'number' | 'paid'>[]): Point[] =>
  cycles.toReversed().map(({ number, paid }) => ({ label: `Cycle ${number}`, value: paid }))

const hourName = (hour: number): string => `${new Date(hour * HOUR).toISOString().slice(11, 13)}:00 UTC`

/** Tries that failed in each of the last 24 hours, of all jobs together; `now` in milliseconds. */
export function failuresByHour(jobs: readonly Pick<Job, 'hours'>[], now: number): Point[] {
  const last = Math.floor(now / HOUR)
  const failed = new Map<number, number>()
  for (const { at, failed: n } of jobs.flatMap(({ hours }) => hours)) {
    const hour = Math.floor(at / HOUR)
    failed.set(hour, (failed.get(hour) ?? 0) + n)
  }
  return Array.from({ length: HOURS }, (_, place) => {
    const hour = last - HOURS + 1 + place
    return { label: hourName(hour), value: failed.get(hour) ?? 0 }
  })
}

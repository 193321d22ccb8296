import type { CallAnswer } from '@nation/domain/contract'
import { dateInWords, durationInWords, inFull, instantInWords } from '@nation/domain/formats'

export type Work = CallAnswer<'admin.background-work'>['work'][number]

/** What each kind of long work is called. */
const titles: Readonly<Record<string, string>> = {
  'token.void-balances': 'New token: every balance is set to 0',
  'token.read-balances': 'New token: balances are read anew',
  'elections.read-roll': 'Roll of an election',
  'citizens.balances': 'Balances of all citizens',
  'citizens.refresh-from-x': 'Followers and names from X',
}

export const titleOf = ({ kind }: Pick<Work, 'kind'>): string => titles[kind] ?? kind

/** Which piece of it, in words; null where there is only one. */
export function subjectOf({ kind, key }: Pick<Work, 'kind' | 'key'>): string | null {
  if (key === 'all') return null
  const instant = /^\d{4}-\d{2}-\d{2}T/.test(key) ? Date.parse(key) : NaN
  if (Number.isNaN(instant)) return key
  return kind === 'elections.read-roll' ? `Opens ${instantInWords(instant)}` : `Round of ${instantInWords(instant)}`
}

/** The same as short as it can be: the day without its year, or what else tells it apart. What is done is listed for weeks. */
export function dayOf({ key }: Pick<Work, 'key'>): string | null {
  if (key === 'all') return null
  const instant = /^\d{4}-\d{2}-\d{2}T/.test(key) ? Date.parse(key) : NaN
  return Number.isNaN(instant) ? key : dateInWords(instant).replace(/\s\d{4}$/, '')
}

export const stateWords: Readonly<Record<Work['state'], string>> = {
  running: 'Running',
  waiting: 'Waiting',
  done: 'Done',
  failed: 'Failed',
}

const count = (value: number) => inFull(value)

/** How many are done: '1,200 of 100,000 citizens'. */
export const shareOf = ({ done, total }: Pick<Work, 'done' | 'total'>): string =>
  total === null ? `${count(done)} so far` : `${count(done)} of ${count(total)}`

/** How fast it goes: 'about 410 a second', or by the minute where a second is too short. */
export function paceOf({ perSecond }: Pick<Work, 'perSecond'>): string | null {
  if (perSecond === null || perSecond <= 0) return null
  return perSecond >= 1 ? `${count(Math.round(perSecond))} a second` : `${count(Math.ceil(perSecond * 60))} a minute`
}

/** What is left at that pace: 'about 3 minutes left'; null where it is not known, or nothing is left. */
export function restOf({ state, remainingSeconds }: Pick<Work, 'state' | 'remainingSeconds'>): string | null {
  if (state !== 'running' || remainingSeconds === null) return null
  return `about ${durationInWords(Math.max(1, remainingSeconds) * 1000)} left`
}

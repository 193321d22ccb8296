const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The parts of a duration in milliseconds; never negative. */
export function durationParts(milliseconds: number) {
  const left = Math.max(0, milliseconds)
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  }
}

const some = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** A duration to the two largest units, for reading aloud: '2 days 4 hours'. */
export function durationInWords(milliseconds: number): string {
  const { days, hours, minutes, seconds } = durationParts(milliseconds)
  if (days > 0) return `${some(days, 'day')} ${some(hours, 'hour')}`
  if (hours > 0) return `${some(hours, 'hour')} ${some(minutes, 'minute')}`
  if (minutes > 0) return some(minutes, 'minute')
  return some(seconds, 'second')
}

/** The day of an instant in UTC, as names of files and `<time>` have it: '2026-01-08'. */
export const isoDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10)

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** A number below 100 with both digits: '07'. */
export const twoDigits = (number: number) => String(number).padStart(2, '0')

// By hand: browsers differ in what they call September, and the first of their own formats costs a page ten milliseconds.
const dayOfMonth = (at: Date) => `${at.getUTCDate()} ${months[at.getUTCMonth()]}`

/** An instant as the nation writes it: 'Thu 26 Nov, 12:00 UTC'. */
export function instantInWords(instant: number): string {
  const at = new Date(instant)
  const time = `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`
  return `${weekdays[at.getUTCDay()]} ${dayOfMonth(at)}, ${time} UTC`
}

/** A date as the nation writes it: '26 Nov 2026'. */
export function dateInWords(instant: number): string {
  const at = new Date(instant)
  return `${dayOfMonth(at)} ${at.getUTCFullYear()}`
}

/** How long ago: the date after seven days, otherwise 'd/h/m ago' or 'Just now' (requirements 2.9). */
export function timeAgo(instant: number, now: number): string {
  const age = now - instant
  if (age > 7 * DAY) return dateInWords(instant)
  const { days, hours, minutes } = durationParts(age)
  if (days > 0) return `${days}d ago`
  if (hours > 0) return `${hours}h ago`
  if (minutes > 0) return `${minutes}m ago`
  return 'Just now'
}

/** The Monday 00:00 UTC that an instant's week begins with. The epoch was a Thursday. */
const mondayOf = (instant: number): number => Math.floor((instant + 3 * DAY) / (7 * DAY)) * 7 * DAY - 3 * DAY

/** The ISO week of an instant, in UTC: 'Week 47, 2026'. */
export function weekName(instant: number): string {
  const thursday = mondayOf(instant) + 3 * DAY
  const year = new Date(thursday).getUTCFullYear()
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1
  return `Week ${week}, ${year}`
}

/**
 * What an election is called: by its week when it opens with the week, 'Week 47, 2026', otherwise by the date of its opening,
 * '2 Dec 2026'. So no two elections of one week, planned on dates of their own, share a name.
 */
export const electionName = (startsAt: number): string =>
  startsAt === mondayOf(startsAt) ? weekName(startsAt) : dateInWords(startsAt)

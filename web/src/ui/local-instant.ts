import { twoDigits } from '@nation/domain/formats'

/** An instant as a field for date and time has it: local time, such as `2026-01-08T12:00`. */
export function localOf(at: number): string {
  const date = new Date(at)
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** The instant that such a field says; null where it is empty. */
export const instantOf = (local: string): number | null => (local === '' ? null : new Date(local).getTime())

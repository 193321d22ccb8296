import { governmentRoles, type GovernmentRole } from '@nation/domain/permissions'
import type { CallAnswer } from '@nation/domain/contract'
import { gazetteKinds, type GazetteKind } from '@nation/domain/gazette'
import { useSearchParams } from 'react-router-dom'
import { call } from '../../lib/api/client'
import { usePages } from '../../lib/query/use-pages'

export type Entry = CallAnswer<'gazette.get'>['entry']

/** What entries are shown by; it lives in the address. */
export interface Filter {
  readonly kind?: GazetteKind
  readonly office?: GovernmentRole
  readonly person?: string
  readonly search?: string
}

const isKind = (text: string | null): text is GazetteKind => text !== null && Object.hasOwn(gazetteKinds, text)
const isPublicId = (text: string | null): boolean =>
  text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const isOffice = (text: string | null): text is GovernmentRole => governmentRoles.some((role) => role === text)

/** The filter of the address, and a way to change a part of it. What the address says that is no filter is left out. */
export function useFilter(): {
  filter: Filter
  query: string
  change: (part: keyof Filter, value: string) => void
  clear: () => void
} {
  const [parameters, setParameters] = useSearchParams()
  const [kind, office, person, search] = ['kind', 'office', 'person', 'search'].map((name) => parameters.get(name))
  const filter: Filter = {
    ...(isKind(kind ?? null) && { kind: kind as GazetteKind }),
    ...(isOffice(office ?? null) && { office: office as GovernmentRole }),
    ...(isPublicId(person ?? null) && { person: person! }),
    ...(search && { search }),
  }
  const change = (part: keyof Filter, value: string) =>
    setParameters(
      (before) => {
        if (value === '') before.delete(part)
        else before.set(part, value)
        return before
      },
      { replace: part === 'search', preventScrollReset: true },
    )
  const query = new URLSearchParams(Object.entries(filter)).toString()
  return { filter, query: query && `?${query}`, change, clear: () => setParameters({}, { preventScrollReset: true }) }
}

/** The gazette page by page, the newest first. */
export const useEntries = (filter: Filter) =>
  usePages('gazette.list', filter, (input, options) => call('gazette.list', input, options))

/** Entries by the days on which they were made, in their order. */
export function byDay(entries: readonly Entry[]): { readonly day: number; readonly entries: Entry[] }[] {
  const days: { day: number; entries: Entry[] }[] = []
  for (const entry of entries) {
    const day = Math.floor(entry.at / 86_400_000) * 86_400_000
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

const longDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day as the gazette heads it: 'Tuesday 6 January 2026'. */
export const dayInWords = (day: number): string => longDate.format(day).replace(',', '')

/** The time of an instant: '12:00 UTC'. */
export const timeInWords = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

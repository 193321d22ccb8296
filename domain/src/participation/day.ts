import type { Features } from '../system'

/** What a citizen's day says that waits, as far as it is counted. */
export interface Waiting {
  readonly votes: { readonly positions: readonly unknown[]; readonly closesAt: number } | null
  readonly polls: { readonly total: number; readonly first: readonly { readonly closesAt: number | null }[] }
  readonly interviews: { readonly total: number }
  readonly tasks: { readonly total: number; readonly first: readonly { readonly dueDate: number | null }[] } | null
  readonly conversations: { readonly total: number }
  readonly mentions: readonly { readonly count: number }[]
  readonly vacancies: readonly unknown[] | null
  readonly reports: number | null
  readonly bank: {
    readonly payday: number | null
    readonly salaries: number
    readonly lacks: number
    readonly dueAt: number | null
  } | null
  readonly work: { readonly failing: readonly unknown[]; readonly stuck: number } | null
}

/** What can wait, in the order in which it is listed where nothing has a date. */
export const waitKinds = [
  'votes',
  'tasks',
  'polls',
  'interviews',
  'conversations',
  'mentions',
  'vacancies',
  'reports',
  'payday',
  'salaries',
  'treasury',
  'work',
] as const

export type WaitKind = (typeof waitKinds)[number]

/** One kind of things that wait. */
export interface Wait {
  readonly kind: WaitKind
  readonly count: number
  /** When the first of them closes or is due; null where none has a date. */
  readonly until: number | null
}

/**
 * What waits, the first to close first, and then what has no date. Kinds of which nothing waits are left out, and what is switched
 * off waits for nobody.
 */
export function waitsOf(day: Waiting, features: Features): Wait[] {
  const counts = countsOf(day, features)
  const waits = waitKinds.map((kind): Wait => ({ kind, count: counts[kind], until: untilOf(day, kind) }))
  const at = ({ until }: Wait) => until ?? Number.POSITIVE_INFINITY
  return waits.filter(({ count }) => count > 0).sort((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)))
}

/** Where one goes for what waits. The home page, which lists the day, stands for what is done at no destination of the menu. */
export type WaitPlace = 'elections' | 'polls' | 'interviews' | 'messenger' | 'panel' | 'home'

const placeOf: Record<WaitKind, WaitPlace> = {
  votes: 'elections',
  polls: 'polls',
  interviews: 'interviews',
  conversations: 'messenger',
  mentions: 'messenger',
  reports: 'messenger',
  tasks: 'home',
  vacancies: 'home',
  payday: 'panel',
  salaries: 'panel',
  treasury: 'panel',
  work: 'panel',
}

/** How much waits at each place. Each thing is counted at one of them, so their sum is all that waits. */
export function waitsByPlace(day: Waiting, features: Features): Record<WaitPlace, number> {
  const waits: Record<WaitPlace, number> = { elections: 0, polls: 0, interviews: 0, messenger: 0, panel: 0, home: 0 }
  for (const [kind, count] of Object.entries(countsOf(day, features)) as [WaitKind, number][])
    waits[placeOf[kind]] += count
  return waits
}

const countsOf = (day: Waiting, { elections, voting }: Features): Record<WaitKind, number> => ({
  votes: elections && voting ? (day.votes?.positions.length ?? 0) : 0,
  tasks: day.tasks?.total ?? 0,
  polls: voting ? day.polls.total : 0,
  interviews: day.interviews.total,
  conversations: day.conversations.total,
  mentions: day.mentions.reduce((sum, { count }) => sum + count, 0),
  vacancies: day.vacancies?.length ?? 0,
  reports: day.reports ?? 0,
  payday: day.bank && day.bank.payday !== null ? 1 : 0,
  salaries: day.bank?.salaries ?? 0,
  treasury: day.bank && day.bank.lacks > 0 ? 1 : 0,
  work: day.work ? day.work.failing.length + day.work.stuck : 0,
})

/** The things that are named come in the order of their dates. */
function untilOf({ votes, polls, tasks, bank }: Waiting, kind: WaitKind): number | null {
  if (kind === 'votes') return votes?.closesAt ?? null
  if (kind === 'polls') return polls.first[0]?.closesAt ?? null
  if (kind === 'tasks') return tasks?.first[0]?.dueDate ?? null
  if (kind === 'payday') return bank?.payday ?? null
  if (kind === 'treasury') return bank?.dueAt ?? null
  return null
}

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
] as const

export type WaitKind = (typeof waitKinds)[number]

/** One kind of things that wait. */
export interface Wait {
  readonly kind: WaitKind
  readonly count: number
  /** When the first of them closes or is due; null where none has a date. */
  readonly until: number | null
}

/** What waits, the first to close first, and then what has no date. Kinds of which nothing waits are left out. */
export function waitsOf(day: Waiting): Wait[] {
  const counts = countsOf(day)
  const waits = waitKinds.map((kind): Wait => ({ kind, count: counts[kind], until: untilOf(day, kind) }))
  const at = ({ until }: Wait) => until ?? Number.POSITIVE_INFINITY
  return waits.filter(({ count }) => count > 0).sort((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)))
}

/** Where the menu leads to what waits. What is done at no destination of its own is listed by the home page, which has the day. */
export type WaitPlace = 'elections' | 'polls' | 'interviews' | 'messenger' | 'home'

const placeOf: Record<WaitKind, WaitPlace> = {
  votes: 'elections',
  polls: 'polls',
  interviews: 'interviews',
  conversations: 'messenger',
  mentions: 'messenger',
  reports: 'messenger',
  tasks: 'home',
  vacancies: 'home',
}

/** How much waits at each destination of the menu. Each thing is counted at one of them, so their sum is all that waits. */
export function waitsByPlace(day: Waiting): Record<WaitPlace, number> {
  const waits: Record<WaitPlace, number> = { elections: 0, polls: 0, interviews: 0, messenger: 0, home: 0 }
  for (const [kind, count] of Object.entries(countsOf(day)) as [WaitKind, number][]) waits[placeOf[kind]] += count
  return waits
}

const countsOf = (day: Waiting): Record<WaitKind, number> => ({
  votes: day.votes?.positions.length ?? 0,
  tasks: day.tasks?.total ?? 0,
  polls: day.polls.total,
  interviews: day.interviews.total,
  conversations: day.conversations.total,
  mentions: day.mentions.reduce((sum, { count }) => sum + count, 0),
  vacancies: day.vacancies?.length ?? 0,
  reports: day.reports ?? 0,
})

/** The things that are named come in the order of their dates. */
function untilOf({ votes, polls, tasks }: Waiting, kind: WaitKind): number | null {
  if (kind === 'votes') return votes?.closesAt ?? null
  if (kind === 'polls') return polls.first[0]?.closesAt ?? null
  if (kind === 'tasks') return tasks?.first[0]?.dueDate ?? null
  return null
}

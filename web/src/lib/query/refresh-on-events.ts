import { broughtBy, crowding, staleAfter, staleForAdmins, staleWhere, summaries } from '@nation/domain/events/manifest'
import { isAdministrator } from '@nation/domain/permissions'
import type { JsonCallId } from '../api/client'
import type { LiveEvent } from '../live/live'
import { useSession } from '../session/session'
import { heldRefreshes } from './hold-refreshes'
import { forget } from './query'
import { takerOf, type EventPart } from './taken-events'
import { writeCounts } from './write-counts'

type ByKind = Readonly<Record<string, readonly JsonCallId[]>>
const staleByKind: ByKind = staleAfter
const staleForAdminsByKind: ByKind = staleForAdmins
const staleWhereByKind: Readonly<
  Record<string, { readonly facts: readonly string[]; readonly calls: readonly JsonCallId[] }>
> = staleWhere

/** What may read differently after a sign-in or sign-out. */
export const differsByReader: readonly JsonCallId[] = staleAfter['elections.planned']

/** What has to be read again after an event. Figures that it brings are written into what is shown. */
export function readAgainAfter(event: EventPart): readonly JsonCallId[] {
  const { kind, facts } = event
  const take = takerOf(kind)
  // A feature that takes an event by itself knows nothing of summaries.
  if (take) return [...take(event), ...staleOf(event).filter(isSummary)]
  if (kind === 'elections.tally-changed') return writeCounts(facts)
  // Where no screen that takes the figures is there yet, their answers are read again.
  if (kind === 'polls.tally-changed') return broughtBy[kind]
  return staleOf(event)
}

const listed = (byKind: ByKind, kind: string): readonly JsonCallId[] =>
  Object.hasOwn(byKind, kind) ? (byKind[kind] ?? []) : []

function staleOf({ kind, facts }: EventPart): readonly JsonCallId[] {
  const where = Object.hasOwn(staleWhereByKind, kind) ? staleWhereByKind[kind] : undefined
  const sometimes = where?.facts.some((fact) => Object.hasOwn(facts, fact)) ? where.calls : []
  return [...listed(staleByKind, kind), ...sometimes]
}

/** What an administrator's browser reads again besides; nothing for all others, so an event for all does not make all of them ask. */
function staleForAdministrator({ kind }: EventPart): readonly JsonCallId[] {
  const { user } = useSession.getState()
  return user && isAdministrator(user) ? listed(staleForAdminsByKind, kind) : []
}

const isSummary = (id: JsonCallId): boolean => (summaries as readonly JsonCallId[]).includes(id)
const isForAll = ({ kind }: EventPart): boolean => (crowding as readonly string[]).includes(kind)

/** After an event for all, every citizen who is online asks for a summary of their own: each at a moment of its own within this time. */
const CROWD = 20_000

/** Events that come in a burst are answered by one refresh, at a moment of each browser's own. */
const GATHER = 800

/** For 0.4 s the server may answer from before an event; later answers contain it. */
const SETTLED = 500

/**
 * Refreshes what is shown when an event says that it changed. After an event of a moment ago it is read once more: the
 * answer may have been from before it.
 */
export function refreshOnEvents(subscribe: (listener: (event: LiveEvent) => void) => void): void {
  /** When the newest event of each call came. */
  let waiting = new Map<JsonCallId, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    if (waiting.size > 0) timer ??= setTimeout(refresh, SETTLED + GATHER * Math.random())
  }
  const refresh = () => {
    const holding = heldRefreshes()
    if (holding) {
      // A task later: by then the screens have followed what was read.
      void holding.then(() => (timer = setTimeout(refresh)))
      return
    }
    timer = undefined
    const now = Date.now()
    const stale = [...waiting]
    waiting = new Map(stale.filter(([, at]) => now - at < SETTLED))
    void forget(
      stale.map(([id]) => id),
      { paced: true },
    )
    schedule()
  }
  let crowd: ReturnType<typeof setTimeout> | undefined
  const refreshSummaries = () => {
    crowd = undefined
    void forget(summaries, { paced: true })
  }
  subscribe((event) => {
    for (const id of readAgainAfter(event)) {
      if (isSummary(id) && isForAll(event)) crowd ??= setTimeout(refreshSummaries, SETTLED + CROWD * Math.random())
      else waiting.set(id, Date.now())
    }
    for (const id of staleForAdministrator(event)) waiting.set(id, Date.now())
    schedule()
  })
}

import type { z } from 'zod'
import { allEvents } from './all'
import type { CallId } from '../contract'
import type { EventAudience, EventDeclaration as AnyDeclaration } from '../definitions'

export { allEvents } from './all'
export type { EventAudience } from '../definitions'

/** The declaration of any event. */
export type EventDeclaration = AnyDeclaration<string, z.ZodObject, EventAudience, CallId>

type AnyEvent = (typeof allEvents)[number]

/** The kind of an event, such as `elections.voted`. */
export type EventKind = AnyEvent['kind']

/** The declaration of one event. */
export type EventOf<Kind extends EventKind> = Extract<AnyEvent, { kind: Kind }>

/** What a writer states. */
export type EventFacts<Kind extends EventKind> = z.input<EventOf<Kind>['facts']>

/** Who may read it: one, or those of which the writer names one. */
export type AudienceOf<Kind extends EventKind> = EventOf<Kind>['audiences'][number]

const byKind = new Map<string, EventDeclaration>(allEvents.map((event) => [event.kind, event]))

/** The declaration of a kind; undefined where it is not declared (an entry of an earlier or later version). */
export const eventOf = (kind: string): EventDeclaration | undefined => byKind.get(kind)

/** The audience of a kind that has but one. @throws Error when it is not declared, or the writer has to name one */
export function onlyAudienceOf(kind: string): EventAudience {
  const event = byKind.get(kind)
  const [audience, ...others] = event?.audiences ?? []
  if (!audience || others.length > 0) throw new Error(`Who may read '${kind}' is not declared.`)
  return audience
}

/** Reading calls that follow a vote or a mark at once: whoever makes them then has just voted or marked. The log names no caller of them. */
export const unnamedReads: ReadonlySet<string> = new Set(
  [...byKind.values()]
    .filter(({ unnamedInLog }) => unnamedInLog)
    .flatMap(({ stale, staleForAdmins, staleWhere, brings }) => [
      ...stale,
      ...staleForAdmins,
      ...staleWhere.calls,
      ...brings,
    ]),
)

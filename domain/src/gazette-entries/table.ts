import type { z } from 'zod'
import type { AudienceOf, EventKind, EventOf } from '../events'
import type { AuditKind, GazetteKind, Sentence } from '../gazette'

/** Kinds that everybody may read: each is an entry of the gazette, or left out for a reason. */
export type PublicKind = { [Kind in EventKind]: 'public' extends AudienceOf<Kind> ? Kind : never }[EventKind]

/** The facts of an event as they are read. */
export type FactsOf<Kind extends EventKind> = z.output<EventOf<Kind>['facts']>

/** Who did it, and what it is about, by their public ids. */
export interface About {
  readonly actor: string | null
  readonly subject: string | null
}

/** Kinds that administrators may read and not everybody: each is in their audit, or left out for a reason. */
export type AdminKind = { [Kind in EventKind]: 'admins' extends AudienceOf<Kind> ? Kind : never }[EventKind]

/** How an event stands in the audit. */
export interface AuditLine<Kind extends EventKind> {
  readonly kind: AuditKind
  readonly say: (facts: FactsOf<Kind>, about: About) => Sentence
}

/** A line for each of these, and for public events that belong in the audit as well. */
export type AuditTable = { readonly [Kind in AdminKind]: AuditLine<Kind> | LeftOut } & {
  readonly [Kind in Exclude<PublicKind, AdminKind>]?: AuditLine<Kind>
}

/** How an event stands in the gazette. */
export interface GazetteLine<Kind extends EventKind> {
  readonly kind: GazetteKind
  readonly say: (facts: FactsOf<Kind>, about: About) => Sentence
}

/** Why a public event is no entry. */
export interface LeftOut {
  readonly leftOut: string
}

/** A line for each public kind: one that is missing does not compile, nor does one of a kind that is not public. */
export type GazetteTable = { readonly [Kind in PublicKind]: GazetteLine<Kind> | LeftOut }

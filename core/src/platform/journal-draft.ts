import {
  onlyAudienceOf,
  type AudienceOf,
  type EventAudience,
  type EventFacts,
  type EventKind,
} from '@nation/domain/events'

/**
 * Who may read a journal entry as a live event. Decided when it is written, checked by the server when it is read.
 * `listed`: the citizens of the fact's audience, each without a word of the others.
 */
export type Visibility = Exclude<EventAudience, 'citizen'> | `citizen:${string}`

/** Facts for each of those who may read an entry, by public id. */
export type Audience = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** How an audience is named by the writer: not at all where the kind has but one and it names nobody. */
type Reach<Named extends EventAudience, Every extends EventAudience = Named> = [Every] extends ['listed']
  ? { readonly audience: Audience; readonly visibility?: never }
  : [Every] extends ['citizen']
    ? { readonly visibility: `citizen:${string}`; readonly audience?: never }
    : [Every] extends [IsOne<Every>]
      ? { readonly visibility?: never; readonly audience?: never }
      : { readonly visibility: Named extends 'citizen' ? `citizen:${string}` : Named; readonly audience?: never }

/** The type itself where it is a single name; never where it is a union. */
type IsOne<All, One = All> = One extends One ? ([All] extends [One] ? One : never) : never

type Facts<Kind extends EventKind> =
  Record<string, never> extends EventFacts<Kind>
    ? { readonly facts?: EventFacts<Kind> }
    : { readonly facts: EventFacts<Kind> }

/** A fact of one kind, as a service states it. */
export type FactOf<Kind extends EventKind> = {
  /** `<feature>.<what happened>`, such as `elections.voted`. */
  readonly kind: Kind
  /** Public id of whoever did it; null when the nation itself did (a rollover). */
  readonly actor?: string | null
  /** Public id of what it is about. */
  readonly subject?: string | null
} & Facts<Kind> &
  Reach<AudienceOf<Kind>>

/** A fact of a declared kind: what is not declared in `domain/src/<feature>/events.ts` does not compile. */
export type JournalFact = { [Kind in EventKind]: FactOf<Kind> }[EventKind]

/** A fact as it is written down. */
export interface DraftedFact {
  readonly kind: string
  readonly actor: string | null
  readonly subject: string | null
  readonly visibility: Visibility
  readonly facts: Readonly<Record<string, unknown>>
}

type Check = (fact: DraftedFact) => void
let check: Check | null = null

/** Has every fact looked at as it is added: tests hold them to their declarations. Serving, types alone do. */
export function checkFacts(by: Check): void {
  check = by
}

/** Gathers a transaction's facts; the runner writes them in one statement before the commit. */
export class JournalDraft {
  readonly #facts: DraftedFact[] = []

  /** Adds a fact to this transaction's journal. */
  add(fact: JournalFact): void {
    const { kind, actor = null, subject = null, audience, visibility } = fact
    const drafted: DraftedFact = {
      kind,
      actor,
      subject,
      visibility: visibility ?? (onlyAudienceOf(kind) as Visibility),
      facts: audience ? { ...fact.facts, audience } : (fact.facts ?? {}),
    }
    check?.(drafted)
    this.#facts.push(drafted)
  }

  /** What has been added so far, in order. */
  get facts(): readonly DraftedFact[] {
    return this.#facts
  }
}

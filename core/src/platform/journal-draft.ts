import {
  onlyAudienceOf,
  type AudienceOf,
  type EventAudience,
  type EventFacts,
  type EventKind,
} from '@nation/domain/events'

/**
 * Who may read a journal entry as a live event. It is decided when the entry is written, and the server checks it at each read.
 * `listed`: the citizens in the fact's list; none of them sees the others.
 */
export type Visibility = Exclude<EventAudience, 'citizen'> | `citizen:${string}`

/** Facts for each citizen who may read an entry, by public id. */
export type Audience = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** How the writer names the audience. Not at all when the kind has only one audience that needs no name. */
type Reach<Named extends EventAudience, Every extends EventAudience = Named> = [Every] extends ['listed']
  ? { readonly audience: Audience; readonly visibility?: never }
  : [Every] extends ['citizen']
    ? { readonly visibility: `citizen:${string}`; readonly audience?: never }
    : [Every] extends [IsOne<Every>]
      ? { readonly visibility?: never; readonly audience?: never }
      : { readonly visibility: Named extends 'citizen' ? `citizen:${string}` : Named; readonly audience?: never }

/** The type itself when it is a single name; `never` when it is a union. */
type IsOne<All, One = All> = One extends One ? ([All] extends [One] ? One : never) : never

type Facts<Kind extends EventKind> =
  Record<string, never> extends EventFacts<Kind>
    ? { readonly facts?: EventFacts<Kind> }
    : { readonly facts: EventFacts<Kind> }

/** A journal entry of one kind, as a service adds it. */
export type FactOf<Kind extends EventKind> = {
  /** `<feature>.<what happened>`, such as `elections.voted`. */
  readonly kind: Kind
  /** Public id of the citizen who did it; null when no citizen did (such as the rollover). */
  readonly actor?: string | null
  /** Public id of what it is about. */
  readonly subject?: string | null
} & Facts<Kind> &
  Reach<AudienceOf<Kind>>

/** A journal entry of a declared kind. A kind that `domain/src/<feature>/events.ts` does not declare does not compile. */
export type JournalFact = { [Kind in EventKind]: FactOf<Kind> }[EventKind]

/** A journal entry as it is written. */
export interface DraftedFact {
  readonly kind: string
  readonly actor: string | null
  readonly subject: string | null
  readonly visibility: Visibility
  readonly facts: Readonly<Record<string, unknown>>
}

type Check = (fact: DraftedFact) => void
let check: Check | null = null

/**
 * Sets a function that checks every entry when it is added. Tests use it to compare entries with their declarations; in
 * production only types do.
 */
export function checkFacts(by: Check): void {
  check = by
}

/** The journal entries of a transaction. `run` writes them in one statement before the commit. */
export class JournalDraft {
  readonly #facts: DraftedFact[] = []

  /** Adds an entry to this transaction's journal. */
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

  /** The entries that were added so far, in order. */
  get facts(): readonly DraftedFact[] {
    return this.#facts
  }
}

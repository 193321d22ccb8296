/**
 * Who may read a journal entry as a live event. Decided when it is written, checked by the server when it is read.
 * `listed`: the citizens of the fact's audience, each without a word of the others.
 */
export type Visibility = 'public' | 'officials' | 'admins' | 'system' | 'listed' | `citizen:${string}`

/** Facts for each of those who may read an entry, by public id. */
export type Audience = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A fact, as a service states it. */
export interface JournalFact {
  /** `<feature>.<what happened>`, such as `elections.voted`. */
  readonly kind: string
  /** Public id of whoever did it; null when the nation itself did (a rollover). */
  readonly actor?: string | null
  /** Public id of what it is about. */
  readonly subject?: string | null
  /** Plain JSON: public ids, never secrets, never row keys. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** `public` unless said otherwise. */
  readonly visibility?: Exclude<Visibility, 'listed'>
  /** Makes the entry `listed`: one row for many who are each told something of their own. */
  readonly audience?: Audience
}

/** Gathers a transaction's facts; the runner writes them in one statement before the commit. */
export class JournalDraft {
  readonly #facts: JournalFact[] = []

  /** Adds a fact to this transaction's journal. */
  add(fact: JournalFact): void {
    this.#facts.push(fact)
  }

  /** What has been added so far, in order. */
  get facts(): readonly JournalFact[] {
    return this.#facts
  }
}

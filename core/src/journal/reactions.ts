import type { EventKind } from '@nation/domain/events'
import type { Context } from '../platform'
import type { JournalEntry } from './reader'

/**
 * Work that follows from a fact. It runs after the fact is committed, in a worker, at least once; `settle` runs in the same
 * transaction that marks it done, so its effect happens once.
 */
export interface Reaction {
  /** `<feature>.<what it does>`. */
  readonly name: string
  /** Kinds of facts that it follows from. */
  readonly kinds: readonly EventKind[]
  /** The part that talks to the outside, before the transaction; its result is handed to `settle`. */
  readonly prepare?: (entry: JournalEntry) => Promise<unknown>
  readonly settle: (ctx: Context, entry: JournalEntry, prepared: unknown) => Promise<void>
}

/** All reactions of a process. Every process that sequences must know the same ones. */
export class Reactions {
  readonly #byName = new Map<string, Reaction>()
  readonly #byKind = new Map<string, string[]>()

  /** @throws Error when two reactions have one name */
  constructor(reactions: readonly Reaction[] = []) {
    for (const reaction of reactions) {
      if (this.#byName.has(reaction.name)) throw new Error(`Two reactions are called '${reaction.name}'.`)
      this.#byName.set(reaction.name, reaction)
      for (const kind of reaction.kinds) this.#byKind.set(kind, [...(this.#byKind.get(kind) ?? []), reaction.name])
    }
  }

  /** Names of the reactions that follow from a kind of fact. */
  following(kind: string): readonly string[] {
    return this.#byKind.get(kind) ?? []
  }

  /** The reaction of that name. @throws Error when there is none */
  named(name: string): Reaction {
    const reaction = this.#byName.get(name)
    if (!reaction) throw new Error(`No reaction is called '${name}'.`)
    return reaction
  }
}

import type { Context } from '../platform/context'
import type { JournalEntry } from './reader'

/**
 * Work that follows from a fact. It runs after the fact is committed, in a worker, at least once; `settle` runs in the same
 * transaction that marks it done, so its effect happens once.
 */
export interface Reaction {
  /** `<feature>.<what it does>`. */
  readonly name: string
  /** Kinds of facts that it follows from. */
  readonly kinds: readonly string[]
  /** The part that talks to the outside, before the transaction; its result is handed to `settle`. */
  readonly prepare?: (entry: JournalEntry) => Promise<unknown>
  readonly settle: (ctx: Context, entry: JournalEntry, prepared: unknown) => Promise<void>
}

const reactions = new Map<string, Reaction>()
const byKind = new Map<string, string[]>()

/** Registers a reaction. Every process that sequences must register the same ones, before it begins. */
export function registerReaction(reaction: Reaction): void {
  if (reactions.has(reaction.name)) return
  reactions.set(reaction.name, reaction)
  for (const kind of reaction.kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), reaction.name])
}

/** Names of the reactions that follow from a kind of fact. */
export function handlersOf(kind: string): readonly string[] {
  return byKind.get(kind) ?? []
}

/** The reaction of that name. @throws Error when nobody registered it */
export function reactionNamed(name: string): Reaction {
  const reaction = reactions.get(name)
  if (!reaction) throw new Error(`No reaction is called '${name}'.`)
  return reaction
}

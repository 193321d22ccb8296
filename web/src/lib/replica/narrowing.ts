import type { ReplicaTable } from '@nation/domain/replica'

/** How far a search has looked through a table. */
export interface Looked {
  /** Where all words were found, in the order in which it was looked. */
  readonly places: readonly number[]
  /** The place where looking goes on: everything before it was looked at. */
  readonly next: number
}

/**
 * What the last search found, as far as it looked. With another letter, or another word, only some of that is found again, and something else
 * only where nothing was looked at yet: all letters of a query together look through a table once.
 */
export class Narrowing {
  #words: readonly string[] = []
  #changes = -1
  readonly #looked = new Map<ReplicaTable, Looked>()

  /** @param changes counts what changed in the tables: places hold as long as nothing did */
  begin(words: readonly string[], changes: number): void {
    const isNarrower = this.#words.every((word, at) => words[at]?.startsWith(word))
    if (changes !== this.#changes || !isNarrower) this.#looked.clear()
    this.#words = words
    this.#changes = changes
  }

  /** How far an earlier search of these words, or of fewer letters, has looked; undefined where another one began meanwhile. */
  of(table: ReplicaTable, words: readonly string[]): Looked | undefined {
    return words === this.#words ? this.#looked.get(table) : undefined
  }

  /** Keeps how far this search has looked, unless another one began or something changed meanwhile. */
  keep(table: ReplicaTable, words: readonly string[], changes: number, looked: Looked): void {
    if (words === this.#words && changes === this.#changes) this.#looked.set(table, looked)
  }

  clear(): void {
    this.#changes = -1
    this.#looked.clear()
  }
}

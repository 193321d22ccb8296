import type { Audience } from '@nation/core/journal'
import type { Caller } from '@nation/core/platform'
import type { Listener } from './event-hub'
import { listedFrame, type KeptEntry } from './event-window'

/** Listeners by what they may hear: an entry is handed to its audience, and nobody else is looked at. */
export class Listeners {
  readonly #all = new Set<Listener>()
  readonly #officials = new Set<Listener>()
  readonly #admins = new Set<Listener>()
  readonly #byCitizen = new Map<string, Set<Listener>>()
  /** As whom each was placed: who somebody is may change while they listen. */
  readonly #placed = new Map<Listener, Caller>()

  get size(): number {
    return this.#all.size
  }

  [Symbol.iterator](): Iterator<Listener> {
    return this.#all[Symbol.iterator]()
  }

  add(listener: Listener): void {
    this.delete(listener)
    const caller = listener.caller()
    this.#placed.set(listener, caller)
    this.#all.add(listener)
    if (!caller) return
    const isAdmin = caller.isAdmin || caller.isSuperAdmin
    if (isAdmin) this.#admins.add(listener)
    if (isAdmin || caller.governmentRole !== null) this.#officials.add(listener)
    const own = this.#byCitizen.get(caller.uid)
    if (own) own.add(listener)
    else this.#byCitizen.set(caller.uid, new Set([listener]))
  }

  delete(listener: Listener): void {
    const caller = this.#placed.get(listener)
    this.#placed.delete(listener)
    this.#all.delete(listener)
    this.#officials.delete(listener)
    this.#admins.delete(listener)
    const own = caller && this.#byCitizen.get(caller.uid)
    own?.delete(listener)
    if (caller && own?.size === 0) this.#byCitizen.delete(caller.uid)
  }

  /** Places a listener anew where it listens: who it is has changed. */
  rescope(listener: Listener): void {
    if (this.#all.has(listener)) this.add(listener)
  }

  clear(): void {
    for (const listener of [...this.#all]) this.delete(listener)
  }

  /** Hands an entry to those who may see it: the same bytes to all who are told the same. */
  tell(kept: KeptEntry): void {
    const { frame, listed, visibility } = kept
    if (listed) return this.#tellListed(kept, (listed.facts.audience ?? {}) as Audience)
    if (!frame) return
    for (const listener of this.#audienceOf(visibility)) listener.deliver(frame)
  }

  #audienceOf(visibility: string): Iterable<Listener> {
    if (visibility === 'public') return this.#all
    if (visibility === 'officials') return this.#officials
    if (visibility === 'admins') return this.#admins
    return this.#byCitizen.get(visibility.replace(/^citizen:/, '')) ?? []
  }

  /** Looks up each who is listed, or each who listens, whichever are fewer. */
  #tellListed(kept: KeptEntry, audience: Audience): void {
    const listed = Object.keys(audience)
    const uids = listed.length <= this.#byCitizen.size ? listed : this.#byCitizen.keys()
    for (const uid of uids) {
      const own = this.#byCitizen.get(uid)
      const frame = own && listedFrame(uid, kept)
      if (frame) for (const listener of own) listener.deliver(frame)
    }
  }
}

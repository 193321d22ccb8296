import { isRoleAudience, roleAudiences, type RoleAudience } from '@nation/domain/permissions'
import type { Audience, Visibility, Caller } from '@nation/core/platform'
import type { JournalEntry } from '@nation/core/journal'
import type { Listener } from './event-hub'
import { frameOf, listedFrame, type StoredEntry } from './event-window'

/** Content that is attached to an entry at delivery. `own`: replacements for some citizens, by public id. */
export interface Content {
  readonly shared: object
  readonly byCitizen: ReadonlyMap<string, object>
  /** Whether streams of the panel get the content, too. Otherwise they get only the event. */
  readonly panelToo: boolean
}

const roles = Object.keys(roleAudiences) as RoleAudience[]

/** Listeners indexed by audience: an entry is delivered to its audience without looking at other listeners. */
export class Listeners {
  readonly #all = new Set<Listener>()
  readonly #citizens = new Set<Listener>()
  readonly #byRole = new Map<RoleAudience, Set<Listener>>(roles.map((role) => [role, new Set()]))
  readonly #panels = new Set<Listener>()
  readonly #byCitizen = new Map<string, Set<Listener>>()
  /** The rights with which each listener was indexed; they may change while the stream is open. */
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
    this.#citizens.add(listener)
    for (const [role, listeners] of this.#byRole) if (roleAudiences[role](caller)) listeners.add(listener)
    // The panel's sign-in is separate from its citizen's: it gets no events for one citizen.
    if (caller.panel) return void this.#panels.add(listener)
    const listeners = this.#byCitizen.get(caller.uid)
    if (listeners) listeners.add(listener)
    else this.#byCitizen.set(caller.uid, new Set([listener]))
  }

  delete(listener: Listener): void {
    const caller = this.#placed.get(listener)
    this.#placed.delete(listener)
    this.#all.delete(listener)
    this.#citizens.delete(listener)
    for (const listeners of this.#byRole.values()) listeners.delete(listener)
    this.#panels.delete(listener)
    const listeners = caller && this.#byCitizen.get(caller.uid)
    listeners?.delete(listener)
    if (caller && listeners?.size === 0) this.#byCitizen.delete(caller.uid)
  }

  /** Indexes a listener again after its rights changed. */
  rescope(listener: Listener): void {
    if (this.#all.has(listener)) this.add(listener)
  }

  clear(): void {
    for (const listener of [...this.#all]) this.delete(listener)
  }

  /** The listeners of this process that may see an entry. */
  audienceOf({ visibility, facts }: Pick<JournalEntry, 'visibility' | 'facts'>): Iterable<Listener> {
    if (visibility !== 'listed') return this.#hearing(visibility)
    return this.#listed((facts.audience ?? {}) as Audience).flatMap((uid) => [...(this.#byCitizen.get(uid) ?? [])])
  }

  /**
   * Delivers an entry to the listeners that may see it; listeners that get the same share one encoding. Attached content is never
   * in a stored encoding.
   */
  tell(stored: StoredEntry, entry: JournalEntry, content: Content | undefined): void {
    const { frame, listed, visibility } = stored
    if (listed) return this.#sendListed(stored, (listed.facts.audience ?? {}) as Audience, content)
    if (!frame) return
    const full = content ? frameOf(entry, content.shared) : frame
    const forPanel = content?.panelToo ? full : frame
    const frames = this.#framesByListener(entry, content)
    for (const listener of this.#hearing(visibility))
      listener.deliver(frames.get(listener) ?? (this.#isPanels(listener) ? forPanel : full))
  }

  /**
   * The listeners of a transient event: those of an audience, or those of some citizens, except its author. The panel gets no
   * events of conversations.
   */
  passingTo(to: Visibility | readonly string[], except: string): Listener[] {
    const all = typeof to === 'string' ? this.#hearing(to) : to.flatMap((uid) => [...(this.#byCitizen.get(uid) ?? [])])
    const authors = this.#byCitizen.get(except)
    return [...all].filter((listener) => !authors?.has(listener) && !this.#isPanels(listener))
  }

  /** The streams of the panel. */
  get panels(): Iterable<Listener> {
    return this.#panels
  }

  #isPanels = (listener: Listener): boolean => this.#panels.has(listener)

  /** The encodings for single listeners. */
  #framesByListener(entry: JournalEntry, content: Content | undefined): ReadonlyMap<Listener, Buffer> {
    const frames = new Map<Listener, Buffer>()
    for (const [uid, replacement] of content?.byCitizen ?? []) {
      const listeners = this.#byCitizen.get(uid)
      const frame = listeners && frameOf(entry, replacement)
      if (frame) for (const listener of listeners) frames.set(listener, frame)
    }
    return frames
  }

  #hearing(visibility: Visibility): Iterable<Listener> {
    if (visibility === 'public') return this.#all
    if (visibility === 'citizens') return this.#citizens
    if (isRoleAudience(visibility)) return this.#byRole.get(visibility) ?? []
    return this.#byCitizen.get(visibility.replace(/^citizen:/, '')) ?? []
  }

  /** The listed citizens who have a stream here. Iterates over the shorter of the list and the listeners. */
  #listed(audience: Audience): string[] {
    const listed = Object.keys(audience)
    return listed.length <= this.#byCitizen.size ? listed : [...this.#byCitizen.keys()]
  }

  #sendListed(stored: StoredEntry, audience: Audience, content: Content | undefined): void {
    for (const uid of this.#listed(audience)) {
      const listeners = this.#byCitizen.get(uid)
      const frame = listeners && listedFrame(uid, stored, content && (content.byCitizen.get(uid) ?? content.shared))
      if (frame) for (const listener of listeners) listener.deliver(frame)
    }
  }
}

import type { CallRequest } from '@nation/domain/contract'
import { ApiError } from '../../../lib/api/api-error'
import { call, callForBytes } from '../../../lib/api/client'
import type { JsonCallId } from '../../../lib/api/client'
import { oneAttempt } from '../../../lib/api/transport'
import { serverNow } from '../../../lib/server-time'
import {
  askedAhead,
  openBroadcast,
  openReplica,
  rest,
  SearchableMemory,
  webLocks,
  wipe,
  type Nation,
  type Replica,
  type ReplicaParts,
} from '../../../lib/replica'
import { endPanel, onPanelChange, onPanelLeft, usePanel } from '../panel-session'
import { deleteAccount, saveAccount, onAccountElsewhere, readAccount, type Account } from './account'
import { deleteLooked } from './looked-at'
import { none, useReplica } from './use-replica'

/** Where a copy is stored. */
export interface Place {
  /** One for each profile: the name of its database. */
  readonly name: string
  /** The key of the profile, 32 bytes; null where the system stores none that lasts: then nothing is written. */
  readonly key: () => Promise<Uint8Array<ArrayBuffer> | null>
  /** Why the system stores no key that lasts, in sentences; known once the key was asked for. */
  readonly whyNoKey?: () => string | null
  /** Deletes that key: what was written with it can be read no more. */
  readonly deleteKey: () => Promise<unknown>
  /** The copy could not be opened, or not be deleted: the screen says so. */
  readonly failed: (error: unknown) => void
  /** What belongs to a browser; tests give their own. */
  readonly parts?: Partial<Pick<ReplicaParts, 'locks' | 'channel' | 'rest' | 'indexedDB' | 'nation' | 'now'>>
}

/** Screens are drawn anew, and the server is asked because of an event, at most once in so many milliseconds. */
const drawEveryMs = 50
const wakeEveryMs = 500

/** While all rows come, or are opened, screens are drawn less often from the first ones on, and lists of rows less often than that. */
const drawWhileFillingEveryMs = 500
const drawRowsWhileFillingEveryMs = 2_500

/**
 * Keeps a copy of the nation's rows for the administrator who signs in to the panel: opens the one that is there, follows the server, and deletes it
 * when its administrator leaves the panel or their session is ended. Resolves when it is known whether there is one, or that it could not
 * be opened, with how to stop. The next sign-in tries to open it again.
 */
export async function runReplica(place: Place): Promise<() => void> {
  const keeper = new Keeper(place)
  const wake = () => keeper.wake()
  addEventListener('online', wake)
  const stops = [
    usePanel.subscribe((now, before) => {
      if (now.token !== null && now.adminId !== null && now.token !== before.token)
        keeper.signedIn({ me: now.adminId, token: now.token, farewell: now.farewell }).catch(place.failed)
    }),
    onPanelLeft(() => void keeper.leave().catch(place.failed)),
    onPanelChange(wake),
    onAccountElsewhere(place.name, () => void keeper.readAgain().catch(place.failed)),
    () => removeEventListener('online', wake),
    () => keeper.close(),
  ]
  wakeUp = wake
  await keeper.begin().catch(place.failed)
  return () => {
    for (const stop of stops) stop()
  }
}

let wakeUp = (): void => undefined

/** Something may have changed at the server: the copy asks soon. */
export const wakeReplica = (): void => wakeUp()

class Keeper {
  #account: Account | null = null
  #drawing: ReturnType<typeof setTimeout> | undefined
  /** When that is, by the page's own clock. */
  #due = 0
  /** When lists of rows were drawn last. */
  #rowsDrawnAt = 0
  #waking: ReturnType<typeof setTimeout> | undefined
  /** Opening and closing go one after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly place: Place) {}

  begin(): Promise<void> {
    return this.#inTurn(async () => {
      const key = await this.place.key()
      this.#account = await readAccount(this.place.name, key)
      if (this.#account) await this.#open(this.#account, key)
      useReplica.setState({ ready: true })
    })
  }

  /** The copy belongs to the account that signed in; its newest token requests the changes. */
  signedIn(account: Account): Promise<void> {
    return this.#inTurn(async () => {
      const isOpen = useReplica.getState().replica !== null && this.#account?.me === account.me
      if (this.#account !== null && this.#account.me !== account.me) deleteLooked(this.place.name)
      this.#account = account
      // Asked before anything else: it is answered while the panel is drawn for the first time, and the copy is opened.
      const nation = isOpen ? this.#nation() : askedAhead(this.#nation())
      const key = await this.place.key()
      await saveAccount(this.place.name, key, account)
      if (isOpen) this.wake()
      else await this.#open(account, key, nation)
    })
  }

  /** Another window signed in, or left. */
  readAgain(): Promise<void> {
    return this.#inTurn(async () => {
      const key = await this.place.key()
      const account = await readAccount(this.place.name, key)
      const isAnothers = account !== null && account.me !== this.#account?.me
      this.#account = account ?? this.#account
      if (account && isAnothers) await this.#open(account, key)
      else this.wake()
    })
  }

  /** Deletes all that is on this machine: rows, what waited to be sent, the account, and the key. */
  leave(): Promise<void> {
    return this.#inTurn(async () => {
      const { replica } = useReplica.getState()
      const token = this.#account?.token
      this.#account = null
      deleteAccount(this.place.name)
      useReplica.setState({ ...none, ready: true })
      if (replica) await replica.wipe()
      else await wipe(this.place.name, this.place.parts?.indexedDB ?? {})
      await this.place.deleteKey()
      // After a restart it is the copy's session alone, which only this ends.
      if (token !== undefined) void call('admin.logout', {}, { bearer: token, retries: oneAttempt }).catch(() => {})
    })
  }

  /** The server may have something new: it is asked soon. */
  wake(): void {
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined
      useReplica.getState().replica?.wake()
    }, wakeEveryMs)
  }

  /** Ends the window's part in it; what is stored stays. */
  close(): void {
    clearTimeout(this.#waking)
    clearTimeout(this.#drawing)
    useReplica.getState().replica?.close()
    useReplica.setState(none)
  }

  #nation(): Nation {
    return this.place.parts?.nation ?? nationBy(() => this.#account)
  }

  async #open(account: Account, key: Uint8Array<ArrayBuffer> | null, nation = this.#nation()): Promise<void> {
    const { replica: before } = useReplica.getState()
    before?.close()
    useReplica.setState({ opening: before === null })
    try {
      await this.#openFor(account, key, nation)
    } finally {
      useReplica.setState({ opening: false })
    }
  }

  async #openFor({ me }: Account, key: Uint8Array<ArrayBuffer> | null, nation: Nation): Promise<void> {
    // A drawing of the one before would stand in the way of this one's first.
    clearTimeout(this.#drawing)
    this.#drawing = undefined
    const memory = new SearchableMemory()
    const replica = await openReplica({
      name: this.place.name,
      key,
      indexedDB: {},
      locks: webLocks,
      channel: openBroadcast,
      // This computer's own clock may be wrong by a day.
      now: serverNow,
      rest,
      ...this.place.parts,
      nation,
      me,
      memory,
    })
    const noKeyReason = key === null ? (this.place.whyNoKey?.() ?? null) : null
    useReplica.setState({ replica, memory, ready: true, noKeyReason })
    this.#draw(replica)
    replica.watch(() => this.#drawSoon(replica))
    void replica.follow()
  }

  /** The first rows are drawn at once, those that come after them less often, and at once again when all are there. */
  #drawSoon(replica: Replica): void {
    const inMs = hasFirstRows(replica) ? 0 : isFilling(replica) ? drawWhileFillingEveryMs : drawEveryMs
    const due = performance.now() + inMs
    if (this.#drawing !== undefined && this.#due <= due) return
    clearTimeout(this.#drawing)
    this.#due = due
    this.#drawing = setTimeout(() => {
      this.#drawing = undefined
      this.#draw(replica)
    }, inMs)
  }

  #draw(replica: Replica): void {
    const { replica: current, memory, version, entries: before, state: shown } = useReplica.getState()
    if (current !== replica) return
    // The session was ended: nothing of the copy may be seen any more.
    if (replica.state.notice === 'wiped') return this.#ended(replica.state.leading)
    const now = performance.now()
    const { entries } = replica.outbox
    const { unread, contact } = replica.state
    // A queued command is seen in its row at once. What is said to be complete is, with what came last, also where it broke off.
    const areRowsDue =
      !isFilling(replica) ||
      entries !== before ||
      String(unread) !== String(shown?.unread) ||
      contact !== shown?.contact ||
      now - this.#rowsDrawnAt >= drawRowsWhileFillingEveryMs
    if (areRowsDue) this.#rowsDrawnAt = now
    useReplica.setState({ state: replica.state, entries, ...(areRowsDue && { version: version + 1 }) })
    // In a task of its own: what was drawn now may have been a long one.
    if (!isFilling(replica)) setTimeout(() => void memory?.prepareSearch())
  }

  /** @param isFirst whether this window found out itself: one that was notified must not delete the key of a new sign-in */
  #ended(isFirst: boolean): void {
    this.#account = null
    deleteAccount(this.place.name)
    useReplica.setState({ ...none, ready: true })
    endPanel(true)
    if (isFirst) this.place.deleteKey().catch(this.place.failed)
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }
}

/** Whether rows are there, and none of them is on the screen yet. */
const hasFirstRows = ({ state }: Replica): boolean => state.rows > 0 && useReplica.getState().state?.rows === 0

/** Whether rows still come, and some of them are on the screen. */
const isFilling = ({ state }: Replica): boolean =>
  (!state.filled || state.loading) && (useReplica.getState().state?.rows ?? 0) > 0

/** The calls of the copy. They end no session of the screens': the copy itself says what became of its own. */
function nationBy(account: () => Account | null): Nation {
  const asSignedIn = () => {
    const bearer = account()?.token
    if (bearer === undefined) throw new ApiError(401, 'unauthenticated', 'Please sign in to the panel again.')
    return { bearer, retries: oneAttempt }
  }
  const ask = async <Id extends JsonCallId>(id: Id, input: CallRequest<Id>) => call(id, input, asSignedIn())
  return {
    farewell: () => account()?.farewell ?? null,
    open: () => ask('replica.open', {}),
    rows: async (input) => callForBytes('replica.rows', input, asSignedIn()),
    changes: (input) => ask('replica.changes', input),
    run: (input) => ask('commands.run', input),
  }
}

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
import { useAccountToken } from './account-token'
import { deleteLooked } from './looked-at'
import { none, useReplica } from './use-replica'

/** The storage of a copy. */
export interface Place {
  /** The name of the database; one for each profile. */
  readonly name: string
  /** The key of the profile, 32 bytes; null when the system cannot store a lasting one: then nothing is written. */
  readonly key: () => Promise<Uint8Array<ArrayBuffer> | null>
  /** Why the system stores no key that lasts, in sentences; known once the key was asked for. */
  readonly whyNoKey?: () => string | null
  /** Deletes that key: what was written with it can be read no more. */
  readonly deleteKey: () => Promise<unknown>
  /** Called when the copy could not be opened or deleted; the screen says so. */
  readonly failed: (error: unknown) => void
  /** The functions of the browser; tests pass their own. */
  readonly parts?: Partial<Pick<ReplicaParts, 'locks' | 'channel' | 'rest' | 'indexedDB' | 'nation' | 'now'>>
}

/** The least time, in milliseconds, between two renders of the screens, and between two reads that events cause. */
const drawEveryMs = 50
const wakeEveryMs = 500

/** The same while all rows are read or opened: after the first rows, screens render less often, and lists of rows still less often. */
const drawWhileFillingEveryMs = 500
const drawRowsWhileFillingEveryMs = 2_500

/**
 * Maintains a copy of the nation's rows for the administrator who signs in to the panel: opens the stored one, follows the server, and
 * deletes it when the administrator leaves the panel or the server ends their session. Resolves when it is known whether there is a copy,
 * or that it could not be opened, with a function that stops it. The next sign-in tries to open it again.
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

/** Makes the copy read changes soon. */
export const wakeReplica = (): void => wakeUp()

class Keeper {
  #ofAccount: Account | null = null
  #drawing: ReturnType<typeof setTimeout> | undefined
  /** The time of the next render, by the page's own clock. */
  #due = 0
  /** The time of the last render of lists of rows. */
  #rowsDrawnAt = 0
  #waking: ReturnType<typeof setTimeout> | undefined
  /** Opening and closing go one after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly place: Place) {}

  get #account(): Account | null {
    return this.#ofAccount
  }

  set #account(account: Account | null) {
    this.#ofAccount = account
    useAccountToken.setState({ token: account?.token ?? null })
  }

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
      // The first request of all: its answer arrives while the panel renders for the first time and the copy is opened.
      const nation = isOpen ? this.#nation() : askedAhead(this.#nation())
      const key = await this.place.key()
      await saveAccount(this.place.name, key, account)
      if (isOpen) this.wake()
      else await this.#open(account, key, nation)
    })
  }

  /** Called when another window signed in or left. */
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

  /** Deletes everything on this machine: the rows, the outbox, the account and the key. */
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
      // After a restart only the copy uses this session, so only this code ends it.
      if (token !== undefined) void call('admin.logout', {}, { bearer: token, retries: oneAttempt }).catch(() => {})
    })
  }

  /** Reads changes soon. */
  wake(): void {
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined
      useReplica.getState().replica?.wake()
    }, wakeEveryMs)
  }

  /** Stops this window; the stored data stays. */
  close(): void {
    clearTimeout(this.#waking)
    clearTimeout(this.#drawing)
    useReplica.getState().replica?.close()
    useReplica.setState(none)
    useAccountToken.setState({ token: null })
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
    // A pending render for the previous copy would delay the first render of this one.
    clearTimeout(this.#drawing)
    this.#drawing = undefined
    const memory = new SearchableMemory()
    const replica = await openReplica({
      name: this.place.name,
      key,
      indexedDB: {},
      locks: webLocks,
      channel: openBroadcast,
      // The clock of this computer may be wrong by a day.
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

  /** Renders the first rows at once, later rows less often, and the last rows at once again. */
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
    // The session has ended: no row of the copy may be shown any more.
    if (replica.state.notice === 'wiped') return this.#ended(replica.state.leading)
    const now = performance.now()
    const { entries } = replica.outbox
    const { unread, contact } = replica.state
    // A queued command shows in its row at once. A complete copy, or one that stopped, is rendered with its last rows.
    const areRowsDue =
      !isFilling(replica) ||
      entries !== before ||
      String(unread) !== String(shown?.unread) ||
      contact !== shown?.contact ||
      now - this.#rowsDrawnAt >= drawRowsWhileFillingEveryMs
    if (areRowsDue) this.#rowsDrawnAt = now
    useReplica.setState({ state: replica.state, entries, ...(areRowsDue && { version: version + 1 }) })
    // In a task of its own, because this render may have been long.
    if (!isFilling(replica)) setTimeout(() => void memory?.prepareSearch())
  }

  /** @param isFirst whether this window noticed the end itself. A notified window must not delete the key of a new sign-in */
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

/** Whether there are rows, and none of them is on the screen yet. */
const hasFirstRows = ({ state }: Replica): boolean => state.rows > 0 && useReplica.getState().state?.rows === 0

/** Whether rows still arrive, and some of them are on the screen. */
const isFilling = ({ state }: Replica): boolean =>
  (!state.filled || state.loading) && (useReplica.getState().state?.rows ?? 0) > 0

/** The calls of the copy. Their failures do not end the session of the screens: the copy handles the end of its own session. */
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

import { create } from 'zustand'
import type { ApiError } from '../../../lib/api/api-error'
import { serverNow } from '../../../lib/server-time'
import { keep, storedKeys, MESSENGER_KEYS, readStored } from '../../../lib/store/device'
import type { Quoted, RoomId } from '../types'
import { asImages, asQuoted } from './drafts'

/** A message that was written here and that the conversation does not show yet. */
export interface Outgoing {
  /** Made here, so that a message that is sent twice is there once. */
  readonly clientId: string
  readonly room: RoomId
  readonly text: string
  readonly replyTo: Quoted | null
  readonly images: readonly string[]
  /** When it was written, in the nation's time: the order in which messages are sent. */
  readonly at: number
  readonly state: 'waiting' | 'failed' | 'sent'
  /** How often its writer has pressed Retry: an attempt that fails says nothing about one that was asked for after it began. */
  readonly retries: number
  /** Why it failed: in a sentence, and by its code, which alone decides anything; whether trying again by itself can help. */
  readonly problem: string | null
  readonly code: ApiError['code'] | null
  readonly passing: boolean
  /** Until when the nation does not want to be asked for it again, in its time; null where it did not say. */
  readonly heldUntil: number | null
  /** Its place in the conversation, once the nation has it. */
  readonly number: number | null
}

interface Outbox {
  /** Whose messages these are. */
  readonly uid: string | null
  /** The oldest first. */
  readonly entries: readonly Outgoing[]
}

const OUT = `${MESSENGER_KEYS}out.`
const beginning = (uid: string) => `${OUT}${uid}.`
const keyOf = (uid: string, clientId: string) => beginning(uid) + clientId

/**
 * The outbox of the signed-in citizen on this device, one storage key for each message. All tabs show the same, and follow what another
 * one changes. Where nothing can be stored, messages last as long as the page.
 */
export const useOutbox = create<Outbox>(() => ({ uid: null, entries: [] }))

/** A message that the nation has stays this long, in milliseconds, until the conversation shows it. */
const SHOWN_BY = 30_000

function asOutgoing(stored: string | null): Outgoing | null {
  try {
    const one = JSON.parse(stored ?? 'null') as Record<string, unknown> | null
    if (!one || typeof one.clientId !== 'string' || typeof one.room !== 'string' || typeof one.text !== 'string')
      return null
    return {
      clientId: one.clientId,
      room: one.room,
      text: one.text,
      replyTo: asQuoted(one.replyTo),
      images: asImages(one.images),
      at: typeof one.at === 'number' ? one.at : 0,
      state: one.state === 'failed' || one.state === 'sent' ? one.state : 'waiting',
      retries: typeof one.retries === 'number' ? one.retries : 0,
      problem: typeof one.problem === 'string' ? one.problem : null,
      // Without a code it was stored by an earlier version, or failed in the browser.
      code: typeof one.code === 'string' ? (one.code as Outgoing['code']) : null,
      passing: one.passing === true,
      heldUntil: typeof one.heldUntil === 'number' ? one.heldUntil : null,
      number: typeof one.number === 'number' ? one.number : null,
    }
  } catch {
    return null
  }
}

/** A message as it is now: another tab may have sent it meanwhile, and what the device could not store is in memory. */
export function storedOutgoing(clientId: string): Outgoing | null {
  const { uid, entries } = useOutbox.getState()
  if (uid === null) return null
  // What the device has of it is older.
  if (inMemory.has(clientId)) return entries.find((one) => one.clientId === clientId) ?? null
  return asOutgoing(readStored(keyOf(uid, clientId)))
}

/** Messages whose latest state the device could not store. */
const inMemory = new Set<string>()

const inOrder = (entries: readonly Outgoing[]) =>
  entries.toSorted((a, b) => a.at - b.at || (a.clientId < b.clientId ? -1 : 1))

/** Reads the outbox of a citizen from this device. What others left here is deleted; null: no citizen is signed in. */
export function openOutbox(uid: string | null): void {
  inMemory.clear()
  if (uid === null) return useOutbox.setState({ uid, entries: [] })
  for (const key of storedKeys(MESSENGER_KEYS)) if (!key.includes(uid)) keep(key, null)
  const stored = storedKeys(beginning(uid)).flatMap((key) => asOutgoing(readStored(key)) ?? [])
  const old = stored.filter(({ state, at }) => state === 'sent' && at + SHOWN_BY < serverNow())
  for (const { clientId } of old) keep(keyOf(uid, clientId), null)
  useOutbox.setState({ uid, entries: inOrder(stored.filter((one) => !old.includes(one))) })
}

/** Puts a message into the outbox, or changes one that is there. */
export function putOutgoing(entry: Outgoing): void {
  const { uid } = useOutbox.getState()
  if (uid === null) return
  if (keep(keyOf(uid, entry.clientId), JSON.stringify(entry))) inMemory.delete(entry.clientId)
  else inMemory.add(entry.clientId)
  show(entry.clientId, entry)
}

/** Takes messages out: the conversation shows them, or their writer has given them up. */
export function dropOutgoing(clientIds: readonly string[]): void {
  const { uid } = useOutbox.getState()
  if (uid === null || clientIds.length === 0) return
  for (const clientId of clientIds) {
    keep(keyOf(uid, clientId), null)
    inMemory.delete(clientId)
    show(clientId, null)
  }
}

function show(clientId: string, entry: Outgoing | null): void {
  useOutbox.setState(({ entries }) => {
    const others = entries.filter((one) => one.clientId !== clientId)
    return { entries: entry ? inOrder([...others, entry]) : others }
  })
}

/** Follows what other tabs put in and take out. Answers how to stop. */
export function followOutbox(): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    const { uid } = useOutbox.getState()
    if (uid === null) return
    // Everything was deleted at once.
    if (key === null) return openOutbox(uid)
    if (!key.startsWith(beginning(uid))) return
    const clientId = key.slice(beginning(uid).length)
    inMemory.delete(clientId)
    show(clientId, asOutgoing(newValue))
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

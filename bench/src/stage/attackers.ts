import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** What the issue of the figures is: hostile text, replays without end, answers that are stored. */
export type Attack = 'text' | 'replays' | 'answers'

/** An order for the process of the attackers. */
export interface Orders {
  readonly attacks: readonly Attack[]
  readonly port: number
  /** Their few addresses, as a proxy tells of them. */
  readonly addresses: readonly string[]
  /** Citizens of theirs who stand, and whose texts they change. */
  readonly candidates: readonly { readonly token: string; readonly candidateId: string }[]
}

/** What came of it. */
export interface Spoils {
  readonly calls: number
  readonly refusedByLimits: number
  readonly bytesRead: number
}

const streamsAtOnce = 45
/** How many entries before the newest one a replay begins; a process keeps 2,000. */
const windowReached = 1_900
const zeroWidth = '\u200c'.repeat(43_000)
/** Texts that make careless patterns start anew at every character; each fits into 128 KiB. */
const hostile = [zeroWidth, 'e\u0301\u0327'.repeat(25_000), '\u202e[('.repeat(25_000), '\r\n '.repeat(30_000)]

let going = false
let calls = 0
let refusedByLimits = 0
let bytesRead = 0
let running: Promise<unknown>[] = []

process.on('message', (orders: Orders | 'stop') => {
  if (orders === 'stop') return void stop()
  going = true
  ;[calls, refusedByLimits, bytesRead] = [0, 0, 0]
  running = orders.attacks.flatMap((attack) => attacks[attack](orders))
})

async function stop(): Promise<void> {
  going = false
  await Promise.allSettled(running)
  process.send?.({ calls, refusedByLimits, bytesRead } satisfies Spoils)
}

/** Does it again and again, each time with the next number; an attempt that a limit refuses waits a little. */
async function again(attempt: (number: number) => Promise<number>): Promise<void> {
  for (let number = 0; going; number++) {
    const status = await attempt(number).catch(() => 0)
    calls += 1
    if (status !== 429 && status !== 0) continue
    if (status === 429) refusedByLimits += 1
    await pause(200)
  }
}

const attacks: Record<Attack, (orders: Orders) => Promise<void>[]> = {
  text: (orders) => [
    ...orders.addresses.map((address) =>
      again((number) => {
        const message = hostile[number % hostile.length]
        return post(orders, '/api/logs', { entries: [{ level: 'error', message, at: Date.now() }] }, address)
      }),
    ),
    ...orders.candidates.map(({ token, candidateId }, place) =>
      again((number) => {
        const bio = hostile[number % hostile.length]
        return post(orders, '/api/candidates/update', { candidateId, bio }, addressOf(orders, place), token)
      }),
    ),
  ],
  replays: (orders) => [
    again(async (number) => {
      const leave = new AbortController()
      const address = addressOf(orders, number)
      const head = await headNow(orders, address)
      if (head === null) return 429
      // Nearly all that a process keeps: an older number would be answered by one `reset`.
      const after = Math.max(0, head - windowReached)
      const streams = Array.from({ length: streamsAtOnce }, () => replay(orders, address, after, leave.signal))
      await pause(1_000)
      leave.abort()
      const statuses = await Promise.all(streams)
      return statuses.every((status) => status === 429) ? 429 : 200
    }),
  ],
  answers: (orders) =>
    orders.candidates.flatMap(({ token, candidateId }, place) =>
      Array.from({ length: 4 }, (_, lane) =>
        again((number) => {
          const change = { candidateId, campaignSlogan: `Slogan ${lane}.${number}` }
          return post(orders, '/api/candidates/update', change, addressOf(orders, place), token)
        }),
      ),
    ),
}

const addressOf = ({ addresses }: Orders, place: number): string => addresses[place % addresses.length] ?? ''

async function post({ port }: Orders, path: string, body: object, address: string, token?: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token !== undefined && { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }),
    },
    body: JSON.stringify(body),
  })
  bytesRead += (await answer.arrayBuffer()).byteLength
  return answer.status
}

/** The newest number, which a stream that asks for none begins with; null when it is refused. */
async function headNow(orders: Orders, address: string): Promise<number | null> {
  const leave = new AbortController()
  const answer = await listen(orders, address, leave.signal)
  let received = ''
  if (answer.status === 200) {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      received += Buffer.from(chunk).toString()
      if (received.includes('"seq"')) break
    }
  }
  leave.abort()
  const head = /event: attached\nid: (\d+)/.exec(received)?.[1]
  return head === undefined ? null : Number(head)
}

const listen = ({ port }: Orders, address: string, signal: AbortSignal, after?: number): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/events${after === undefined ? '' : `?after=${after}`}`, {
    signal,
    headers: { 'x-forwarded-for': address },
  })

/** Reads a stream behind an entry until it is aborted. Answers its status. */
async function replay(orders: Orders, address: string, after: number, signal: AbortSignal): Promise<number> {
  let status = 0
  try {
    const answer = await listen(orders, address, signal, after)
    status = answer.status
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytesRead += chunk.length
  } catch {
    // Left.
  }
  return status
}

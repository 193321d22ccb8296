import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'

/** A citizen who talks through HTTP: a token, and one of several processes at a time. */
export interface Talker {
  readonly uid: string
  /** It may be renewed meanwhile, as clients renew it. */
  token: string
}

/** Where something is said: a channel's name, or a direct conversation's public id. */
export type Place = string

/** A message that the server acknowledged. */
export interface Acknowledged {
  readonly place: Place
  readonly number: number
  readonly id: string
  readonly text: string
}

const isDirect = (place: Place) => place.includes('-')
/** Between two attempts, as a client waits. */
const betweenMs = 200

/** Figures of what talkers went through, so that a test knows that its faults were felt. */
export interface Felt {
  unanswered: number
  resent: number
  streamsEnded: number
}

/** Asks again and again until there is an answer of the call itself; a refusal is a failure. */
async function ask(
  origin: () => string,
  talker: Talker,
  path: string,
  felt: Felt,
  body?: object,
  goesOn: () => boolean = () => true,
): Promise<unknown> {
  while (goesOn()) {
    const answer = await fetch(`${origin()}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${talker.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => null)
    if (answer?.status === 200) return answer.body
    if (answer && answer.status < 500 && answer.status !== 429) {
      throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
    felt[answer ? 'resent' : 'unanswered']++
    await pause(betweenMs)
  }
  throw new Error(`${path} was given up.`)
}

/**
 * Sends one message under one client's id, again and again until it is acknowledged. `isLost`: the first answer does not reach the
 * sender, who sends once more.
 */
export async function say(
  origin: () => string,
  sender: Talker,
  { place, text, isLost }: { readonly place: Place; readonly text: string; readonly isLost: boolean },
  felt: Felt,
): Promise<Acknowledged> {
  const [call, where] = isDirect(place)
    ? ['messenger/send-message', { conversationId: place }]
    : ['messenger/send-group-message', { groupId: place }]
  const body = { ...where, message: text, clientId: randomUUID() }
  if (isLost) await ask(origin, sender, call, felt, body)
  const { number, messageId } = (await ask(origin, sender, call, felt, body)) as { number: number; messageId: string }
  return { place, number, id: messageId, text }
}

interface NewMessages {
  readonly kind: string
  readonly facts: {
    readonly channel?: string
    readonly conversationId?: string
    readonly from: number
    readonly to: number
  }
  readonly messages?: readonly { readonly id: string; readonly number: number; readonly message: string }[]
}

interface Page {
  readonly messages: NonNullable<NewMessages['messages']>
  readonly hasNewer: boolean
}

/**
 * A browser that reads places along: it listens, resumes behind the last number that it heard, takes messages that come with
 * events, and reads pages where there is a gap.
 */
export class Reader {
  /** What it shows of each place, in order. */
  readonly shown: ReadonlyMap<Place, { readonly number: number; readonly id: string; readonly text: string }[]>
  /** What must never happen: another message under a number that it has, or a gap in what one stream tells. */
  readonly wrong: string[] = []
  readonly #origin: () => string
  readonly #felt: Felt
  readonly #reading = new Map<Place, { again: boolean; done: Promise<void> }>()
  #lastEvent: string | undefined
  #connection = new AbortController()
  #isOver = false
  #ended: Promise<void>

  constructor(
    readonly talker: Talker,
    places: readonly Place[],
    origin: () => string,
    felt: Felt,
  ) {
    this.shown = new Map(places.map((place) => [place, []]))
    this.#origin = origin
    this.#felt = felt
    this.#ended = this.#listenOn()
  }

  /** Loses its connection, and comes back. */
  drop(): void {
    this.#connection.abort()
  }

  /** The number of the newest message that it shows; it shows all before that. */
  last(place: Place): number {
    return this.shown.get(place)?.length ?? 0
  }

  async close(): Promise<void> {
    this.#isOver = true
    this.#connection.abort()
    await this.#ended
    await Promise.all([...this.#reading.values()].map(({ done }) => done))
  }

  async #listenOn(): Promise<void> {
    while (!this.#isOver) {
      this.#connection = new AbortController()
      await this.#listen(this.#connection.signal).catch(() => undefined)
      this.#felt.streamsEnded++
      if (!this.#isOver) await pause(betweenMs)
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const response = await fetch(`${this.#origin()}/api/events`, {
      signal,
      headers: {
        authorization: `Bearer ${this.talker.token}`,
        ...(this.#lastEvent !== undefined && { 'last-event-id': this.#lastEvent }),
      },
    })
    if (response.status !== 200) return
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        if (event !== 'passing') this.#lastEvent = id
        if (event === undefined) this.#hear(JSON.parse(data) as NewMessages)
        // Attached for the first time, or behind a gap: what was said before is read.
        else if (event !== 'passing') for (const place of this.shown.keys()) this.#read(place)
      },
    })
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      parser.feed(decoder.decode(chunk, { stream: true }))
    }
  }

  #hear({ kind, facts, messages }: NewMessages): void {
    if (!kind.startsWith('messenger.posted')) return
    const place = facts.channel ?? facts.conversationId ?? ''
    if (!this.shown.has(place) || facts.to <= this.last(place)) return
    if (messages && facts.from <= this.last(place) + 1 && !this.#reading.has(place)) this.#take(place, messages)
    else this.#read(place)
  }

  #take(place: Place, messages: Page['messages']): void {
    const shown = this.shown.get(place) ?? []
    for (const { number, id, message } of messages) {
      const known = shown[number - 1]
      if (known && known.id !== id) this.wrong.push(`${place} ${number}: ${id} after ${known.id}`)
      if (!known && number !== shown.length + 1) this.wrong.push(`${place} ${number} after ${shown.length}`)
      if (!known) shown.push({ number, id, text: message })
    }
  }

  /** Reads what it does not show yet; once more, and not more often, if anything was said meanwhile. */
  #read(place: Place): void {
    const running = this.#reading.get(place)
    if (running) {
      running.again = true
      return
    }
    const reading = { again: false, done: Promise.resolve() }
    this.#reading.set(place, reading)
    const read = async () => {
      try {
        do {
          reading.again = false
          await this.#readOn(place)
        } while (reading.again && !this.#isOver)
      } catch (error) {
        this.wrong.push(String(error))
      } finally {
        this.#reading.delete(place)
      }
    }
    reading.done = read()
  }

  async #readOn(place: Place): Promise<void> {
    for (let more = true; more && !this.#isOver;) {
      const call = isDirect(place) ? `get-messages?conversationId=${place}` : `get-group-messages?groupId=${place}`
      const path = `messenger/${call}&limit=100&after=${this.last(place)}`
      const page = (await ask(this.#origin, this.talker, path, this.#felt, undefined, () => !this.#isOver)) as Page
      this.#take(place, page.messages)
      more = page.hasNewer
    }
  }
}

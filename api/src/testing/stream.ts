import { createParser } from 'eventsource-parser'

/** A transient event, which is not stored. `heardAt`: when it came, as `performance.now()` says it. */
export interface Passed {
  readonly kind: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly heardAt: number
}

/** An event stream of a test, and all that it received. */
export interface TestStream<Heard> {
  readonly heard: Heard[]
  /** When each of them came, as `performance.now()` says it. */
  readonly heardAt: number[]
  /** What it received besides entries of the journal: its places, and that something passes. */
  readonly places: string[]
  /** What passes, and is in no journal. */
  readonly passed: Passed[]
  /** Resolves when the stream has ended, from either side. */
  readonly over: Promise<void>
  readonly leave: () => void
}

/** Opens a stream; as a visitor without a token, and behind the entry `after`. */
export async function openStream<Heard>(
  origin: string,
  token: string | undefined,
  after?: number,
): Promise<TestStream<Heard>> {
  const connection = new AbortController()
  const response = await fetch(`${origin}/api/events`, {
    signal: connection.signal,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(after !== undefined && { 'last-event-id': String(after) }),
    },
  })
  const [heard, heardAt, places]: [Heard[], number[], string[]] = [[], [], []]
  const passed: Passed[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'passing') passed.push({ ...(JSON.parse(data) as Passed), heardAt: performance.now() })
      if (event !== undefined) return void places.push(event)
      heard.push(JSON.parse(data) as Heard)
      heardAt.push(performance.now())
    },
  })
  const over = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      parser.feed(decoder.decode(chunk, { stream: true }))
    }
  })().catch(() => undefined)
  return { heard, heardAt, places, passed, over, leave: () => connection.abort() }
}

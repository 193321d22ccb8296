import { createParser } from 'eventsource-parser'

/** One message of an event stream (text/event-stream). */
export interface StreamMessage {
  /** `message` where the stream names none. */
  readonly event: string
  readonly id: string
  readonly data: string
}

/** Reads the messages of an event stream as they arrive. Calls `onBytes` for anything, heartbeats included. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<StreamMessage> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const arrived: StreamMessage[] = []
  const parser = createParser({
    onEvent: ({ event = 'message', id = '', data }) => arrived.push({ event, id, data }),
  })
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onBytes()
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0)
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** One message of an event stream (text/event-stream). */
export interface StreamMessage {
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
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onBytes()
      rest += decoder.decode(value, { stream: true }).replaceAll('\r\n', '\n')
      let end: number
      while ((end = rest.indexOf('\n\n')) >= 0) {
        const message = parseMessage(rest.slice(0, end))
        rest = rest.slice(end + 2)
        if (message) yield message
      }
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

function parseMessage(block: string): StreamMessage | null {
  let id = ''
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') id = value
    if (field === 'data') data.push(value)
  }
  return data.length > 0 ? { id, data: data.join('\n') } : null
}

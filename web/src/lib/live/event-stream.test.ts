import { describe, expect, it } from 'vitest'
import { readEventStream } from './event-stream'

const streamOf = (...chunks: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
      }
      controller.close()
    },
  })

const read = async (...chunks: (string | Uint8Array)[]) => {
  const messages = []
  for await (const message of readEventStream(streamOf(...chunks))) messages.push(message)
  return messages
}

describe('the event stream', () => {
  it('is read whatever the pieces it arrives in', async () => {
    expect(await read('id: 7\nda', 'ta: {"kind":"a"}\n', '\nid: 8\r\ndata: b\r\n\r\n')).toEqual([
      { event: 'message', id: '7', data: '{"kind":"a"}' },
      { event: 'message', id: '8', data: 'b' },
    ])
  })

  it('is read the same wherever it is cut, also between a carriage return and its line feed', async () => {
    const text = 'event: reset\r\nid: 8\r\ndata: é\r\n\r\nid: 9\rdata: c\r\rid: 10\ndata: d\n\n'
    const whole = [
      { event: 'reset', id: '8', data: 'é' },
      { event: 'message', id: '9', data: 'c' },
      { event: 'message', id: '10', data: 'd' },
    ]
    const bytes = new TextEncoder().encode(text)
    for (let cut = 1; cut < bytes.length; cut++) {
      const pieces = [bytes.slice(0, cut), bytes.slice(cut)]
      expect(await read(...pieces), `cut after ${cut} bytes`).toEqual(whole)
    }
    expect(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
  })

  it('passes over heartbeats and joins lines of data', async () => {
    expect(await read(': beat\n\nretry: 2000\n\ndata: a\ndata: b\n\n')).toEqual([
      { event: 'message', id: '', data: 'a\nb' },
    ])
  })

  it('forgets a message that was cut off', async () => {
    expect(await read('id: 1\ndata: whole\n\nid: 2\ndata: cut')).toEqual([{ event: 'message', id: '1', data: 'whole' }])
  })
})

import { describe, expect, it } from 'vitest'
import { readEventStream } from './event-stream'

const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

const read = async (...chunks: string[]) => {
  const messages = []
  for await (const message of readEventStream(streamOf(...chunks))) messages.push(message)
  return messages
}

describe('the event stream', () => {
  it('is read whatever the pieces it arrives in', async () => {
    expect(await read('id: 7\nda', 'ta: {"kind":"a"}\n', '\nid: 8\r\ndata: b\r\n\r\n')).toEqual([
      { id: '7', data: '{"kind":"a"}' },
      { id: '8', data: 'b' },
    ])
  })

  it('passes over heartbeats and joins lines of data', async () => {
    expect(await read(': beat\n\nretry: 2000\n\ndata: a\ndata: b\n\n')).toEqual([{ id: '', data: 'a\nb' }])
  })

  it('forgets a message that was cut off', async () => {
    expect(await read('id: 1\ndata: whole\n\nid: 2\ndata: cut')).toEqual([{ id: '1', data: 'whole' }])
  })
})

import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import v8 from 'node:v8'
import vm from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteRequest, takeConnection } from './taken-connection'

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

let server: http.Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
const seen: string[] = []
const clients: Socket[] = []

beforeEach(async () => {
  seen.length = 0
  server = http.createServer((request, response) => {
    seen.push(request.url ?? '')
    noteRequest(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await new Promise((closed) => server.close(closed))
})

/** A client that speaks HTTP by hand. */
function aClient(request: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  let got = ''
  socket.on('data', (data) => (got += data.toString()))
  socket.write(request)
  return { socket, got: () => got }
}

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Answers with a head, and takes the connection when the request has been read. */
function taking(taken: (socket: Socket | null) => void) {
  answer = (request, response) => {
    request.resume()
    request.once('end', () =>
      setImmediate(() => {
        response.removeHeader('transfer-encoding')
        response.writeHead(200, { connection: 'close' })
        response.flushHeaders()
        taken(takeConnection(request, response))
      }),
    )
  }
}

it('lets go of the request and the response, and goes on being written to', async () => {
  const gone: WeakRef<object>[] = []
  let taken: Socket | null = null
  taking((socket) => {
    taken = socket
    socket?.write('first ')
  })
  const before = answer
  answer = (request, response) => {
    gone.push(new WeakRef(request), new WeakRef(response))
    before(request, response)
  }
  const client = aClient(asking('/stream'))
  await vi.waitFor(() => expect(client.got()).toContain('first'), { timeout: 15_000 })
  answer = () => undefined
  await vi.waitFor(
    () => {
      collectGarbage()
      expect(gone.map((one) => one.deref())).toEqual([undefined, undefined])
    },
    { timeout: 15_000 },
  )
  const socket = taken as Socket | null
  socket?.write('second')
  await vi.waitFor(() => expect(client.got().endsWith('\r\n\r\nfirst second')).toBe(true), { timeout: 15_000 })
})

it('reads what comes later and answers none of it', async () => {
  let taken: Socket | null = null
  taking((socket) => (taken = socket))
  const client = aClient(asking('/stream'))
  await vi.waitFor(() => expect(taken).not.toBeNull(), { timeout: 15_000 })
  const socket = taken as Socket | null
  // More than a socket's buffers hold.
  client.socket.write(asking('/behind').repeat(200_000))
  await vi.waitFor(() => expect(client.socket.writableLength).toBe(0), { timeout: 10_000 })
  socket?.write('still here')
  await vi.waitFor(() => expect(client.got()).toContain('still here'), { timeout: 15_000 })
  expect(seen).toEqual(['/stream'])
  expect(client.got().split('HTTP/1.1')).toHaveLength(2)
})

it('ends with a reader that hangs up or is cut off, and with its last word', async () => {
  for (const leave of ['end', 'resetAndDestroy'] as const) {
    let taken: Socket | null = null
    taking((socket) => (taken = socket))
    const client = aClient(asking('/stream'))
    await vi.waitFor(() => expect(taken).not.toBeNull(), { timeout: 15_000 })
    const over = vi.fn()
    ;(taken as Socket | null)?.once('close', over)
    client.socket[leave]()
    await vi.waitFor(() => expect(over).toHaveBeenCalledOnce(), { timeout: 15_000 })
  }
  taking((socket) => {
    socket?.write('the last word')
    socket?.destroySoon()
  })
  const client = aClient(asking('/stream'))
  await once(client.socket, 'close')
  expect(client.got()).toContain('the last word')
})

it('is not taken while another request is behind, or the request has a body on its way', async () => {
  const taken = new Map<string | undefined, Socket | null>()
  answer = (request, response) => {
    request.resume()
    setTimeout(() => {
      if (request.url !== '/behind') response.writeHead(200, { connection: 'close' }).flushHeaders()
      taken.set(request.url, takeConnection(request, response))
    }, 20)
  }
  aClient(asking('/stream') + asking('/behind'))
  aClient('GET /with-body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345')
  const none = { '/stream': null, '/behind': null, '/with-body': null }
  await vi.waitFor(() => expect(Object.fromEntries(taken)).toEqual(none), { timeout: 15_000 })
  server.closeAllConnections()
})

import net, { type AddressInfo } from 'node:net'

/** The raw limit of a fan-out: TCP alone, which writes the same bytes to all connected clients on request. */
const sockets = new Set<net.Socket>()
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nevent: attached\nid: 0\ndata: {"seq":0}\n\n'

const server = net.createServer((socket) => {
  socket.once('data', () => {
    socket.write(head)
    sockets.add(socket)
  })
  for (const end of ['close', 'error'] as const) socket.on(end, () => sockets.delete(socket))
})

process.on('message', (frame: string) => {
  const bytes = Buffer.from(frame)
  for (const socket of sockets) socket.write(bytes)
})

server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as AddressInfo).port }))

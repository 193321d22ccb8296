import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The newest request of each connection, until the connection is taken. */
const newest = new WeakMap<Socket, IncomingMessage>()

/** Notes a request when it arrives: a connection is taken only when no other request came behind. */
export function noteRequest(request: IncomingMessage): void {
  newest.set(request.socket, request)
}

const ignore = (): void => undefined

/** The reader has said its last word: what is still to be written goes out, then the connection ends. */
function hangUp(this: Socket): void {
  this.destroySoon()
}

/**
 * Takes a connection over from Node's HTTP server, for a body that lasts as long as its connection. The response's head has been
 * written. From then on the request, the response, the parser and Koa's context are free: they are two thirds of what an
 * open stream holds (decision 103). As with an upgraded connection, `server.closeAllConnections()` does not reach it any more.
 *
 * Node has no call for this. The server lets go of a connection when it closes, so its listeners for that are called, and then
 * removed. What arrives later is read and dropped.
 *
 * @returns the connection; null where it is not this response's alone, because the request is not over or another one came
 *   behind it: the body is then written through the response
 */
export function takeConnection(request: IncomingMessage, response: ServerResponse): Socket | null {
  const { socket } = response
  if (!socket || socket.destroyed || socket !== request.socket || newest.get(socket) !== request) return null
  // The server would destroy the connection together with a request that has not been read.
  if (!request.complete || !request.readableEnded) return null
  newest.delete(socket)
  response.detachSocket(socket)
  const closing = socket.listeners('close')
  socket.removeAllListeners()
  for (const close of closing) close.call(socket, false)
  socket.on('data', ignore).on('error', ignore).on('end', hangUp)
  return socket
}

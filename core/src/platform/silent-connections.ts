import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type mysql from 'mysql2'

/** How often a connection is looked at within its time limit. */
const looksWithinLimit = 5

/**
 * Ends each connection of a pool whose server owes an answer and sends nothing for `limitMs`; its statement fails with `ETIMEDOUT`,
 * and it is unknown whether it had an effect. A server that loses its power, or a road that drops packets, closes no connection:
 * the system would wait for 15 minutes and longer. A long answer may take its time, and so may its reader.
 *
 * One timer looks at all connections, as a timer for each statement would cost votes their time. It counts its looks: after this
 * process stood still, answers lie there unread, and a clock would say that they are late.
 * @returns what is called with each new connection
 */
export function endSilentConnections(limitMs: number): (connection: mysql.PoolConnection) => void {
  const lines = new Set<Line>()
  let timer: NodeJS.Timeout | undefined
  return (connection) => {
    // The driver's types do not name it.
    const { stream: socket } = connection as mysql.PoolConnection & { readonly stream: Socket }
    const line = new Line(socket)
    followStatements(connection, line)
    lines.add(line)
    timer ??= setInterval(() => lines.forEach((one) => one.look()), limitMs / looksWithinLimit).unref()
    socket.once('close', () => {
      lines.delete(line)
      if (lines.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
}

class Line {
  #waiting = 0
  #silentLooks = 0
  #bytesRead = 0

  constructor(readonly socket: Socket) {}

  sent(): void {
    if (this.#waiting++ === 0) this.#silentLooks = 0
  }

  answered(): void {
    this.#waiting--
  }

  look(): void {
    if (this.#waiting <= 0) return
    const { bytesRead } = this.socket
    // It is paused while the reader of its rows is busy.
    if (bytesRead !== this.#bytesRead || this.socket.isPaused()) {
      this.#bytesRead = bytesRead
      this.#silentLooks = 0
    } else if (++this.#silentLooks > looksWithinLimit) {
      // The connection's own `destroy` only says goodbye, and would wait for the answer.
      this.socket.destroy(Object.assign(new Error('The database sends nothing.'), { code: 'ETIMEDOUT' }))
    }
  }
}

function followStatements(connection: mysql.PoolConnection, line: Line): void {
  const query = connection.query.bind(connection) as (...args: unknown[]) => EventEmitter
  const followed = (...args: unknown[]): unknown => {
    const answered = args.at(-1)
    const hasCallback = typeof answered === 'function'
    const tell = (...answer: unknown[]) => {
      line.answered()
      if (hasCallback) (answered as (...answer: unknown[]) => void)(...answer)
    }
    const command = hasCallback ? query(...args.slice(0, -1), tell) : query(...args).once('end', tell)
    line.sent()
    return command
  }
  connection.query = followed as typeof connection.query
}

import type mysql from 'mysql2'

/** The codes of a server that takes no changes: it became a replica, or an operator made it read-only. */
export const readOnlyCodes: readonly string[] = ['ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE']

type Answered = (error: { readonly code?: string } | null, ...rest: unknown[]) => void

/**
 * Ends the connection when its server takes no changes. After a failover the address leads to another server, but a connection
 * stays with the old one: the pool has to open a new one.
 */
export function leaveReadOnlyServer(connection: mysql.PoolConnection): void {
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
  const watched = (...args: unknown[]): unknown => {
    const answered = args.at(-1)
    if (typeof answered !== 'function') return query(...args)
    return query(...args.slice(0, -1), ((error, ...rest) => {
      if (readOnlyCodes.includes(error?.code ?? '')) connection.destroy()
      ;(answered as Answered)(error, ...rest)
    }) satisfies Answered)
  }
  connection.query = watched as typeof connection.query
}

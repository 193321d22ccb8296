import type { EventEmitter } from 'node:events'
import type { DataSource } from 'typeorm'

/**
 * The rows of a statement, one after the other: the server sends no more while the reader is busy, so a result of any size takes
 * little memory. It occupies a connection until the last row is read, or the reader stops.
 * @throws the driver's error when the connection is lost meanwhile
 */
export async function* streamRows<Row extends Record<string, unknown>>(
  database: DataSource,
  sql: string,
  values: readonly unknown[],
): AsyncGenerator<Row> {
  const runner = database.createQueryRunner()
  let connection: EventEmitter | undefined
  let fail: ((error: Error) => void) | undefined
  try {
    connection = (await runner.connect()) as EventEmitter
    const rows = await runner.stream(sql, [...values])
    // The driver tells the connection alone that it was lost: without this the reader would wait for ever.
    fail = (error) => void rows.destroy(error)
    connection.once('error', fail)
    for await (const row of rows) yield row as Row
  } finally {
    if (fail) connection?.off('error', fail)
    await runner.release()
  }
}

/** The same things in groups of at most so many. */
export async function* inGroups<Item>(items: AsyncIterable<Item>, most: number): AsyncGenerator<readonly Item[]> {
  let group: Item[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < most) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

import type { DataSource } from 'typeorm'

/**
 * The rows of a statement, one after the other: the server sends no more while the reader is busy, so a result of any size takes
 * little memory. It occupies a connection until the last row is read, or the reader stops.
 */
export async function* streamRows<Row extends Record<string, unknown>>(
  database: DataSource,
  sql: string,
  values: readonly unknown[],
): AsyncGenerator<Row> {
  const runner = database.createQueryRunner()
  try {
    for await (const row of await runner.stream(sql, [...values])) yield row as Row
  } finally {
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

import type { DataSource, DataSourceOptions, EntityManager } from 'typeorm'

/** An SQL statement with the values of its placeholders. */
export interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/**
 * Runs statements that do not need each other's answers, one after the other. On a connection that takes several statements
 * (`DatabaseOptions.severalAtOnce`) they are sent in one message. The first failure ends them, with the driver's error.
 * @param statements null in the place of one that has nothing to ask
 * @returns what each answered, in their order; undefined for null
 */
export async function inOneMessage(
  tx: EntityManager,
  statements: readonly (Statement | null)[],
): Promise<readonly unknown[]> {
  const asked = statements.filter((one) => one !== null)
  const answers = await answersTo(tx, asked)
  if (asked.length === statements.length) return answers
  let next = 0
  return statements.map((one) => (one === null ? undefined : answers[next++]))
}

async function answersTo(tx: EntityManager, statements: readonly Statement[]): Promise<readonly unknown[]> {
  if (statements.length > 1 && takesSeveral(tx.dataSource.options)) {
    const sql = statements.map((one) => one.sql).join(';\n')
    return tx.query(
      sql,
      statements.flatMap((one) => one.values),
    )
  }
  const answers: unknown[] = []
  for (const { sql, values } of statements) answers.push(await tx.query(sql, [...values]))
  return answers
}

const takesSeveral = (options: DataSourceOptions): boolean =>
  'multipleStatements' in options && options.multipleStatements === true

/** The result of a transaction, and the statements that are still to be run before the commit. */
export interface Ending<T> {
  readonly answer: T
  readonly last: readonly Statement[]
}

const commit: Statement = { sql: 'COMMIT', values: [] }

/**
 * Runs a transaction (READ COMMITTED). On connections that take several statements in a message, it needs no message to begin,
 * and its last statements are sent together with the COMMIT.
 * @throws what the work or the database throws. Nothing is written then, unless the connection failed during the commit.
 */
export async function transactionInTwoMessages<T>(
  database: DataSource,
  work: (tx: EntityManager) => Promise<Ending<T>>,
): Promise<T> {
  if (!takesSeveral(database.options))
    return database.transaction(async (tx) => {
      const { answer, last } = await work(tx)
      await inOneMessage(tx, last)
      return answer
    })
  const runner = database.createQueryRunner()
  // TypeORM's own transactions do not know of this one: their commit would commit half of it.
  runner.startTransaction = () =>
    Promise.reject(new Error('A transaction within `transactionInTwoMessages`: use tx.query'))
  try {
    const { answer, last } = await work(runner.manager)
    await inOneMessage(runner.manager, [...last, commit])
    return answer
  } catch (error) {
    // If ROLLBACK fails, the connection is closed, so that the next transaction does not continue this one.
    await runner.query('ROLLBACK').catch(async () => ((await runner.connect()) as { destroy(): void }).destroy())
    throw error
  } finally {
    await runner.release()
  }
}

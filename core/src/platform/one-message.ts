import type { DataSource, DataSourceOptions, EntityManager } from 'typeorm'

/** An SQL statement, and the values of its question marks. */
export interface Statement {
  readonly sql: string
  readonly values: readonly unknown[]
}

/**
 * Runs statements of which none needs another's answer, in their order, each finished before the next begins: in one message
 * on a connection that takes several (`DatabaseOptions.severalAtOnce`), one after the other elsewhere. The first that fails
 * ends them, and the error is the driver's.
 * @returns what each answered, in their order
 */
export async function inOneMessage(tx: EntityManager, statements: readonly Statement[]): Promise<unknown[]> {
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

/** What a transaction came to, and what is still to be written before it is committed. */
export interface Ending<T> {
  readonly answer: T
  readonly last: readonly Statement[]
}

const commit: Statement = { sql: 'COMMIT', values: [] }

/**
 * Runs a transaction (READ COMMITTED). On connections that take several statements at once it needs no message for its
 * beginning, and its last statements travel with the commit.
 * @throws whatever the work or the database throws; nothing was done then, unless the database went away
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
  // The driver's own transactions know nothing of this one: their commit would be half of ours.
  runner.startTransaction = () =>
    Promise.reject(new Error('A transaction within `transactionInTwoMessages`: use tx.query'))
  try {
    const { answer, last } = await work(runner.manager)
    await inOneMessage(runner.manager, [...last, commit])
    return answer
  } catch (error) {
    // A connection that cannot even undo must not carry what is left into the next transaction.
    await runner.query('ROLLBACK').catch(async () => ((await runner.connect()) as { destroy(): void }).destroy())
    throw error
  } finally {
    await runner.release()
  }
}

import type { DataSourceOptions, EntityManager } from 'typeorm'

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
export async function together(tx: EntityManager, statements: readonly Statement[]): Promise<unknown[]> {
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

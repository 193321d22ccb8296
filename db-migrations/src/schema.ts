import type { DataSource } from 'typeorm'
import { migrations } from './migrations'
import { column, readOne, readRows } from '@nation/core/platform'

/** How far a database is from what this version of the product expects. */
export interface SchemaState {
  readonly done: readonly string[]
  readonly pending: readonly string[]
  /** Migrations that this version does not know: the data was used by a newer one. */
  readonly unknown: readonly string[]
}

/** Compares the migrations that a database has seen with those that this version has. */
export async function schemaState(database: DataSource): Promise<SchemaState> {
  const known = migrations.map((migration) => new migration().name)
  const tables = await readOne(
    database,
    { n: column.integer },
    "SELECT COUNT(*) AS n FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'migrations'",
  )
  if (tables.n === 0) return { done: [], pending: known, unknown: [] }
  const rows = await readRows(database, { name: column.text }, 'SELECT name FROM migrations ORDER BY id')
  const done = rows.map((row) => row.name)
  return {
    done,
    pending: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  }
}

/** Runs `work` while no other process migrates this database. */
export async function withSchemaLock<T>(database: DataSource, work: () => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner()
  try {
    const locked = (await runner.query("SELECT GET_LOCK('nation-schema', 60) AS got")) as {
      got: number | string | null
    }[]
    if (Number(locked[0]?.got) !== 1)
      throw new Error('Another process is changing the schema; it has not finished within a minute.')
    return await work()
  } finally {
    await runner.query("SELECT RELEASE_LOCK('nation-schema')").catch(() => undefined)
    await runner.release()
  }
}

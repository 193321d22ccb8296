import { column, readFirst, readRows, type TableRights, wideRights } from '@nation/core/platform'
import { openDatabase, servingProcedures, servingRights } from '@nation/core/nation'
import type { DataSource } from 'typeorm'

/** Rights as the server names them: `SELECT`, `INSERT`, `UPDATE (balance_cents)`. */
type Rights = ReadonlyMap<string, ReadonlySet<string>>

/** The rights on one table as the server names them. */
export function namesOf({ add, change, remove }: TableRights): string[] {
  const changes = change === true ? ['UPDATE'] : change === false ? [] : change.map((column) => `UPDATE (${column})`)
  return ['SELECT', ...(add ? ['INSERT'] : []), ...changes, ...(remove ? ['DELETE'] : [])]
}

/** Tables of this database that the list of rights does not name, and names of the list that are no tables. */
export async function unlistedTables(database: DataSource): Promise<{ missing: string[]; unknown: string[] }> {
  const rows = await readRows(
    database,
    { name: column.text },
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
  )
  const tables = new Set(rows.map(({ name }) => name))
  return {
    missing: [...tables].filter((name) => !Object.hasOwn(servingRights, name)).sort(),
    unknown: Object.keys(servingRights).filter((name) => !tables.has(name)),
  }
}

/**
 * Gives the account of `servingUrl` its rights on the tables of `database`, and takes away what is not stated. What both
 * have stays in force throughout: servers may go on running meanwhile.
 * @throws Error with a plain sentence when a table is not in the list, or the account has rights on the whole schema
 */
export async function grantServing(database: DataSource, servingUrl: string): Promise<void> {
  const { missing } = await unlistedTables(database)
  if (missing.length > 0) {
    throw new Error(
      `This version of Nation has no table ${missing.join(', ')}. On a restored backup: drop the database and create it ` +
        'again before you read the backup in; docs/operations.md (Restore) tells how. If you develop Nation: state the ' +
        "rights on a new table in its feature's core/src/<feature>/feature.ts.",
    )
  }
  const current = await readFirst(database, { name: column.text }, 'SELECT DATABASE() AS name')
  const schema = current?.name ?? ''
  const { account, has } = await presentRights(servingUrl, schema)
  const on = (table: string) => `ON \`${schema}\`.\`${table}\``
  const owner = database.createQueryRunner()
  try {
    for (const [table, rights] of Object.entries(servingRights)) {
      const wanted = namesOf(rights)
      const given = has.get(table) ?? new Set<string>()
      const lacks = wanted.filter((right) => !given.has(right))
      if (lacks.length > 0) await owner.query(`GRANT ${lacks.join(', ')} ${on(table)} TO ${account}`)
    }
    for (const [table, given] of has) {
      const rights = servingRights[table]
      const tooMany = [...given].filter((right) => !rights || !namesOf(rights).includes(right))
      if (tooMany.length > 0) await owner.query(`REVOKE ${tooMany.join(', ')} ${on(table)} FROM ${account}`)
    }
    for (const name of servingProcedures) {
      await owner.query(`GRANT EXECUTE ON PROCEDURE \`${schema}\`.\`${name}\` TO ${account}`)
    }
  } finally {
    await owner.release()
  }
}

/** What the account has now, as it sees it itself: others are not shown its rights. */
async function presentRights(servingUrl: string, schema: string): Promise<{ account: string; has: Rights }> {
  const url = new URL(servingUrl)
  // Before its first rights an account may not even name the schema.
  url.pathname = '/information_schema'
  const serving = await openDatabase({ url: url.href, poolSize: 1 })
  try {
    const wide = await wideRights(serving, schema)
    if (wide.length > 0) {
      throw new Error(
        `The account of DATABASE_URL has rights on all tables (${wide.join(', ')}): revoke them, or name another account.`,
      )
    }
    const self = await readFirst(serving, { name: column.text }, 'SELECT CURRENT_USER() AS name')
    // A name may hold an @, a host never does.
    const [, user, host] = /^(.*)@([^@]*)$/.exec(self?.name ?? '') ?? []
    const account = `'${user}'@'${host}'`
    const rows = await readRows(
      serving,
      { tableName: column.text, name: column.text, columnName: column.text.nullable },
      `SELECT table_name AS tableName, privilege_type AS name, NULL AS columnName
         FROM information_schema.table_privileges WHERE table_schema = ? AND grantee = ? AND privilege_type <> 'USAGE'
       UNION SELECT table_name, privilege_type, column_name
         FROM information_schema.column_privileges WHERE table_schema = ? AND grantee = ?`,
      [schema, account, schema, account],
    )
    const has = new Map<string, Set<string>>()
    for (const { tableName, name, columnName } of rows) {
      has.set(tableName, (has.get(tableName) ?? new Set()).add(columnName === null ? name : `${name} (${columnName})`))
    }
    return { account, has }
  } finally {
    await serving.destroy()
  }
}

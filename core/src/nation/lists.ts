import type { DataSource } from 'typeorm'
import { Reactions, type Projection } from '../journal'
import type { Config, Counter, TableRights } from '../platform'
import type { Feature } from '../work'
import { features } from './features'

/** Every entity of the product. */
export const entities = features.flatMap((feature) => feature.entities ?? [])

/** Every figure that is stored beside the rows it counts; a check compares each with a count. */
export const counters: readonly Counter[] = features.flatMap((feature) => feature.counters ?? [])

/** All tables that follow the journal, in its order. */
export const projections: readonly Projection[] = features.flatMap((feature) => feature.projections ?? [])

/** Everything that follows from a fact in the journal. */
export function reactionsOf(database: DataSource, config: Config): Reactions {
  return new Reactions(features.flatMap((feature) => feature.reactions?.(database, config) ?? []))
}

/**
 * The rights of the account that serves, for each table. `migrate` grants exactly these. A table that is not named by a
 * feature stops `migrate` and fails a test: each new table declares its rights, and no more than the
 * product does.
 */
export const servingRights: Readonly<Record<string, TableRights>> = tablesOf(features)

/** The tables of some features. @throws Error when two of them claim one table */
export function tablesOf(all: readonly Feature[]): Record<string, TableRights> {
  const tables: Record<string, TableRights> = {}
  for (const [table, rights] of all.flatMap((feature) => Object.entries(feature.tables ?? {}))) {
    if (Object.hasOwn(tables, table)) throw new Error(`Two features claim the table '${table}'.`)
    tables[table] = rights
  }
  return tables
}

/** Procedures that the account that serves may call: the lawful changes of tables that it may not change itself. */
export const servingProcedures = ['journal_number', 'journal_forget', 'journal_prune'] as const

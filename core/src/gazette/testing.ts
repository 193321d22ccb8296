import { allEvents, type EventDeclaration } from '@nation/domain/events'
import type { DataSource } from 'typeorm'
import { z } from 'zod'
import { sequence } from '../journal'
import type { Runtime } from '../platform'
import { projectAll } from '../journal/projection'
import { gazetteProjection } from './projection'

/** A row of the journal as a test writes it. */
export interface WrittenRow {
  readonly kind: string
  readonly visibility?: string
  readonly actor?: string | null
  readonly subject?: string | null
  readonly facts: object
}

/** Writes entries of the journal as they are, past the services. They have no numbers yet. */
export async function writeRows(database: DataSource, rows: readonly WrittenRow[], at: Date): Promise<void> {
  if (rows.length === 0) return
  await database.query('INSERT INTO journal (kind, actor, subject, visibility, facts, at) VALUES ?', [
    rows.map(({ kind, actor = null, subject = null, visibility = 'public', facts }) => [
      kind,
      actor,
      subject,
      visibility,
      JSON.stringify(facts),
      at,
    ]),
  ])
}

/** Numbers what is written and brings the gazette to it. */
export async function publish(runtime: Runtime): Promise<void> {
  for (let more = true; more;) ({ more } = await sequence(runtime.database))
  await projectAll(runtime, gazetteProjection)
}

/** All that the gazette keeps, in a form that is compared. */
export async function gazetteTables(database: DataSource): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {}
  for (const [table, order] of Object.entries({
    gazette_entries: 'number',
    gazette_facets: 'kind, office, person, number',
    gazette_words: 'word, number',
    gazette_terms: 'word, person',
  })) {
    tables[table] = await database.query(`SELECT * FROM ${table} ORDER BY ${order}`)
  }
  return tables
}

type Json = Readonly<Record<string, unknown>>

/** Facts that a declaration allows, each text and number of them chosen by `pick`. */
export function someFacts(kind: string, pick: (name: string, schema: Json) => unknown): Json {
  const event = (allEvents as readonly EventDeclaration[]).find((one) => one.kind === kind)
  if (!event) throw new Error(`No event is called '${kind}'.`)
  return valueOf('', z.toJSONSchema(event.facts, { io: 'input' }), pick) as Json
}

function valueOf(name: string, schema: Json, pick: (name: string, schema: Json) => unknown): unknown {
  const { type, properties, items, anyOf, enum: choices, const: only } = schema
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices[0] as unknown
  if (Array.isArray(anyOf)) return valueOf(name, anyOf[0] as Json, pick)
  if (type === 'array') return [valueOf(name, items as Json, pick)]
  if (type === 'object') {
    return Object.fromEntries(
      Object.entries((properties ?? {}) as Record<string, Json>).map(([key, inner]) => [
        key,
        valueOf(key, inner, pick),
      ]),
    )
  }
  if (type === 'boolean') return true
  return pick(name, schema)
}

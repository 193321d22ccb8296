import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase } from '@nation/core/nation'
import { dropSchema, makeSchema, storedColumns, testServerUrl } from '@nation/core/testing'
import mysql from 'mysql2/promise'
import { build } from 'tsdown'
import type { DataSource } from 'typeorm'

const workers = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..')
const bundles = path.join(workers, 'dist/faults')
const bundleOf = (name: string) => path.join(bundles, `${name}.cjs`)

/** How a process ended, and what it printed. */
export interface Ended {
  readonly signal: NodeJS.Signals | null
  readonly code: number | null
  readonly output: string
}

/** Packages with a library for this machine; and pino, whose parts find each other by their files. */
const outside = ['sharp', '@node-rs/argon2', 'pino']

/**
 * Bundles a script of these tests with all that it imports, so that a process starts in a moment: a process dies for each of its
 * statements, and most of its processor time would go into looking for modules and compiling them (`start-bundle.mjs`).
 */
export async function bundleScript(script: string): Promise<void> {
  const name = path.basename(script, '.ts')
  await build({
    config: false,
    cwd: workers,
    entry: { [name]: script },
    outDir: bundles,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: false,
    clean: false,
    logLevel: 'silent',
    deps: { alwaysBundle: /./, neverBundle: outside },
    inputOptions: { transform: { decorator: { legacy: true } } },
  })
  // Of an earlier bundle.
  await rm(`${bundleOf(name)}.compiled`, { force: true })
}

/** Runs a bundled script in a process of its own, which dies before its n-th statement when `killAt` is given. */
export function runScript(name: string, env: Readonly<Record<string, string>>, killAt?: number): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'start-bundle.mjs'), bundleOf(name)], {
    env: {
      ...process.env,
      NATION_ENV: 'test',
      ...env,
      ...(killAt !== undefined && { NATION_KILL_AT_STATEMENT: String(killAt) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
}

/** Copies of one nation, each in a database schema of its own, so that several processes can be killed at once. */
export interface Schemas {
  readonly names: readonly string[]
  /** Opens the database of a schema. */
  open(schema: string): Promise<DataSource>
  /** Restores the rows with which a schema began. */
  restore(schema: string): Promise<void>
  close(): Promise<void>
}

/** Prepares the schemas. `begin` creates the rows with which each of them begins. */
export async function schemasOf(
  prefix: string,
  count: number,
  begin: (database: DataSource) => Promise<void>,
): Promise<Schemas> {
  const template = `${prefix}_template`
  const names = Array.from({ length: count }, (_, i) => `${prefix}_${i + 1}`)
  const server = await mysql.createConnection({ uri: testServerUrl(), multipleStatements: true })
  await Promise.all([template, ...names].map((schema) => makeSchema(schema)))
  const open = (schema: string) => openDatabase({ url: testServerUrl() + schema, poolSize: 3 })
  const database = await open(template)
  await begin(database)
  await database.destroy()
  const columns = await storedColumns(server, template)
  columns.delete('migrations')
  return {
    names,
    open,
    restore: async (schema) => {
      const statements = [...columns].flatMap(([table, names]) => [
        `DELETE FROM \`${schema}\`.\`${table}\``,
        mysql.format(`INSERT INTO \`${schema}\`.\`${table}\` (??) SELECT ?? FROM \`${template}\`.\`${table}\``, [
          names,
          names,
        ]),
      ])
      await server.query(['SET FOREIGN_KEY_CHECKS = 0', 'START TRANSACTION', ...statements, 'COMMIT'].join(';'))
    },
    close: async () => {
      for (const schema of [template, ...names]) await dropSchema(schema)
      await server.end()
    },
  }
}

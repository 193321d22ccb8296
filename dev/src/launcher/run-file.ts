import fs from 'node:fs'
import path from 'node:path'
import { isAlive, PlainFailure, processId, type ProcessId } from '../processes'
import { writePrivate } from '../services'

/** `<data>/run.json`: where everything of a running nation is, for commands, tests and people. */
export interface RunFile {
  mode: 'start' | 'dev'
  launcher: ProcessId
  origin: string
  port: number
  /** Absent when X itself is used. */
  xOrigin?: string
  /** Absent when the chain itself is used. */
  solanaOrigin?: string
  /** The account that owns the schema: for commands, tests and people. */
  databaseUrl: string
  /** The account that serves; absent when the user gave one address for all. */
  servingUrl?: string
  redisUrl: string
  dataDir: string
  processes: Record<string, { pid: number; port?: number }>
}

export function writeRunFile(file: string, run: Omit<RunFile, 'launcher'>): void {
  writePrivate(file, { ...run, launcher: processId() } satisfies RunFile)
}

/** What runs on this data folder. @throws PlainFailure when nothing does */
export function readRunFile(dataDir: string): RunFile {
  const run = tryReadRunFile(dataDir)
  if (run) return run
  throw new PlainFailure(`No nation is running on ${dataDir}. Start it with \`npm start\`, then try again.`)
}

export function tryReadRunFile(dataDir: string): RunFile | undefined {
  try {
    const run = JSON.parse(fs.readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as RunFile
    return isAlive(run.launcher) ? run : undefined
  } catch {
    return undefined
  }
}

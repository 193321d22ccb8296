import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** What a file of the console's holds: nothing yet, a value, or something that this version cannot read. */
export type Stored<Value> =
  | { readonly state: 'absent' }
  | { readonly state: 'stored'; readonly value: Value }
  | { readonly state: 'damaged'; readonly problem: string }

/** One small file of the console's own. */
export interface StoredFile<Value> {
  read(): Promise<Stored<Value>>
  /** Replaces it as a whole. What could not be read is first put aside under another name. */
  write(value: Value): Promise<void>
  /** Reads and writes, with no other change in between. `next` answers what is written; null writes nothing. */
  change(next: (found: Stored<Value>) => Value | null): Promise<void>
  remove(): Promise<void>
}

/** Larger files are not the console's own. */
const LIMIT = 1024 * 1024

const versioned = z.looseObject({ version: z.int() })

/**
 * A JSON file with a version, written whole or not at all: into a file beside it, flushed, and renamed. A damaged file, and one of
 * a newer console, is reported and left as it is.
 */
export function storedFile<Value>(file: string, version: number, shape: z.ZodType<Value>): StoredFile<Value> {
  const name = path.basename(file)
  const damaged = (why: string) => ({ state: 'damaged', problem: `${name} ${why}. It is left as it is.` }) as const
  let line: Promise<unknown> = Promise.resolve()

  async function read(): Promise<Stored<Value>> {
    let text: string
    try {
      if ((await stat(file)).size > LIMIT) return damaged('is far too large')
      text = await readFile(file, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { state: 'absent' }
      return damaged(`could not be read (${codeOf(error) ?? 'unknown reason'})`)
    }
    const content = versioned.safeParse(parsed(text))
    if (!content.success) return damaged('is damaged')
    const { version: found, ...rest } = content.data
    if (found > version) return damaged('was written by a newer console')
    const value = shape.safeParse(rest)
    return value.success ? { state: 'stored', value: value.data } : damaged('is damaged')
  }

  async function write(value: Value): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true })
    if ((await read()).state === 'damaged') await rename(file, `${file}.damaged-${randomUUID()}`)
    const fresh = `${file}.${randomUUID()}.tmp`
    try {
      const handle = await open(fresh, 'wx', 0o600)
      try {
        await handle.writeFile(`${JSON.stringify({ version, ...value }, null, 2)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(fresh, file)
    } catch (error) {
      await rm(fresh, { force: true })
      throw error
    }
  }

  const inLine = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = line.then(work, work)
    line = result.catch(() => {})
    return result
  }
  return {
    read: () => inLine(read),
    write: (value) => inLine(() => write(value)),
    change: (next) =>
      inLine(async () => {
        const value = next(await read())
        if (value !== null) await write(value)
      }),
    remove: () => inLine(() => rm(file, { force: true })),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ExportStep, OpenedExport } from '../ipc/contract'

/** What is written to: a file of Node's. */
export interface WritableFile {
  writeFile(text: string): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

interface OpenExport {
  readonly owner: object
  readonly target: string
  readonly part: string
  readonly file: WritableFile
}

interface Setting {
  readonly freshId: () => string
  readonly openFile?: (file: string) => Promise<WritableFile>
}

/**
 * Files that windows save, piece by piece, so that none is ever in memory as a whole. A file is written beside its place and moved there
 * once it is whole: one that breaks off leaves what was there, and nothing else.
 */
export class Exports {
  readonly #open = new Map<string, OpenExport>()
  /** Windows that closed: what is still being opened for one of them goes at once. */
  readonly #closed = new WeakSet<object>()
  readonly #freshId: () => string
  readonly #openFile: (file: string) => Promise<WritableFile>

  constructor({ freshId, openFile = (file) => open(file, 'wx', 0o600) }: Setting) {
    this.#freshId = freshId
    this.#openFile = openFile
  }

  /**
   * Begins a file of a window's at a place that the administrator chose; undefined where they chose none. A window that closed
   * has none, also where it closed while the file was being opened.
   */
  async begin(owner: object, target: string | undefined): Promise<OpenedExport> {
    if (target === undefined || this.#closed.has(owner)) return { file: null, problem: null }
    const id = this.#freshId()
    const part = path.join(path.dirname(target), `.${path.basename(target)}.${id}.part`)
    try {
      this.#open.set(id, { owner, target, part, file: await this.#openFile(part) })
    } catch (error) {
      return { file: null, problem: problemOf(error) }
    }
    if (!this.#closed.has(owner)) return { file: id, problem: null }
    await this.#drop(id)
    return { file: null, problem: null }
  }

  async write(owner: object, id: string, text: string): Promise<ExportStep> {
    const { file } = this.#exportOf(owner, id)
    try {
      await file.writeFile(text)
      return { problem: null }
    } catch (error) {
      await this.#drop(id)
      return { problem: problemOf(error) }
    }
  }

  /** Moves the file to its place; one that did not become whole goes. */
  async end(owner: object, id: string, whole: boolean): Promise<ExportStep> {
    const { file, part, target } = this.#exportOf(owner, id)
    if (!whole) {
      await this.#drop(id)
      return { problem: null }
    }
    try {
      await file.sync()
      await file.close()
      await rename(part, target)
      this.#open.delete(id)
      return { problem: null }
    } catch (error) {
      await this.#drop(id)
      return { problem: problemOf(error) }
    }
  }

  /** A window that closes takes along what it did not finish. */
  async abandon(owner: object): Promise<void> {
    this.#closed.add(owner)
    for (const [id, each] of this.#open) if (each.owner === owner) await this.#drop(id)
  }

  /** @throws Error where it is no file of this window's */
  #exportOf(owner: object, id: string): OpenExport {
    const found = this.#open.get(id)
    if (found?.owner !== owner) throw new Error('There is no such file.')
    return found
  }

  async #drop(id: string): Promise<void> {
    const dropped = this.#open.get(id)
    this.#open.delete(id)
    await dropped?.file.close().catch(() => undefined)
    if (dropped) await rm(dropped.part, { force: true }).catch(() => undefined)
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no room on the disk.',
  EDQUOT: 'There is no room on the disk.',
  EACCES: 'Nothing may be written to this folder.',
  EPERM: 'Nothing may be written to this folder.',
  EROFS: 'Nothing may be written to this folder.',
  ENOENT: 'This folder is there no more.',
  EISDIR: 'A folder has this name.',
}

/** Why a file was not saved, in sentences. */
function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  return `${PROBLEMS[code] ?? `The system refused it (${code}).`} The file was not saved.`
}

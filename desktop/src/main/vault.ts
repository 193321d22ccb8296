import path from 'node:path'
import { z } from 'zod'
import type { VaultKey } from '../ipc/contract'
import { storedFile } from './stored-file'
import type { SafeStoragePart } from './parts'

const wrappedKey = z.strictObject({ wrapped: z.base64().min(1).max(4096) })

const WHY = {
  absent: 'This computer offers no safe place for a key.',
  plain: 'This computer would store the key as plain text.',
  unwritten: 'The key could not be saved on this computer.',
  damaged:
    'The key of the copy on this computer can no longer be read. Leaving the panel deletes that copy, and what was not sent; the next sign-in makes another.',
} as const

/**
 * The keys that replicas are encrypted with, one for each profile, wrapped by the operating system's own store. Where that is
 * missing, or Linux has nothing better than plain text, nothing is written.
 */
export class Vault {
  readonly #inMemory = new Map<string, Promise<VaultKey>>()
  /** Removals under way: a key that is being removed is not read. */
  readonly #forgetting = new Map<string, Promise<void>>()

  constructor(
    private readonly folder: string,
    private readonly store: SafeStoragePart,
    private readonly platform: string,
    private readonly randomKey: () => Buffer,
  ) {}

  /** A profile's key; made when it is first asked for. The same until it is forgotten, or the console ends. */
  key(profile: string): Promise<VaultKey> {
    const known = this.#inMemory.get(profile)
    if (known) return known
    const made = (this.#forgetting.get(profile) ?? Promise.resolve()).then(() => this.#open(profile))
    this.#inMemory.set(profile, made)
    made.catch(() => this.#inMemory.delete(profile))
    return made
  }

  /** Forgets a key, in memory and on disk. */
  async forget(profile: string): Promise<void> {
    const known = this.#inMemory.get(profile)
    this.#inMemory.delete(profile)
    const forgotten = (this.#forgetting.get(profile) ?? Promise.resolve())
      .then(() => known)
      .catch(() => undefined)
      .then(() => this.#file(profile).remove())
    // What comes next goes on, whatever became of it.
    this.#forgetting.set(
      profile,
      forgotten.catch(() => undefined),
    )
    await forgotten
  }

  async #open(profile: string): Promise<VaultKey> {
    const why = this.#whyNot()
    const file = this.#file(profile)
    const found = why === null ? await file.read() : ({ state: 'absent' } as const)
    if (found.state === 'damaged') return this.#forNow(WHY.damaged)
    if (found.state === 'stored') {
      const key = this.#unwrapped(found.value.wrapped)
      return key === undefined ? this.#forNow(WHY.damaged) : { key, kept: 'system', why: null }
    }
    if (why !== null) return this.#forNow(why)
    const key = this.randomKey().toString('base64')
    try {
      await file.write({ wrapped: this.store.encryptString(key).toString('base64') })
    } catch {
      return this.#forNow(WHY.unwritten)
    }
    return { key, kept: 'system', why: null }
  }

  #unwrapped(wrapped: string): string | undefined {
    try {
      const key = this.store.decryptString(Buffer.from(wrapped, 'base64'))
      return Buffer.from(key, 'base64').length === 32 ? key : undefined
    } catch {
      return undefined
    }
  }

  #forNow(why: string): VaultKey {
    return { key: this.randomKey().toString('base64'), kept: 'memory', why }
  }

  #whyNot(): string | null {
    if (!this.store.isEncryptionAvailable()) return WHY.absent
    return this.platform === 'linux' && this.store.getSelectedStorageBackend() === 'basic_text' ? WHY.plain : null
  }

  #file(profile: string) {
    return storedFile(path.join(this.folder, `key-${profile}.json`), 1, wrappedKey)
  }
}

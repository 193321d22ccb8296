import { z } from 'zod'
import { profileId } from '../ipc/shapes'
import { storedFile } from './stored-file'

const shape = z.strictObject({ counts: z.record(profileId, z.int().min(1).max(999_999)) })

/** How many changes of each profile were not sent when its windows said so last, in `unsent.json`: removing a server names them. */
export class Unsent {
  readonly #file
  #writing: Promise<void> = Promise.resolve()
  #left = 0

  constructor(
    file: string,
    private readonly say: (line: string) => void,
  ) {
    this.#file = storedFile(file, 1, shape)
  }

  async counts(): Promise<Readonly<Record<string, number>>> {
    const found = await this.#file.read()
    return found.state === 'stored' ? found.value.counts : {}
  }

  /** Stores a profile's count. One that is not known stays as it was. */
  set(profile: string, count: number | null): Promise<void> {
    if (count === null) return this.#writing
    const written = this.#file.change((found) => {
      const counts = found.state === 'stored' ? found.value.counts : {}
      if ((counts[profile] ?? 0) === count) return null
      const { [profile]: _, ...others } = counts
      return { counts: count === 0 ? others : { ...others, [profile]: count } }
    })
    this.#left++
    this.#writing = written
      .catch(() => this.say('The number of changes that were not sent could not be saved.'))
      .finally(() => this.#left--)
    return this.#writing
  }

  /** Whether nothing is left to write. */
  get isSettled(): boolean {
    return this.#left === 0
  }

  /** When nothing is left to write. */
  settled(): Promise<void> {
    return this.#writing
  }
}

import { z } from 'zod'
import type { Added, NewProfile, Profile, ProfileList } from '../ipc/contract'
import { profileId } from '../ipc/shapes'
import { storedFile } from './stored-file'
import type { Stored, StoredFile } from './stored-file'
import { readServerAddress } from './server-address'

const profilesShape = z.strictObject({
  profiles: z
    .array(z.strictObject({ id: profileId, name: z.string().min(1).max(80), server: z.url().max(300) }))
    .max(50),
  chosen: profileId.nullable(),
})
type StoredProfiles = z.infer<typeof profilesShape>

const MOST = 50

/** The servers that this console knows, in `profiles.json`. */
export class Profiles {
  readonly #file: StoredFile<StoredProfiles>
  readonly #freshId: () => string
  readonly #suggested: string | null

  /** @param suggested the nation beside which the console was started */
  constructor(file: string, freshId: () => string, suggested: string | null = null) {
    this.#file = storedFile(file, 1, profilesShape)
    this.#freshId = freshId
    this.#suggested = suggested
  }

  async list(): Promise<Omit<ProfileList, 'unsent'>> {
    const { profiles, problem } = await this.#read()
    return { profiles: profiles.flatMap((each) => presented(each) ?? []), suggested: this.#suggested, problem }
  }

  async find(id: string): Promise<Profile | undefined> {
    return (await this.list()).profiles.find((profile) => profile.id === id)
  }

  /** The profile that was open when the console was last used. */
  async chosen(): Promise<Profile | undefined> {
    const { chosen } = await this.#read()
    return chosen === null ? undefined : this.find(chosen)
  }

  async add({ address, name }: NewProfile): Promise<Added> {
    const read = readServerAddress(address)
    if ('refused' in read) return read
    const own = { id: this.#freshId(), name: name.trim() || new URL(read.server).host, server: read.server }
    let isFull = false
    await this.#file.change((found) => {
      const { profiles, chosen } = presentedFile(found)
      isFull = profiles.length >= MOST
      return isFull ? null : { profiles: [...profiles, own], chosen }
    })
    if (isFull) return { refused: `A console knows ${MOST} servers at most. Remove one first.` }
    return { profile: presented(own)! }
  }

  choose(id: string | null): Promise<void> {
    return this.#file.change((found) => {
      const { profiles } = presentedFile(found)
      const isKnown = id === null ? profiles.length > 0 : profiles.some((profile) => profile.id === id)
      return isKnown ? { profiles, chosen: id } : null
    })
  }

  remove(id: string): Promise<void> {
    return this.#file.change((found) => {
      const { profiles, chosen } = presentedFile(found)
      const left = profiles.filter((profile) => profile.id !== id)
      return left.length === profiles.length ? null : { profiles: left, chosen: chosen === id ? null : chosen }
    })
  }

  async #read(): Promise<StoredProfiles & { problem: string | null }> {
    return presentedFile(await this.#file.read())
  }
}

function presentedFile(found: Stored<StoredProfiles>): StoredProfiles & { problem: string | null } {
  if (found.state === 'stored') return { ...found.value, problem: null }
  return { profiles: [], chosen: null, problem: found.state === 'damaged' ? found.problem : null }
}

/** A profile of the file, checked again: one that was written by hand is refused as it is in the form. */
function presented({ id, name, server }: StoredProfiles['profiles'][number]): Profile | undefined {
  const read = readServerAddress(server)
  return 'refused' in read ? undefined : { id, name, ...read, database: `nation-${id}` }
}

/** Where a profile's windows store what they store; without a profile, nothing stays. */
export function partitionOf(profile: Profile | null): string {
  return profile === null ? 'choice' : `persist:profile-${profile.id}`
}

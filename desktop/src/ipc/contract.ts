import { z } from 'zod'
import {
  added,
  exportId,
  exportName,
  exportStep,
  link,
  newProfile,
  openedExport,
  PIECE_LIMIT,
  profile,
  profileId,
  profileList,
  vaultKey,
  waiting,
} from './shapes'

export type Profile = z.infer<typeof profile>
export type ProfileList = z.infer<typeof profileList>
export type NewProfile = z.infer<typeof newProfile>
export type Added = z.infer<typeof added>
export type VaultKey = z.infer<typeof vaultKey>
export type OpenedExport = z.infer<typeof openedExport>
export type ExportStep = z.infer<typeof exportStep>
export type Waiting = z.infer<typeof waiting>
export type Link = z.infer<typeof link>

const declare = <const Input extends z.ZodType<readonly unknown[]>, Output extends z.ZodType>(
  input: Input,
  output: Output,
) => ({ input, output })

const nothing = z.null()

/** Every call of the bridge: what it takes and what it answers. Both ends parse both. Channels are `nation:` and the name. */
export const CALLS = {
  version: declare(z.tuple([]), z.string().max(40)),
  'profiles.list': declare(z.tuple([]), profileList),
  'profiles.current': declare(z.tuple([]), profile.nullable()),
  'profiles.add': declare(z.tuple([newProfile]), added),
  'profiles.choose': declare(z.tuple([profileId]), nothing),
  'profiles.remove': declare(z.tuple([profileId]), nothing),
  'profiles.leave': declare(z.tuple([]), nothing),
  'vault.key': declare(z.tuple([profileId]), vaultKey),
  'vault.forget': declare(z.tuple([profileId]), nothing),
  'exports.begin': declare(z.tuple([exportName]), openedExport),
  'exports.write': declare(z.tuple([exportId, z.string().max(PIECE_LIMIT)]), exportStep),
  'exports.end': declare(z.tuple([exportId, z.boolean()]), exportStep),
  showWaiting: declare(z.tuple([waiting]), nothing),
  /** Opens another window of this one's server. */
  newWindow: declare(z.tuple([]), nothing),
  /** Why no newer console could be looked for, as a sentence; null where nothing went wrong. */
  updateProblem: declare(z.tuple([]), z.string().max(500).nullable()),
  /** The link that opened this window, once. */
  takeLink: declare(z.tuple([]), link.nullable()),
} as const

export type CallName = keyof typeof CALLS
export type InputOf<Name extends CallName> = z.infer<(typeof CALLS)[Name]['input']>
export type OutputOf<Name extends CallName> = z.infer<(typeof CALLS)[Name]['output']>

/** The channel that a call goes over. */
export const channelOf = (name: CallName): string => `nation:${name}`

/** The messages that the main process sends to a window unasked. */
export const PUSHED = {
  link: { channel: 'nation:told-link', shape: link },
  updateProblem: { channel: 'nation:told-update-problem', shape: nothing },
} as const

/** What the window may ask of the main process. The preload offers exactly this, and nothing else crosses. */
export interface NationBridge {
  /** The console's own version, as in `0.1.0`. */
  version(): Promise<string>
  readonly profiles: {
    list(): Promise<ProfileList>
    /** The profile of this window; null in the window that chooses one. */
    current(): Promise<Profile | null>
    add(profile: NewProfile): Promise<Added>
    /** Opens a profile's window in place of this one. */
    choose(id: string): Promise<null>
    /** Forgets a profile, all that its windows stored, and its key. */
    remove(id: string): Promise<null>
    /** Goes back to the choice of a profile. */
    leave(): Promise<null>
  }
  readonly vault: {
    /** The key of this window's own profile. */
    key(profile: string): Promise<VaultKey>
    /** Forgets that key: what was encrypted with it can be read no more. */
    forget(profile: string): Promise<null>
  }
  readonly exports: {
    /** Asks where to save a file of this name, and begins it. */
    begin(name: string): Promise<OpenedExport>
    /** Writes the next piece of it. After a problem there is no such file. */
    write(file: string, piece: string): Promise<ExportStep>
    /** Puts it in its place, where it is whole; drops it, where it is not. */
    end(file: string, whole: boolean): Promise<ExportStep>
  }
  /** Shows in tray and badge what waits, and notifies of what is more than before. */
  showWaiting(waiting: Waiting): Promise<null>
  /** Opens another window of this window's server. */
  newWindow(): Promise<null>
  /** Hears why no newer console could be looked for, now and whenever that changes; null where nothing went wrong. */
  onUpdateProblem(listener: (problem: string | null) => void): () => void
  /** Hears links that are opened from now on, and the one that opened this window. Answers how to stop. */
  onLink(listener: (link: Link) => void): () => void
}

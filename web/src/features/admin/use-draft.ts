import { useState } from 'react'

interface Stored<T> {
  readonly typed: T
  readonly version: number
  readonly isSaved: boolean
}

/**
 * What an administrator types over a setting, and the version of the setting that it rests on: the one that was on the screen when it was
 * begun. @param version the setting's version now
 */
export function useDraft<T>(version: number) {
  const [stored, setStored] = useState<Stored<T> | null>(null)
  // What was saved is shown until the nation tells of it.
  const draft = stored !== null && !(stored.isSaved && version >= stored.version) ? stored : null
  return {
    /** Null where nothing is typed. */
    typed: draft?.typed ?? null,
    /** The version that a change names. */
    version: draft?.version ?? version,
    /** Whether another administrator changed the setting while it was typed over. */
    isOvertaken: draft !== null && draft.version < version,
    write: (typed: T) => setStored({ typed, version: draft?.version ?? version, isSaved: false }),
    /** It was saved, as this version. */
    saved: (typed: T, at: number) => setStored({ typed, version: at, isSaved: true }),
    /** Goes on with the draft, on top of the present version. */
    keep: () => draft && setStored({ ...draft, version }),
    drop: () => setStored(null),
  }
}

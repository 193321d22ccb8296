import type { ReplicaView } from './use-replica'

/** How far the administrators' chat of a nation was read here: the number of its last message that was on the screen. */
interface Looked {
  readonly nation: string
  readonly number: number
}

const placeOf = (profile: string): string => `replica chat ${profile}`

/** Numbers in place of times: a restart does not lose them, and a clock that is wrong changes nothing. */
export function lookedAt(profile: string) {
  let known = read(profile)

  const set = (looked: Looked, { state }: ReplicaView) => {
    known = looked
    // A copy in memory alone leaves nothing on the disk.
    if (state?.notice === 'noKey' || state?.notice === 'wrongKey') return
    localStorage.setItem(placeOf(profile), `${looked.number} ${looked.nation}`)
  }

  return {
    /** The chat of this copy is on the screen. */
    now(view: ReplicaView): void {
      const nation = view.replica?.nation
      if (!nation) return
      const before = known?.nation === nation ? known.number : 0
      const number = newestOf(view)
      if (number > before) set({ nation, number }, view)
    },
    /** The number of the last message that was looked at; null where that is not known. Whoever has a new copy has seen what was before it. */
    number(view: ReplicaView): number | null {
      const { replica, state } = view
      const nation = replica?.nation
      if (!nation) return null
      // Another window may have looked.
      const stored = read(profile)
      if (stored?.nation === nation && (known?.nation !== nation || stored.number > known.number)) known = stored
      if (known?.nation !== nation) {
        if (!state?.filled || state.loading) return null
        set({ nation, number: newestOf(view) }, view)
      }
      return known?.number ?? null
    },
  }
}

/** Deletes it with the rest of the copy, and where another administrator signs in. */
export const deleteLooked = (profile: string): void => localStorage.removeItem(placeOf(profile))

function read(profile: string): Looked | null {
  const [number, nation] = (localStorage.getItem(placeOf(profile)) ?? '').split(' ')
  return nation && Number.isSafeInteger(Number(number)) ? { nation, number: Number(number) } : null
}

function newestOf({ replica }: ReplicaView): number {
  let newest = 0
  for (const { id } of replica?.rows('chat') ?? []) newest = Math.max(newest, Number(id))
  return newest
}

import type { ReplicaView } from './use-replica'

/** How far the administrators' chat of a nation was read here: the number of its last message that was on the screen. */
interface Looked {
  readonly nation: string
  /** Whose copy it is: another administrator has looked at other messages. */
  readonly me: string
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
    localStorage.setItem(placeOf(profile), `${looked.number} ${looked.nation} ${looked.me}`)
  }

  return {
    /** The chat of this copy is on the screen. */
    now(view: ReplicaView): void {
      if (!view.replica?.nation) return
      const { nation, me } = view.replica
      const before = isOf(view.replica, known) ? known.number : 0
      const number = newestOf(view)
      if (number > before) set({ nation, me, number }, view)
    },
    /** The number of the last message that was looked at; null where that is not known. Whoever has a new copy has seen what was before it. */
    number(view: ReplicaView): number | null {
      const { replica, state } = view
      if (!replica?.nation) return null
      const { nation, me } = replica
      // Another window may have looked.
      const stored = read(profile)
      if (isOf(replica, stored) && (!isOf(replica, known) || stored.number > known.number)) known = stored
      if (!isOf(replica, known)) {
        if (!state?.filled || state.loading) return null
        set({ nation, me, number: newestOf(view) }, view)
      }
      return known?.number ?? null
    },
  }
}

/** Deletes it with the rest of the copy, and where another administrator signs in. */
export const deleteLooked = (profile: string): void => localStorage.removeItem(placeOf(profile))

const isOf = (
  { nation, me }: Pick<Looked, 'me'> & { readonly nation: string | null },
  looked: Looked | null,
): looked is Looked => looked?.nation === nation && looked.me === me

function read(profile: string): Looked | null {
  const [number, nation, me] = (localStorage.getItem(placeOf(profile)) ?? '').split(' ')
  return nation && me && Number.isSafeInteger(Number(number)) ? { nation, me, number: Number(number) } : null
}

function newestOf({ replica }: ReplicaView): number {
  let newest = 0
  for (const { id } of replica?.rows('chat') ?? []) newest = Math.max(newest, Number(id))
  return newest
}

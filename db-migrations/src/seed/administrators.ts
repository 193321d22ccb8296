import { updateAdministration } from '@nation/core/admin'
import { PERSONA_HANDLES } from '@nation/demo'
import type { ElectionDates } from '@nation/domain/elections'
import { after, day, hour } from './calendar'
import type { World } from './world'

/** Who administers the demo nation beside its first administrator: citizens who hold no office and never stand. */
export const furtherAdministrators = ['hofmann_g', 'takahashi_t'] as const

/** In the second week the first administrator makes two citizens administrators. */
export function administratorDeeds(weeks: readonly ElectionDates[]) {
  const second = weeks[1]!.startsAt
  return furtherAdministrators.map((handle, place) => {
    const at = after(second, 4 * day + (10 + place) * hour)
    const done = (world: World) =>
      world.act(at, PERSONA_HANDLES.admin, async (ctx) => {
        await updateAdministration(ctx, { userId: world.citizen(handle).uid, isAdmin: true })
      })
    return { at, done }
  })
}

import { resign, updateMemberRole } from '@nation/core/government'
import { column, type CitizenContext, readFirst } from '@nation/core/platform'
import type { GovernmentRole } from '@nation/domain/permissions'
import { PERSONA_HANDLES } from '@nation/demo'
import type { ElectionDates } from '@nation/domain/elections'
import { after, day, hour } from './calendar'
import type { World } from './world'

/** The weeks of the second and third election, during which the first and the second government were in office. */
const [second, third] = [1, 2] as const

/** What changed in the cabinets of the demo nation between its elections: a vacant seat is filled, an official resigns and is replaced. */
export function seatDeeds(weeks: readonly ElectionDates[]) {
  const at = (week: number, days: number, hours: number) => {
    const dates = weeks[week]
    return dates ? [after(dates.startsAt, days * day + hours * hour)] : []
  }
  return [
    ...at(second, 2, 9).map((at) => ({ at, done: byPresident(at, 'eirik_bakke', 'raidMinister') })),
    ...at(second, 3, 15).map((at) => ({ at, done: byAdmin(at, 'anongreyes', 'justiceMinister') })),
    ...at(second, 6, 11).map((at) => ({ at, done: byAdmin(at, 'anongreyes', 'citizen') })),
    ...at(third, 1, 10).map((at) => ({ at, done: resigns(at, 'citizensMinister') })),
    ...at(third, 2, 8).map((at) => ({ at, done: byPresident(at, 'astrid33', 'citizensMinister') })),
  ]
}

type Done = (world: World) => Promise<void>

const resigns =
  (at: Date, office: GovernmentRole): Done =>
  (world) =>
    asHolder(world, at, office, async (ctx) => void (await resign(ctx, { office })))

const byPresident =
  (at: Date, handle: string, office: GovernmentRole): Done =>
  (world) =>
    asHolder(world, at, 'president', async (ctx) => void (await appoint(ctx, world, handle, office)))

const byAdmin =
  (at: Date, handle: string, office: GovernmentRole | 'citizen'): Done =>
  (world) =>
    world.act(at, PERSONA_HANDLES.admin, async (ctx) => void (await appoint(ctx, world, handle, office)))

const appoint = (ctx: CitizenContext, world: World, handle: string, governmentRole: GovernmentRole | 'citizen') =>
  updateMemberRole(ctx, { userId: world.citizen(handle).uid, governmentRole })

/** Makes a call in the name of an office's present holder. */
async function asHolder(
  world: World,
  at: Date,
  office: GovernmentRole,
  service: (ctx: CitizenContext) => Promise<void>,
): Promise<void> {
  const holder = await readFirst(
    world.database,
    { handle: column.text },
    'SELECT handle FROM citizens WHERE government_role = ?',
    [office],
  )
  if (!holder) throw new Error(`Nobody holds the office ${office} at ${at.toISOString()}.`)
  await world.act(at, holder.handle, (ctx) => service({ ...ctx, caller: { ...ctx.caller, governmentRole: office } }))
}

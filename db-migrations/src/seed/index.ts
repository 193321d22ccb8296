import { sequence } from '@nation/core/journal'
import { readOffset } from '@nation/core/platform'
import type { DataSource, EntityManager } from 'typeorm'
import { demoWeeks, foundedAt } from './calendar'
import { live } from './history'
import { demoCitizens } from './people'
import { drawCampaigns, drawPortraits, keepIn, type StorePicture } from './pictures'
import { plannedCandidacies } from './standing'
import { markBegun, markSettled, seedState, wipeUnfinished, withSeedLock } from './state'
import { drawSteps, hangSteps } from './talk'
import { drawUploads, freshFromX, hangUploads } from './uploads'
import { World } from './world'

export interface SeedOptions {
  /** Where portraits and banners are stored. */
  readonly mediaDir: string
  /** Called with plain sentences about the progress. */
  readonly say: (line: string) => void
  /** The nation's now; read from the stored clock unless said. */
  readonly now?: Date
  /** How pictures are stored; by default in `mediaDir`. */
  readonly storePicture?: StorePicture
}

/**
 * Fills an empty database with the demo nation, as it stands at the nation's now: its citizens, three past elections, the
 * government that the last of them seated, and the open election with the votes that were cast so far. Does nothing when
 * it is inhabited. A seeding that was killed is begun anew by the next one.
 */
export async function seed(database: DataSource, options: SeedOptions): Promise<void> {
  await withSeedLock(database, async () => {
    const state = await seedState(database)
    if (state === 'settled') return options.say('The demo nation is there already.')
    if (state === 'inhabited') return options.say('Somebody lives here already: no demo nation is made.')
    if (state === 'unfinished') {
      options.say('An earlier seeding did not finish: it is begun anew.')
      await wipeUnfinished(database)
    }
    const machine = new Date()
    const now = options.now ?? new Date(machine.getTime() + (await readOffset(database)))
    await settle(database, options, now)
    const seconds = ((Date.now() - machine.getTime()) / 1000).toFixed(1)
    options.say(`The demo nation is settled (${seconds} s).`)
  })
}

async function settle(database: DataSource, options: SeedOptions, now: Date): Promise<void> {
  const { say, storePicture = keepIn(options.mediaDir) } = options
  const weeks = demoWeeks(now)
  const citizens = demoCitizens(now, weeks)
  const candidacies = weeks.flatMap((_, week) => plannedCandidacies(weeks, week))
  say(`Drawing what ${candidacies.length} candidates show.`)
  const pictures = await drawCampaigns(storePicture, candidacies)
  await markBegun(database, foundedAt(weeks))
  say(`Living through the ${weeks.length} weeks since ${foundedAt(weeks).toISOString().slice(0, 10)}.`)
  const drawing = drawPortraits(storePicture, citizens)
  // Awaited below: when it fails, it must not end the process as an unhandled rejection.
  drawing.catch(() => undefined)
  const last = await live(new World(database, pictures), now, weeks, citizens, candidacies)
  const portraits = await drawing
  const uploads = await drawUploads(storePicture, options.mediaDir)
  const steps = await drawSteps(storePicture)
  await markSettled(database, last, async (tx) => {
    await tx.query(lastSeen)
    await hangPortraits(tx, portraits)
    await hangUploads(tx, uploads, now)
    await hangSteps(tx, steps, now)
    await tx.query(freshFromX, [now])
  })
  // This process knows no reactions, so nothing follows from what is long past.
  for (let numbered = 1; numbered > 0;) ({ numbered } = await sequence(database))
}

/** Every voter was signed in then, with their account on X. */
const lastSeen = `UPDATE citizens c
  JOIN (SELECT citizen_id, MAX(cast_at) AS at FROM ballots GROUP BY citizen_id) AS seen ON seen.citizen_id = c.id
  SET c.last_login_at = seen.at, c.last_active_at = seen.at, c.x_refreshed_at = seen.at, c.updated_at = GREATEST(c.updated_at, seen.at)`

/** Portraits are drawn while the nation lives, and hung when it has. */
async function hangPortraits(tx: EntityManager, portraits: ReadonlyMap<string, string>): Promise<void> {
  const given = [...portraits].map(() => 'SELECT ? AS handle, ? AS url').join(' UNION ALL ')
  await tx.query(
    `UPDATE citizens c JOIN (${given}) AS drawn ON drawn.handle = c.handle SET c.portrait_url = drawn.url`,
    [...portraits].flat(),
  )
}

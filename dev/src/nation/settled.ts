import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a nation begins with: two nations of the same beginning are alike once they are ready. */
export interface Beginning {
  readonly clock: string
  readonly empty: boolean
}

/** How long a nation may take to be made, and what is waited for it between two looks. */
const MAKING_MS = 300_000
const LOOK_MS = 200

/**
 * Gives a new nation the data of one that began alike, so that the demo nation is seeded once for all tests of a run. The first
 * one who asks for a beginning makes it with `make`, in the folder that it is given; later callers wait for it.
 *
 * @param shelf the folder of the run that keeps what was made
 * @param make lives through the beginning in a data folder, and ends; answers how long it lived, in milliseconds
 * @returns the instant to go on from: the nation's time never goes back
 */
export async function copySettled(
  shelf: string,
  beginning: Beginning,
  into: string,
  make: (folder: string) => Promise<number>,
): Promise<string> {
  const place = path.join(shelf, `${beginning.clock.replaceAll(/\W/g, '-')}${beginning.empty ? '-empty' : ''}`)
  fs.mkdirSync(shelf, { recursive: true })
  for (const deadline = Date.now() + MAKING_MS; !fs.existsSync(place); await sleep(LOOK_MS)) {
    if (Date.now() > deadline)
      throw new Error(`The nation of ${beginning.clock} was not made in ${MAKING_MS / 1000} s.`)
    await makeOnce(place, make)
  }
  fs.cpSync(path.join(place, 'data'), into, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  const livedMs = Number(fs.readFileSync(path.join(place, 'lived'), 'utf8'))
  return new Date(Date.parse(beginning.clock) + livedMs).toISOString()
}

/** Makes it under another name, which is a lock at the same time: only what is whole gets its own. */
async function makeOnce(place: string, make: (folder: string) => Promise<number>): Promise<void> {
  const making = `${place}.making`
  try {
    fs.mkdirSync(making)
  } catch {
    return
  }
  try {
    const livedMs = await make(path.join(making, 'data'))
    fs.writeFileSync(path.join(making, 'lived'), String(livedMs))
    fs.renameSync(making, place)
  } catch (error) {
    fs.rmSync(making, { recursive: true, force: true })
    throw error
  }
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const built = path.resolve(import.meta.dirname, '../../web/dist')

const WORKER = 'sw.js'

/** The list of the code that a built service worker fetches ahead (`web/scripts/precache-plugin.ts`). */
const LIST = /"code":\[[^\]]+\]/

/**
 * The built web client with a service worker that fetches no code ahead unless it is told to, for the variable NATION_WEB_DIR of a
 * nation. All but that file are links: a clone keeps the code of a day's builds, thousands of files.
 */
export class WebClient {
  readonly dir = mkdtempSync(path.join(os.tmpdir(), 'nation-web-'))

  /** Links to the build. @throws Error when its service worker is not as expected */
  link(): void {
    for (const name of readdirSync(built)) {
      if (name !== WORKER) symlinkSync(path.join(built, name), path.join(this.dir, name))
    }
    this.fetchAhead(false)
  }

  /** Whether the worker that browsers get from now on fetches code ahead. */
  fetchAhead(does: boolean): void {
    const worker = readFileSync(path.join(built, WORKER), 'utf8')
    if (!LIST.test(worker)) throw new Error('The built sw.js has no list of code that it fetches ahead.')
    writeFileSync(path.join(this.dir, WORKER), does ? worker : worker.replace(LIST, '"code":[]'))
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true })
  }
}

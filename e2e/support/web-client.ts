import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const built = path.resolve(import.meta.dirname, '../../web/dist')

/** The list of the code that a built service worker fetches ahead (`web/scripts/precache-plugin.ts`). */
const LIST = /"code":\[[^\]]+\]/

/** A copy of the built web client whose service worker fetches no code ahead, for the variable NATION_WEB_DIR of a nation. */
export class WebClient {
  readonly dir = mkdtempSync(path.join(os.tmpdir(), 'nation-web-'))

  /** Copies the build. @throws Error when its service worker is not as expected */
  copy(): void {
    cpSync(built, this.dir, { recursive: true })
    const file = path.join(this.dir, 'sw.js')
    const worker = readFileSync(file, 'utf8')
    if (!LIST.test(worker)) throw new Error('The built sw.js has no list of code that it fetches ahead.')
    writeFileSync(file, worker.replace(LIST, '"code":[]'))
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true })
  }
}

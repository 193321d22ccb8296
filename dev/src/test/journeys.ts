import fs from 'node:fs'
import path from 'node:path'

const isJourney = /\.spec\.ts$/

/** The files of the browser's journeys, the largest first, which is roughly the longest. */
export function journeyFiles(folder: string): string[] {
  const size = (name: string) => fs.statSync(path.join(folder, name)).size
  const names = fs.readdirSync(folder).filter((name) => isJourney.test(name))
  return names.sort((a, b) => size(b) - size(a) || a.localeCompare(b))
}

/** A share is this part of what is left: few starts of Playwright and Chromium, and sequences that end together. */
const PARTS = 3

/** The files that no sequence of a run has taken yet. */
export class JourneyQueue {
  readonly #left: string[]

  constructor(files: readonly string[]) {
    this.#left = [...files]
  }

  /** A share of what is left, large in the beginning and one file in the end; empty when nothing is left. */
  take(): string[] {
    return this.#left.splice(0, Math.ceil(this.#left.length / PARTS))
  }
}

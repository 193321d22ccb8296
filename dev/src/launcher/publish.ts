import fs from 'node:fs'
import path from 'node:path'

/** How long a page that is open somewhere may still ask for the files of the build that it came from. */
const RETAINED_MS = 24 * 60 * 60 * 1000

/**
 * Puts a new build in the place of the old one while nations serve it: what pages lean on first, the pages last, each in
 * one step; what the old build alone had goes after a day.
 */
export function publish(from: string, to: string, now: number = Date.now()): void {
  const files = filesIn(from)
  const pagesLast = [...files.filter((file) => !isPage(file)), ...files.filter(isPage)]
  for (const file of pagesLast) {
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    fs.renameSync(path.join(from, file), path.join(to, file))
  }
  for (const file of filesIn(to)) {
    const old = path.join(to, file)
    if (!files.includes(file) && now - fs.statSync(old).mtimeMs > RETAINED_MS) fs.rmSync(old)
  }
  fs.rmSync(from, { recursive: true, force: true })
}

function isPage(file: string): boolean {
  return file.endsWith('.html')
}

function filesIn(folder: string, below = ''): string[] {
  return fs.readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(below, entry.name)
    return entry.isDirectory() ? filesIn(folder, name) : [name]
  })
}

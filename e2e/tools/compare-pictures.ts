import { readdir, readFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/**
 * Compares two folders of pictures pixel by pixel, and draws what differs into `differences` beside the newer ones.
 * @returns how many pictures differ, or are in one folder only
 */
export async function compareFolders(before: string, after: string, say: (line: string) => void): Promise<number> {
  const [old, now] = await Promise.all([picturesIn(before), picturesIn(after)])
  const differences = path.join(after, 'differences')
  await mkdir(differences, { recursive: true })
  let differing = 0
  const all = new Set([...old, ...now])
  for (const name of [...all].sort()) {
    const found =
      old.has(name) && now.has(name) ? await compare(name, before, after, differences) : 'in one folder only'
    if (found === undefined) continue
    differing += 1
    say(`${name}: ${found}`)
  }
  say(`${differing} of ${all.size} pictures differ.`)
  return differing
}

const picturesIn = async (folder: string): Promise<Set<string>> =>
  new Set((await readdir(folder)).filter((name) => name.endsWith('.png')).sort())

/** What differs between two pictures, in words; nothing where they are alike. */
async function compare(name: string, before: string, after: string, into: string): Promise<string | undefined> {
  const [old, now] = await Promise.all([before, after].map((folder) => readFile(path.join(folder, name))))
  if (!old || !now || old.equals(now)) return undefined
  const one = PNG.sync.read(old)
  const other = PNG.sync.read(now)
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)]
  const drawn = new PNG({ width, height })
  const pixels = pixelmatch(spread(one, width, height), spread(other, width, height), drawn.data, width, height, {
    threshold: 0.02,
    includeAA: true,
  })
  if (pixels === 0) return undefined
  await writeFile(path.join(into, name), PNG.sync.write(drawn))
  const size = one.height === other.height ? '' : `, ${other.height - one.height} px in height`
  return `${((100 * pixels) / (width * height)).toFixed(3)} %${size}`
}

/** A picture on a larger sheet. */
function spread(picture: PNG, width: number, height: number): Buffer {
  if (picture.width === width && picture.height === height) return picture.data
  const sheet = new PNG({ width, height })
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, 0, 0)
  return sheet.data
}

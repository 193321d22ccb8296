import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const requirements = path.join(root, 'docs/requirements')
const skipped = /(^|\/)(node_modules|dist|\.git|requirements)(\/|$)/

/** The sources and documents that may cite the requirements. */
function cited(): { readonly file: string; readonly text: string }[] {
  const rooms = fs
    .readdirSync(root, { withFileTypes: true })
    .filter((one) => one.isDirectory() && !/^(node_modules|\.git|\.cache)$/.test(one.name))
  return rooms.flatMap(({ name }) => sourcesIn(path.join(root, name)))
}

function sourcesIn(folder: string): { readonly file: string; readonly text: string }[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const file = path.join(folder, one.name)
    if (skipped.test(path.relative(root, file))) return []
    if (one.isDirectory()) return sourcesIn(file)
    return /\.(ts|tsx|css|mjs|md)$/.test(one.name) ? [{ file, text: fs.readFileSync(file, 'utf8') }] : []
  })
}

const read = (name: string): string => fs.readFileSync(path.join(requirements, name), 'utf8')
const sections = (name: string): string[] =>
  [...read(name).matchAll(/^## (\d+)\. /gm)].map(([, number]) => number ?? '')

const known = new Set([
  ...sections('1-citizens.md').map((number) => `1.${number}`),
  ...sections('2-government.md').map((number) => `2.${number}`),
])
const rulings = [...read('rulings.md').matchAll(/^## (.+)$/gm)].map(([, name]) => (name ?? '').toLowerCase())

/** What a text cites: sections as `1.4`, rulings by what follows the word. A comment's line may break within a citation. */
function citationsIn(text: string): { readonly sections: string[]; readonly rulings: string[] } {
  const flat = text.replace(/\n\s*(\*|\/\/) /g, ' ')
  const lists = [...flat.matchAll(/\brequirements ((?:[\d.]*\d(?:, | and | to )?)+)/gi)]
  return {
    sections: lists.flatMap(([, list]) => (list ?? '').match(/[\d.]*\d/g) ?? []),
    rulings: [...flat.matchAll(/(?<!-)\bruling: ([^)\n]*)/gi)].map(([, name]) => (name ?? '').toLowerCase()),
  }
}

const all = cited()
  .filter(({ file }) => file !== import.meta.filename)
  .map(({ file, text }) => ({ file: path.relative(root, file), text, ...citationsIn(text) }))

describe('Citations of the requirements', () => {
  it('lead to a section or a ruling that is there', () => {
    const lost = all.flatMap((one) => [
      ...one.sections.filter((section) => !known.has(section)).map((section) => `${one.file}: requirements ${section}`),
      ...one.rulings
        .filter((ruling) => !rulings.some((name) => ruling.startsWith(name)))
        .map((ruling) => `${one.file}: ruling: ${ruling}`),
    ])
    expect(lost).toEqual([])
    expect(all.flatMap((one) => one.sections).length).toBeGreaterThan(100)
    expect(all.flatMap((one) => one.rulings).length).toBeGreaterThan(20)
  })

  it('cite nothing that is not part of the repository', () => {
    const elsewhere = /\bspec document\b|\(design[:)]|\bdesign (section|decision)\b|\bdocument [12] section\b/i
    expect(all.filter(({ text }) => elsewhere.test(text)).map(({ file }) => file)).toEqual([])
  })
})

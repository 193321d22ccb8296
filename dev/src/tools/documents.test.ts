import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const packages = 'domain|core|api|workers|db-migrations|web|desktop|dev|e2e|bench|docker|docs'
const records = fs.readdirSync(path.join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`)
const guides = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/operations.md',
  'docs/glossary.md',
  'docs/threat-model.md',
]

/** CONTRIBUTING writes an example feature, the motto; its files do not exist. */
const isExample = (file: string): boolean => /motto/i.test(file)

const read = (document: string): string => fs.readFileSync(path.join(root, document), 'utf8')

/** Files and folders that a document names by their whole path, without those that stand for many (`*`, `<feature>`). */
function filesNamedIn(document: string): string[] {
  const named = read(document).matchAll(new RegExp(`\`((?:${packages})/[\\w./-]+)\``, 'g'))
  return [...named].flatMap(([, file]) => (file === undefined || isExample(file) ? [] : [file]))
}

/** The name by which a link leads to a heading: as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')

const anchorsIn = (document: string): string[] =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))

/** Links of a document to other documents of the repository or to a heading, that lead nowhere. */
function lostLinksOf(document: string): string[] {
  const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '')
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? document : path.join(path.dirname(document), file)
    if (!fs.existsSync(path.join(root, target))) return true
    return anchor !== undefined && !anchorsIn(target).includes(anchor)
  })
}

describe('The documents', () => {
  it('name files that exist', () => {
    const named = guides.flatMap((document) => filesNamedIn(document).map((file) => ({ document, file })))
    // A built file is named by the command that runs it.
    const lost = named.filter(({ file }) => !/\/dist\//.test(file) && !fs.existsSync(path.join(root, file)))
    expect(lost).toEqual([])
    expect(named.length).toBeGreaterThan(100)
  })

  it('let nobody change roles by SQL: the panel asks who may, ends sessions, and writes it into the audit', () => {
    const changesRoles = /\bSET\b[^;]*?\b(?:is_admin|is_super_admin|government_role|role)\s*=/i
    expect("UPDATE citizens SET is_admin = 1 WHERE handle = 'ada'").toMatch(changesRoles)
    const statements = [...guides, ...records].flatMap((document) =>
      [...read(document).matchAll(/\bUPDATE\s+citizens\b[^;`]*/gi)].map(([statement]) => `${document}: ${statement}`),
    )
    expect(statements.filter((statement) => changesRoles.test(statement))).toEqual([])
  })

  it('link to documents and headings that exist', () => {
    const lost = [...guides, ...records].flatMap((document) =>
      lostLinksOf(document).map((link) => `${document}: ${link}`),
    )
    expect(lost).toEqual([])
  })
})

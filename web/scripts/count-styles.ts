/** `npm run styles -w web`: how much CSS the client has, and which declarations are written most often. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'

const folder = path.resolve(import.meta.dirname, '../src')
const MOST = 15

const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
const written = new Map<string, number>()
let lines = 0
for (const name of sheets) {
  const text = readFileSync(path.join(folder, name), 'utf8')
  lines += text.split('\n').length - 1
  postcss.parse(text).walkDecls(({ prop, value }) => {
    const declaration = `${prop}: ${value.replace(/\s+/g, ' ')}`
    written.set(declaration, (written.get(declaration) ?? 0) + 1)
  })
}
const sum = [...written.values()].reduce((all, one) => all + one, 0)
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`${sheets.length} stylesheets, ${lines} lines, ${sum} declarations, ${written.size} distinct`)
for (const [declaration, times] of [...written].sort((a, b) => b[1] - a[1]).slice(0, MOST)) {
  say(`${String(times).padStart(5)}  ${declaration}`)
}

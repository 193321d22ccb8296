// Ends with an error when what npm installed is not what package-lock.json says. See docs/decisions/0052.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(process.argv[2] ?? '.')
const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
const locked = read('package-lock.json').packages
const installed = read('node_modules/.package-lock.json').packages
const problems = []
let count = 0

for (const [where, { version, integrity, link }] of Object.entries(installed)) {
  // Our own packages: folders of this repository, and links to them.
  if (link || !where.includes('node_modules/')) continue
  count++
  const wanted = locked[where]
  if (!wanted) problems.push(`${where} ${version} is not in the lock`)
  else if (wanted.version !== version) problems.push(`${where} is ${version}, the lock says ${wanted.version}`)
  else if (!wanted.integrity || wanted.integrity !== integrity)
    problems.push(`${where} ${version} has another checksum`)
  else if (read(`${where}/package.json`).version !== version)
    problems.push(`${where} is not the version that npm names`)
}
if (count === 0) problems.push('no package is installed')
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`All ${count} packages are those of package-lock.json.`)

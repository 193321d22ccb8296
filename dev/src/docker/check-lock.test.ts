import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../launcher/root'

let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-lock-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const here = { version: '1.0.0', integrity: 'sha512-here' }
const lock = { '': {}, 'node_modules/a': here, 'node_modules/other-platform': { ...here, optional: true } }

/** Checks a folder in which npm has noted these packages, and `version` of the package `a` lies. */
function check(installed: object, version = '1.0.0'): { status: number | null; said: string } {
  const write = (file: string, content: object) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), JSON.stringify(content))
  }
  write('package-lock.json', { packages: lock })
  write('node_modules/.package-lock.json', { packages: installed })
  write('node_modules/a/package.json', { version })
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'docker/check-lock.mjs'), folder])
  return { status, said: `${stdout.toString()}${stderr.toString()}` }
}

test('a tree is good whose packages are all in the lock; those of other platforms may be missing', () => {
  expect(
    check({ 'node_modules/a': here, core: { version: '0.1.0' }, 'node_modules/@nation/core': { link: true } }),
  ).toEqual({
    status: 0,
    said: 'All 1 packages are those of package-lock.json.\n',
  })
})

test.each([
  ['a package that is not in the lock', { 'node_modules/b': here }, '1.0.0', 'node_modules/b 1.0.0 is not in the lock'],
  ['another version', { 'node_modules/a': { ...here, version: '1.0.1' } }, '1.0.1', 'is 1.0.1, the lock says 1.0.0'],
  ['another content', { 'node_modules/a': { ...here, integrity: 'sha512-x' } }, '1.0.0', 'has another checksum'],
  ['a folder that is not what npm noted', { 'node_modules/a': here }, '1.0.1', 'is not the version that npm names'],
  ['nothing at all', {}, '1.0.0', 'no package is installed'],
])('a tree with %s is refused', (_, installed, version, sentence) => {
  const { status, said } = check(installed, version)
  expect(status).toBe(1)
  expect(said).toContain(sentence)
})

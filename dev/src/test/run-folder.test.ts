import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeRunFolder, type Machine } from './run-folder'

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-run-folder-'))
const memoryFolder = path.join(scratch, 'memory')
const systemFolder = path.join(scratch, 'system')
fs.mkdirSync(memoryFolder)
fs.mkdirSync(systemFolder)
afterAll(() => fs.rmSync(scratch, { recursive: true }))

const GIB = 2 ** 30
const machine = (change: Partial<Machine> & { type?: number; free?: number } = {}): Machine => ({
  memoryFolder,
  available: () => 20 * GIB,
  statfs: () => ({ type: change.type ?? 0x01021994, bsize: 4096, bavail: (change.free ?? 12 * GIB) / 4096 }),
  ...change,
})

test('a run lives in memory where there is plenty of it', () => {
  expect(path.dirname(makeRunFolder({}, machine(), systemFolder))).toBe(memoryFolder)
})

test.each<[string, NodeJS.ProcessEnv, Machine]>([
  ['the folder in memory is small', {}, machine({ free: 64 * 2 ** 20 })],
  ['little memory is free', {}, machine({ available: () => 3 * GIB })],
  ['the folder is on a disk', {}, machine({ type: 0xef53 })],
  [
    'there is no such folder',
    {},
    machine({
      statfs: () => {
        throw new Error('ENOENT')
      },
    }),
  ],
  ['TMPDIR names a folder', { TMPDIR: systemFolder }, machine()],
])('a run lives among the system’s temporary files where %s', (_, env, here) => {
  expect(path.dirname(makeRunFolder(env, here, systemFolder))).toBe(systemFolder)
})

test('what a killed run left is removed, and nothing else', () => {
  const killed = makeRunFolder({}, machine(), systemFolder)
  const elsewhere = makeRunFolder({}, machine(), systemFolder)
  const starting = fs.mkdtempSync(path.join(memoryFolder, 'nation-test-'))
  const running = makeRunFolder({}, machine(), systemFolder)
  const change = (folder: string, owner: object) => {
    const file = path.join(folder, 'owner.json')
    const before = JSON.parse(fs.readFileSync(file, 'utf8')) as object
    fs.writeFileSync(file, JSON.stringify({ ...before, ...owner }))
  }
  change(killed, { started: 'before this boot' })
  change(elsewhere, { started: 'before this boot', space: 'another container' })

  const next = makeRunFolder({}, machine(), systemFolder)

  expect(fs.existsSync(killed)).toBe(false)
  for (const folder of [elsewhere, starting, running, next]) expect(fs.existsSync(folder)).toBe(true)
})

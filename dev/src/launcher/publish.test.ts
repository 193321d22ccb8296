import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publish } from './publish'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-publish-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

function write(build: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, build, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, build, name), text)
  }
  return path.join(folder, build)
}

test('a new build takes the old one’s place, and open pages still find what they came with', () => {
  const to = write('dist', { 'index.html': 'old', 'assets/old.js': 'old' })
  publish(write('fresh', { 'index.html': 'new', 'assets/new.js': 'new' }), to)
  expect(fs.readFileSync(path.join(to, 'index.html'), 'utf8')).toBe('new')
  expect(fs.readdirSync(path.join(to, 'assets')).sort()).toEqual(['new.js', 'old.js'])
  expect(fs.existsSync(path.join(folder, 'fresh'))).toBe(false)
})

test('what no page can have open any more is removed', () => {
  const to = write('dist', { 'index.html': 'old', 'assets/old.js': 'old' })
  publish(write('fresh', { 'index.html': 'new' }), to, Date.now() + 25 * 60 * 60 * 1000)
  expect(fs.readdirSync(path.join(to, 'assets'))).toEqual([])
})

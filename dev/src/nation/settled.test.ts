import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copySettled } from './settled'

const beginning = { clock: '2026-02-03T09:00:00Z', empty: false }
let folder = ''
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'settled-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const shelf = () => path.join(folder, 'shelf')
const read = (name: string) => fs.readFileSync(path.join(folder, name, 'what'), 'utf8')

/** Makes a nation with the given data, and counts how often it did. */
function maker(what = 'the demo') {
  const made = { times: 0 }
  const make = (into: string) => {
    made.times += 1
    fs.mkdirSync(into, { recursive: true })
    fs.writeFileSync(path.join(into, 'what'), what)
    return Promise.resolve(4_000)
  }
  return { made, make }
}

describe('copySettled', () => {
  it('makes a beginning once for all who ask, and lets each copy go on after it', async () => {
    const { made, make } = maker()
    const asked = ['a', 'b', 'c'].map((name) => copySettled(shelf(), beginning, path.join(folder, name), make))
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 3 }, () => '2026-02-03T09:00:04.000Z'))
    expect(made.times).toBe(1)
    fs.writeFileSync(path.join(folder, 'a', 'what'), 'changed')
    expect(read('b')).toBe('the demo')
    expect(await copySettled(shelf(), beginning, path.join(folder, 'd'), make)).toBe('2026-02-03T09:00:04.000Z')
    expect([read('d'), made.times]).toEqual(['the demo', 1])
  })

  it('makes one for each beginning', async () => {
    await copySettled(shelf(), beginning, path.join(folder, 'full'), maker().make)
    await copySettled(shelf(), { ...beginning, empty: true }, path.join(folder, 'empty'), maker('nothing').make)
    expect([read('full'), read('empty')]).toEqual(['the demo', 'nothing'])
  })

  it('leaves nothing of one that could not be made, and the next one makes it', async () => {
    const failing = () => Promise.reject(new Error('no database'))
    await expect(copySettled(shelf(), beginning, path.join(folder, 'a'), failing)).rejects.toThrow('no database')
    expect(fs.readdirSync(shelf())).toEqual([])
    await copySettled(shelf(), beginning, path.join(folder, 'a'), maker().make)
    expect(read('a')).toBe('the demo')
  })
})

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Exports, type WritableFile } from './exports'

let folder: string
const [mine, others] = [{}, {}]
const place = (name = 'members.csv') => path.join(folder, name)
const refusal = (code: string) => Object.assign(new Error(code), { code })
let number = 0
const made = (openFile?: (file: string) => Promise<WritableFile>) =>
  new Exports({ freshId: () => `id-${++number}`, ...(openFile && { openFile }) })

/** A disk with room for so many pieces. */
const fullAfter = (pieces: number) =>
  made(async (file) => {
    const real = await open(file, 'wx')
    let left = pieces
    return {
      writeFile: (text) => (left-- > 0 ? real.writeFile(text) : Promise.reject(refusal('ENOSPC'))),
      sync: () => real.sync(),
      close: () => real.close(),
    }
  })

beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'nation-exports-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that a window saves', () => {
  it('is at its place once it is whole, for its owner alone, and replaces what was there', async () => {
    writeFileSync(place(), 'older')
    const exports = made()
    const { file } = await exports.begin(mine, place())
    for (const piece of ['\u{feff}name\n', 'Zoë\n', '😀\n'])
      expect(await exports.write(mine, file!, piece)).toEqual({ problem: null })
    expect(readFileSync(place(), 'utf8')).toBe('older')
    expect(await exports.end(mine, file!, true)).toEqual({ problem: null })
    expect(readFileSync(place(), 'utf8')).toBe('\u{feff}name\nZoë\n😀\n')
    expect(statSync(place()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['members.csv'])
  })

  it('is none where no place was chosen', async () => {
    expect(await made().begin(mine, undefined)).toEqual({ file: null, problem: null })
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(['it broke off', 'its window closed'])('leaves what was there, and nothing else, where %s', async (why) => {
    writeFileSync(place(), 'older')
    const exports = made()
    const { file } = await exports.begin(mine, place())
    await exports.write(mine, file!, 'half')
    if (why === 'it broke off') expect(await exports.end(mine, file!, false)).toEqual({ problem: null })
    else await exports.abandon(mine)
    expect(readFileSync(place(), 'utf8')).toBe('older')
    expect(readdirSync(folder)).toEqual(['members.csv'])
    await expect(exports.write(mine, file!, 'more')).rejects.toThrow('There is no such file.')
  })

  it('leaves nothing where its window closes while it is being opened', async () => {
    writeFileSync(place(), 'older')
    let go = () => {}
    const gate = new Promise<void>((resolve) => (go = resolve))
    const exports = made(async (file) => {
      await gate
      return open(file, 'wx')
    })
    const begun = exports.begin(mine, place())
    const elsewhere = exports.begin(others, place('others.csv'))
    const abandoned = exports.abandon(mine)
    go()
    await abandoned
    expect((await begun).file).toBeNull()
    expect(readFileSync(place(), 'utf8')).toBe('older')
    const { file } = await elsewhere
    expect(await exports.end(others, file!, true)).toEqual({ problem: null })
    expect(readdirSync(folder).toSorted()).toEqual(['members.csv', 'others.csv'])
  })

  it('leaves what was there, and nothing else, where the disk is full', async () => {
    writeFileSync(place(), 'older')
    const exports = fullAfter(1)
    const { file } = await exports.begin(mine, place())
    expect(await exports.write(mine, file!, 'one')).toEqual({ problem: null })
    expect(await exports.write(mine, file!, 'two')).toEqual({
      problem: 'There is no room on the disk. The file was not saved.',
    })
    expect(readFileSync(place(), 'utf8')).toBe('older')
    expect(readdirSync(folder)).toEqual(['members.csv'])
  })

  it.each([
    ['EACCES', 'Nothing may be written to this folder. The file was not saved.'],
    ['EROFS', 'Nothing may be written to this folder. The file was not saved.'],
    ['EIO', 'The system refused it (EIO). The file was not saved.'],
  ])('says why it cannot begin: %s', async (code, problem) => {
    expect(await made(() => Promise.reject(refusal(code))).begin(mine, place())).toEqual({ file: null, problem })
  })

  it('says so where its folder is gone, or a folder has its name', async () => {
    const { problem } = await made().begin(mine, path.join(folder, 'gone', 'members.csv'))
    expect(problem).toBe('This folder is there no more. The file was not saved.')
    mkdirSync(place())
    const exports = made()
    const { file } = await exports.begin(mine, place())
    expect((await exports.end(mine, file!, true)).problem).toMatch(/The file was not saved\.$/)
    expect(readdirSync(folder)).toEqual(['members.csv'])
  })

  it('is written to by no other window', async () => {
    const exports = made()
    const { file } = await exports.begin(mine, place())
    await expect(exports.write(others, file!, 'x')).rejects.toThrow('There is no such file.')
    await expect(exports.end(others, file!, true)).rejects.toThrow('There is no such file.')
    await exports.abandon(others)
    expect(await exports.end(mine, file!, true)).toEqual({ problem: null })
  })
})

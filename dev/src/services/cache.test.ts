import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlainFailure } from '../processes'
import { cached, cacheFolder } from './cache'

const cache = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-cache-'))
const say = () => undefined
beforeEach(() => fs.readdirSync(cache).forEach((name) => fs.rmSync(path.join(cache, name), { recursive: true })))
afterAll(() => fs.rmSync(cache, { recursive: true }))

const fill = vi.fn(async (folder: string) => {
  fs.mkdirSync(path.join(folder, 'bin'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'bin/server'), 'program')
  fs.symlinkSync('server', path.join(folder, 'bin/alias'))
})
const get = () => cached(cache, 'servers', say, fill)

describe('what was unpacked', () => {
  beforeEach(() => {
    fill.mockClear()
  })

  test('is fetched once and found afterwards', async () => {
    const folder = await get()
    expect(await get()).toBe(folder)
    expect(fill).toHaveBeenCalledTimes(1)
    expect(fs.readFileSync(path.join(folder, 'bin/server'), 'utf8')).toBe('program')
  })

  test.each<[string, (folder: string) => void]>([
    ['a file is missing', (folder) => fs.rmSync(path.join(folder, 'bin/server'))],
    ['a byte differs', (folder) => fs.writeFileSync(path.join(folder, 'bin/server'), 'Program')],
    ['a link points elsewhere', (folder) => relink(path.join(folder, 'bin/alias'))],
    ['the list of checksums is missing', (folder) => fs.rmSync(path.join(folder, 'manifest.json'))],
  ])('is fetched again when %s', async (_, damage) => {
    const folder = await get()
    damage(folder)
    await get()
    expect(fill).toHaveBeenCalledTimes(2)
    expect(fs.readFileSync(path.join(folder, 'bin/server'), 'utf8')).toBe('program')
    expect(fs.readlinkSync(path.join(folder, 'bin/alias'))).toBe('server')
  })

  test('is not read again by the nations of a run of tests, which has checked it', async () => {
    const folder = await get()
    fs.writeFileSync(path.join(folder, 'bin/server'), 'Program')
    vi.stubEnv('NATION_CHECKED_CACHE', cache)
    await get()
    expect(fill).toHaveBeenCalledTimes(1)
    vi.stubEnv('NATION_CHECKED_CACHE', `${cache}-of-another-run`)
    await get()
    expect(fill).toHaveBeenCalledTimes(2)
    vi.unstubAllEnvs()
  })

  test('is fetched once by two launchers at the same time', async () => {
    const [one, two] = await Promise.all([get(), get()])
    expect(one).toBe(two)
    expect(fill).toHaveBeenCalledTimes(1)
  })

  test('is not there when fetching failed, and leaves no rubbish', async () => {
    const failing = cached(cache, 'servers', say, async (folder) => {
      fs.writeFileSync(path.join(folder, 'half'), '')
      throw new PlainFailure('no network')
    })
    await expect(failing).rejects.toThrow('no network')
    expect(fs.readdirSync(cache)).toEqual([])
  })

  test('does away with what a killed launcher had begun', async () => {
    fs.mkdirSync(path.join(cache, 'servers.making-999'))
    await get()
    expect(fs.readdirSync(cache)).toEqual(['servers'])
  })
})

describe('the cache folder', () => {
  test("is the one that is named, the home folder's, or the data folder's when the home cannot be written", () => {
    const file = path.join(cache, 'a-file')
    fs.writeFileSync(file, '')
    expect(cacheFolder('/nowhere', { NATION_CACHE_DIR: path.join(cache, 'own') })).toBe(path.join(cache, 'own'))
    expect(cacheFolder('/nowhere', { XDG_CACHE_HOME: path.join(cache, 'xdg') })).toBe(path.join(cache, 'xdg/nation'))
    expect(cacheFolder(path.join(cache, 'data'), { XDG_CACHE_HOME: file })).toBe(path.join(cache, 'data/cache'))
    expect(() => cacheFolder('/nowhere', { NATION_CACHE_DIR: file })).toThrow('point NATION_CACHE_DIR at a folder')
  })
})

function relink(file: string): void {
  fs.rmSync(file)
  fs.symlinkSync('elsewhere', file)
}

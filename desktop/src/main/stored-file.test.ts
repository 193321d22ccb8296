import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { storedFile } from './stored-file'

const shape = z.strictObject({ name: z.string() })
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nation-stored-'))
  file = path.join(folder, 'thing.json')
})
const open = () => storedFile(file, 2, shape)

describe('a file of the console’s', () => {
  it('is absent at first, and holds what was written, with its version', async () => {
    expect(await open().read()).toEqual({ state: 'absent' })
    await open().write({ name: 'Ada' })
    expect(await open().read()).toEqual({ state: 'stored', value: { name: 'Ada' } })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 2, name: 'Ada' })
    expect(readdirSync(folder)).toEqual(['thing.json'])
  })

  it.each([
    ['half a text', '{"version": 2, "na', 'is damaged'],
    ['another form', '{"version": 2, "names": []}', 'is damaged'],
    ['no version', '{"name": "Ada"}', 'is damaged'],
    ['a list', '[]', 'is damaged'],
    ['nothing', '', 'is damaged'],
    ['the file of a newer console', '{"version": 3, "name": "Ada"}', 'was written by a newer console'],
  ])('that holds %s is reported, and left as it is', async (_what, text, problem) => {
    writeFileSync(file, text)
    expect(await open().read()).toEqual({
      state: 'damaged',
      problem: `thing.json ${problem}. It is left as it is.`,
    })
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('that is damaged is put aside before another is written', async () => {
    writeFileSync(file, 'damaged')
    await open().write({ name: 'Ada' })
    expect(await open().read()).toMatchObject({ state: 'stored' })
    const aside = readdirSync(folder).filter((name) => name.includes('.damaged-'))
    expect(aside.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(['damaged'])
  })

  it('is whole after many writes at once, and the last one stands', async () => {
    const thing = open()
    await Promise.all(Array.from({ length: 20 }, (_, index) => thing.write({ name: `${index}` })))
    expect(await thing.read()).toEqual({ state: 'stored', value: { name: '19' } })
    expect(readdirSync(folder)).toEqual(['thing.json'])
  })

  it('is gone when it was removed, also when it never was', async () => {
    await open().remove()
    await open().write({ name: 'Ada' })
    await open().remove()
    expect(await open().read()).toEqual({ state: 'absent' })
  })
})

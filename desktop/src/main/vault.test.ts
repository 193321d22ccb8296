import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeStore } from './testing/fake-parts'
import { Vault } from './vault'

const ADA = '01900000-0000-7000-8000-000000000001'
const BOB = '01900000-0000-7000-8000-000000000002'
let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'nation-vault-'))))
const open = (store = fakeStore(), platform = 'linux') => new Vault(folder, store, platform, () => randomBytes(32))
const file = () => path.join(folder, `key-${ADA}.json`)

describe('the vault', () => {
  it('keeps a key of 32 bytes for each profile, wrapped, and has it again after a start', async () => {
    const first = await open().key(ADA)
    expect(first).toMatchObject({ kept: 'system', why: null })
    expect(Buffer.from(first.key, 'base64')).toHaveLength(32)
    expect(await open().key(ADA)).toEqual(first)
    expect((await open().key(BOB)).key).not.toBe(first.key)
    expect(readFileSync(file(), 'utf8')).not.toContain(first.key)
  })

  it('makes one key for two windows that ask at once', async () => {
    const vault = open()
    const [one, other] = await Promise.all([vault.key(ADA), vault.key(ADA)])
    expect(one).toEqual(other)
  })

  it('hands out no key that is being forgotten', async () => {
    const vault = open()
    const first = await vault.key(ADA)
    const [, second] = await Promise.all([vault.forget(ADA), vault.key(ADA)])
    expect(second.key).not.toBe(first.key)
    expect(await open().key(ADA)).toEqual(second)
  })

  it('says so where the key cannot be saved', async () => {
    const store = {
      ...fakeStore(),
      encryptString: () => {
        throw new Error('locked')
      },
    }
    const vault = open(store)
    const key = await vault.key(ADA)
    expect(key).toMatchObject({ kept: 'memory', why: expect.stringContaining('could not be saved') as string })
    expect(await vault.key(ADA)).toEqual(key)
  })

  it.each([
    ['the system has no store', fakeStore('unknown', false), 'linux'],
    ['Linux has plain text only', fakeStore('basic_text'), 'linux'],
  ])('writes nothing where %s, and says so', async (_why, store, platform) => {
    const vault = open(store, platform)
    const key = await vault.key(ADA)
    expect(key).toMatchObject({ kept: 'memory', why: expect.stringMatching(/^This computer/) as string })
    expect(await vault.key(ADA)).toEqual(key)
    expect(readdirSync(folder)).toEqual([])
  })

  it('is not stopped on other systems by what Linux alone has a word for', async () => {
    expect(await open(fakeStore('basic_text'), 'darwin').key(ADA)).toMatchObject({ kept: 'system' })
  })

  it.each([
    ['damaged', 'no json'],
    ['wrapped by another system', JSON.stringify({ version: 1, wrapped: Buffer.from('foreign').toString('base64') })],
    ['no key', JSON.stringify({ version: 1, wrapped: fakeStore().encryptString('short').toString('base64') })],
  ])('leaves a file that is %s as it is, and goes on with a key in memory', async (_what, text) => {
    writeFileSync(file(), text)
    expect(await open().key(ADA)).toMatchObject({
      kept: 'memory',
      why: expect.stringContaining('Leaving the panel deletes that copy') as string,
    })
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })

  it('forgets a key: the next one is another', async () => {
    const vault = open()
    const { key } = await vault.key(ADA)
    await vault.forget(ADA)
    expect(readdirSync(folder)).toEqual([])
    expect((await vault.key(ADA)).key).not.toBe(key)
  })
})

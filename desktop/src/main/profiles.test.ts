import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { partitionOf, Profiles } from './profiles'

let file: string
beforeEach(() => (file = path.join(mkdtempSync(path.join(os.tmpdir(), 'nation-profiles-')), 'profiles.json')))
const open = () => new Profiles(file, randomUUID, 'http://localhost:3000')

async function add(profiles: Profiles, address: string, name = '') {
  const answer = await profiles.add({ address, name })
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.profile
}

describe('the servers that a console knows', () => {
  it('are stored with an id, a partition and a database of their own, also two of one address', async () => {
    const one = await add(open(), 'nation.example')
    const other = await add(open(), 'nation.example', 'For trying out')
    expect(one).toMatchObject({ name: 'nation.example', server: 'https://nation.example', local: false })
    expect((await open().list()).profiles).toEqual([one, other])
    expect(new Set([one.database, other.database, partitionOf(one), partitionOf(other)]).size).toBe(4)
    expect(partitionOf(null)).not.toMatch(/^persist:/)
  })

  it('are refused without https, and nothing is written', async () => {
    expect(await open().add({ address: 'http://nation.example', name: '' })).toHaveProperty('refused')
    expect(await open().list()).toEqual({ profiles: [], suggested: 'http://localhost:3000', problem: null })
    expect(readdirSync(path.dirname(file))).toEqual([])
  })

  it('remember which one was open, until it is left or removed', async () => {
    const one = await add(open(), 'nation.example')
    await open().choose(one.id)
    expect(await open().chosen()).toEqual(one)
    await open().choose(null)
    expect(await open().chosen()).toBeUndefined()
    await open().choose(one.id)
    await open().remove(one.id)
    expect(await open().chosen()).toBeUndefined()
    expect((await open().list()).profiles).toEqual([])
  })

  it('are all stored when windows add, choose and remove at once', async () => {
    const profiles = open()
    const first = await add(profiles, 'nation.example')
    const [second, third] = await Promise.all([
      add(profiles, 'two.example'),
      add(profiles, 'three.example'),
      profiles.remove(first.id),
      profiles.choose(first.id),
    ])
    expect((await open().list()).profiles).toEqual([second, third])
    expect(await open().chosen()).toBeUndefined()
  })

  it('do not remember one that they do not know', async () => {
    await open().choose(randomUUID())
    expect(await open().chosen()).toBeUndefined()
  })

  it('that were written into the file by hand are checked as those of the form', async () => {
    const server = 'http://nation.example'
    writeFileSync(
      file,
      JSON.stringify({ version: 1, profiles: [{ id: randomUUID(), name: 'x', server }], chosen: null }),
    )
    expect((await open().list()).profiles).toEqual([])
  })

  it('say that their file is damaged, leave it, and put it aside when another is added', async () => {
    writeFileSync(file, 'oops')
    const { problem } = await open().list()
    expect(problem).toBe('profiles.json is damaged. It is left as it is.')
    await open().choose(null)
    expect(readFileSync(file, 'utf8')).toBe('oops')
    await add(open(), 'nation.example')
    expect(readdirSync(path.dirname(file))).toHaveLength(2)
  })
})

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { NationBridge } from '../../ipc/contract'
import { PIECE_LIMIT } from '../../ipc/shapes'
import { Exports } from '../../main/exports'
import { saveThrough } from './save-through'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'nation-saving-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The bridge of one window on real files, with the longest piece that crossed it. */
function bridgeTo(target: string | undefined, refuse: { write?: Error } = {}) {
  const [owner, exports] = [{}, new Exports({ freshId: () => crypto.randomUUID() })]
  const crossed = { longest: 0, pieces: 0 }
  const bridge = {
    exports: {
      begin: () => exports.begin(owner, target),
      write(file: string, piece: string) {
        crossed.longest = Math.max(crossed.longest, piece.length)
        crossed.pieces++
        return refuse.write ? Promise.reject(refuse.write) : exports.write(owner, file, piece)
      },
      end: (file: string, whole: boolean) => exports.end(owner, file, whole),
    },
  }
  return { bridge: bridge as unknown as NationBridge, crossed }
}

it('saves 100,000 rows, each once, in pieces that the bridge takes, however letters fall into them', async () => {
  const rows = Array.from(
    { length: 100_000 },
    (_, n) => `${n},Zoë 😀 Dvořák ${n},@citizen_${n},2026-01-01T00:00:00.000Z\r\n`,
  )
  const text = `\u{feff}uid,name,handle,joined\r\n${rows.join('')}`
  const { bridge, crossed } = bridgeTo(path.join(folder, 'members.csv'))
  expect(await saveThrough(bridge, new Blob([text]), 'members.csv')).toEqual({ saved: true, problem: null })
  const saved = await readFile(path.join(folder, 'members.csv'), 'utf8')
  expect(saved.split('\r\n')).toHaveLength(100_002)
  expect(saved === text).toBe(true)
  expect(crossed.pieces).toBeGreaterThan(10)
  expect(crossed.longest).toBeLessThanOrEqual(PIECE_LIMIT)
})

it('saves nothing where no place was chosen, and an empty file as one', async () => {
  const none = bridgeTo(undefined)
  expect(await saveThrough(none.bridge, new Blob(['x']), 'a.csv')).toEqual({ saved: false, problem: null })
  expect(none.crossed.pieces).toBe(0)
  const { bridge } = bridgeTo(path.join(folder, 'empty.csv'))
  expect(await saveThrough(bridge, new Blob([]), 'empty.csv')).toEqual({ saved: true, problem: null })
  expect(readdirSync(folder)).toEqual(['empty.csv'])
})

it('leaves no half of a file where a piece does not arrive', async () => {
  const { bridge } = bridgeTo(path.join(folder, 'a.csv'), { write: new Error('The window is gone.') })
  await expect(saveThrough(bridge, new Blob(['x']), 'a.csv')).rejects.toThrow('The window is gone.')
  expect(readdirSync(folder)).toEqual([])
})

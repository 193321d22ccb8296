import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { redraw } from './images'

let folder = ''
const at = (name: string) => path.join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nation-images-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('A picture that takes too long is refused as busy, not as no picture', async () => {
  // The largest that is taken, 16 bits deep and interlaced: half a megabyte, and seconds of work.
  await sharp({ create: { width: 6_300, height: 6_300, channels: 4, background: '#3366cc80' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toFile(at('deep.png'))
  await expect(redraw(at('deep.png'), at('written'), 'image/png', 'profile', 1)).rejects.toMatchObject({
    code: 'busy',
    facts: { retryAfter: 30 },
  })
})

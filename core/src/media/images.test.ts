import { randomBytes } from 'node:crypto'
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
  // The largest that is taken, 16 bits deep, interlaced, and hard to compress: seconds of work on any machine.
  const noise = randomBytes(700 * 700 * 4)
  await sharp(noise, { raw: { width: 700, height: 700, channels: 4 } })
    .resize(6_300, 6_300, { kernel: 'nearest' })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toFile(at('deep.png'))
  await expect(redraw(at('deep.png'), at('written'), 'image/png', 'attachment', 1)).rejects.toMatchObject({
    code: 'busy',
    facts: { retryAfter: 30 },
  })
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoWeeks } from './calendar'
import { demoCitizens } from './people'
import { campaignKey, drawCampaigns, drawPortraits, keepIn } from './pictures'
import { plannedCandidacies } from './standing'

const now = new Date('2026-01-06T12:00:00.000Z')
const weeks = demoWeeks(now)
const open = plannedCandidacies(weeks, 3)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nation-pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

const pictureAt = async (address: string) => {
  const file = path.join(folder, address.replace(/^\/media\//, ''))
  return { ...(await sharp(file).metadata()), bytes: (await readFile(file)).length }
}

describe('The pictures of the demo', () => {
  it('are small WebP files under addresses that the nation serves, the same each time', async () => {
    const citizens = demoCitizens(now, weeks).slice(0, 3)
    const portraits = await drawPortraits(keepIn(folder), citizens)
    expect(new Set(portraits.values()).size).toBe(3)
    for (const address of portraits.values()) {
      expect(address).toMatch(/^\/media\/portraits\/[0-9a-f]{32}\.webp$/)
      const { format, width, height, bytes } = await pictureAt(address)
      expect({ format, width, height }).toEqual({ format: 'webp', width: 256, height: 256 })
      expect(bytes).toBeLessThan(20_000)
    }
    expect(await drawPortraits(keepIn(folder), citizens)).toEqual(portraits)
  })

  it('are what a position asks of its candidates, and a banner for those who had one drawn', async () => {
    const some = open.filter(({ campaign }) => ['siti_tran', 'mahsa_s', 'luana43'].includes(campaign.handle))
    const drawn = await drawCampaigns(keepIn(folder), some)
    const of = (handle: string) => drawn.get(campaignKey(some.find((one) => one.campaign.handle === handle)!.campaign))
    expect(of('siti_tran')?.attachments.Gallery).toHaveLength(3)
    expect(of('luana43')?.attachments['PnLs & Stats']).toHaveLength(1)
    expect(of('mahsa_s')?.banner).toBeNull()
    const banner = await pictureAt(of('siti_tran')!.banner!)
    expect(banner).toMatchObject({ format: 'webp', width: 1200, height: 300 })
    expect(banner.bytes).toBeLessThan(80_000)
  })
})

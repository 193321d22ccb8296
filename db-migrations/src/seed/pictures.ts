import { diskStore, storeImage } from '@nation/core/media'
import { chartSvg, officeInks, portraitSvg, sceneSvg, type Campaign } from '@nation/demo'
import { positionOf } from '@nation/domain/elections'
import sharp from 'sharp'
import type { DemoCitizen } from './people'
import type { PlannedCandidacy } from './standing'

/** Addresses of the pictures that a candidacy shows. */
export interface CampaignPictures {
  readonly banner: string | null
  readonly attachments: Record<string, string[]>
}

/** Keeps a drawing as a picture of a size. @returns the address under which it is served */
export type StorePicture = (
  svg: string,
  where: { readonly folder: string; readonly width: number; readonly height: number },
) => Promise<string>

const portraitSize = 256
const banner = { folder: 'candidates', width: 1200, height: 300 }
const sheet = { folder: 'candidates', width: 800, height: 600 }
const galleryPictures = 3

/** How many pictures are drawn at a time; drawing runs on threads of its own. */
const hands = 4

/** Draws and stores everybody's portrait. @returns addresses by handle */
export async function drawPortraits(
  keep: StorePicture,
  citizens: readonly DemoCitizen[],
): Promise<Map<string, string>> {
  const where = { folder: 'portraits', width: portraitSize, height: portraitSize }
  return drawAll(citizens, async ({ persona }) => [persona.handle, await keep(portraitSvg(persona), where)])
}

/** Draws and stores what the candidates show. @returns addresses by `campaignKey` */
export async function drawCampaigns(
  keep: StorePicture,
  candidacies: readonly PlannedCandidacy[],
): Promise<Map<string, CampaignPictures>> {
  const campaigns = new Map(candidacies.map(({ campaign }) => [campaignKey(campaign), campaign]))
  return drawAll([...campaigns], async ([key, campaign]) => [key, await drawCampaign(campaign, keep)])
}

/** Draws one after the other with a few hands at once. */
async function drawAll<T, Key, Drawn>(
  list: readonly T[],
  draw: (one: T) => Promise<[Key, Drawn]>,
): Promise<Map<Key, Drawn>> {
  const waiting = [...list]
  const drawn = new Map<Key, Drawn>()
  const hand = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) drawn.set(...(await draw(next)))
  }
  await Promise.all(Array.from({ length: hands }, hand))
  return drawn
}

/** A candidate who stands for the same position again shows the same pictures. */
export const campaignKey = (campaign: Campaign) => `${campaign.handle} ${campaign.position}`

async function drawCampaign(campaign: Campaign, keep: StorePicture): Promise<CampaignPictures> {
  const ink = officeInks[campaign.position]
  const seed = campaignKey(campaign)
  const attachments: Record<string, string[]> = {}
  for (const { label, type } of positionOf(campaign.position).attachments) {
    const drawings =
      type === 'stats'
        ? [chartSvg(seed, ink, sheet.width, sheet.height)]
        : Array.from({ length: galleryPictures }, (_, index) => galleryPicture(`${seed} ${index}`, index))
    attachments[label] = await Promise.all(drawings.map((svg) => keep(svg, sheet)))
  }
  const drawn = campaign.banner ? await keep(sceneSvg(seed, ink, banner.width, banner.height), banner) : null
  return { banner: drawn, attachments }
}

/** A gallery is printed in inks of all offices, not in its own alone. */
function galleryPicture(seed: string, index: number): string {
  const inks = Object.values(officeInks)
  const ink = inks[(seed.length * 5 + index * 4) % inks.length]!
  return sceneSvg(seed, ink, sheet.width, sheet.height)
}

/** Stores pictures in a folder, as uploads are stored. */
export const keepIn =
  (mediaDir: string): StorePicture =>
  async (svg, where) => {
    const png = await sharp(Buffer.from(svg)).resize(where.width, where.height).png({ compressionLevel: 0 }).toBuffer()
    return storeImage(png, { store: diskStore(mediaDir), ...where })
  }

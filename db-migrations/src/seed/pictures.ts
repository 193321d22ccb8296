import { storeImage } from '@nation/core/media'
import { chartSvg, officeInks, portraitSvg, sceneSvg, type Campaign } from '@nation/domain/demo'
import { positionOf } from '@nation/domain/elections'
import sharp from 'sharp'
import type { DemoCitizen } from './people'
import type { PlannedCandidacy } from './standing'

/** Addresses of the pictures that a candidacy shows. */
export interface CampaignPictures {
  readonly banner: string | null
  readonly attachments: Record<string, string[]>
}

export interface DemoPictures {
  /** By handle. */
  readonly portraits: ReadonlyMap<string, string>
  /** By `campaignKey`. */
  readonly campaigns: ReadonlyMap<string, CampaignPictures>
}

const portraitSize = 320
const banner = { width: 1200, height: 300 }
const sheet = { width: 900, height: 675 }
const galleryPictures = 3

/** How many pictures are drawn at a time; drawing runs on threads of its own. */
const hands = 4

/** Draws and stores everybody's portrait, and what the candidates show. The same pictures on every machine. */
export async function drawPictures(
  mediaDir: string,
  citizens: readonly DemoCitizen[],
  candidacies: readonly PlannedCandidacy[],
): Promise<DemoPictures> {
  const keep = (folder: string, svg: string, size: { width: number; height: number }) =>
    storeDrawing(svg, { mediaDir, folder, ...size })
  const portraits = new Map<string, string>()
  const campaigns = new Map<string, CampaignPictures>()
  const drawn = new Map(candidacies.map(({ campaign }) => [campaignKey(campaign), campaign]))
  const work = [
    ...citizens.map(({ persona }) => async () => {
      const size = { width: portraitSize, height: portraitSize }
      portraits.set(persona.handle, await keep('portraits', portraitSvg(persona), size))
    }),
    ...[...drawn].map(([key, campaign]) => async () => {
      campaigns.set(key, await drawCampaign(campaign, (svg, size) => keep('candidates', svg, size)))
    }),
  ]
  await Promise.all(Array.from({ length: hands }, () => drawFrom(work)))
  return { portraits, campaigns }
}

/** Whoever stands for the same position again shows the same pictures. */
export const campaignKey = (campaign: Campaign) => `${campaign.handle} ${campaign.position}`

async function drawFrom(work: (() => Promise<void>)[]): Promise<void> {
  for (let next = work.pop(); next; next = work.pop()) await next()
}

type Keep = (svg: string, size: { width: number; height: number }) => Promise<string>

async function drawCampaign(campaign: Campaign, keep: Keep): Promise<CampaignPictures> {
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

async function storeDrawing(
  svg: string,
  where: { mediaDir: string; folder: string; width: number; height: number },
): Promise<string> {
  const png = await sharp(Buffer.from(svg)).resize(where.width, where.height).png({ compressionLevel: 0 }).toBuffer()
  return storeImage(png, where)
}

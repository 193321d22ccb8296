import type { PositionId } from '@nation/domain/elections'
import type { Campaign } from './campaign'
import { citizensCampaigns } from './citizens'
import { creativityCampaigns } from './creativity'
import { developmentCampaigns } from './development'
import { earlierWords } from './earlier'
import { financeCampaigns } from './finance'
import { marketingCampaigns } from './marketing'
import { presidentCampaigns, sittingPresidentCampaign } from './president'
import { primeMinisterCampaigns } from './prime-minister'
import { raidCorpsCampaigns } from './raid-corps'
import { secretaryCampaigns } from './secretary'

export type { Campaign } from './campaign'

/** Those who stand in the open election from its first instant, by position. */
export const openCampaigns: readonly Campaign[] = [
  ...presidentCampaigns,
  ...primeMinisterCampaigns,
  ...secretaryCampaigns,
  ...financeCampaigns,
  ...creativityCampaigns,
  ...raidCorpsCampaigns,
  ...developmentCampaigns,
  ...marketingCampaigns,
  ...citizensCampaigns,
]

/** Officials who stand again, which they can only do once their own week is over. */
export const standingAgain: readonly Campaign[] = [
  sittingPresidentCampaign,
  earlierCampaign('eirik_bakke', 'minister_raid_corps'),
  earlierCampaign('karim_s', 'minister_marketing'),
]

/** The campaign of a candidate in one of the past elections. @throws Error when no candidate has that handle */
export function earlierCampaign(handle: string, position: PositionId): Campaign {
  const words = earlierWords[handle]
  if (!words) throw new Error(`Nothing is known of what @${handle} said.`)
  return { ...words, handle, position }
}

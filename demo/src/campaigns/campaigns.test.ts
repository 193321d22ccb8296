import { describe, expect, it } from 'vitest'
import { earlierCampaign, openCampaigns, standingAgain } from '.'
import { allCalls } from '@nation/domain/contract'
import { electionSettings, positionIds } from '@nation/domain/elections'
import { pastContests } from '../history'
import { demoPersonas } from '../personas'
import { chartSvg, officeInks, sceneSvg } from '../scene'
import { earlierWords } from './earlier'
import type { Campaign } from './campaign'

const past = pastContests.flatMap((contests) =>
  contests.flatMap(({ position, standing }) => standing.map((handle) => earlierCampaign(handle, position))),
)
const all = [...openCampaigns, ...standingAgain, ...past]
const personas = new Map(demoPersonas(new Date('2026-01-05T00:00:00Z')).map((persona) => [persona.handle, persona]))
const create = allCalls.find((call) => call.id === 'candidates.create')!

const formOf = ({ handle, slogan, why, banner: _banner, ...texts }: Campaign) => ({
  ...texts,
  campaignSlogan: slogan,
  whyVoteForMe: why,
  twitter: handle,
})

describe('the demo’s campaigns', () => {
  it('are what the form takes', () => {
    for (const campaign of all) {
      const taken = create.input.safeParse(formOf(campaign))
      expect(taken.error?.issues ?? [], campaign.handle).toEqual([])
    }
  })

  it('are held by personas who may stand', () => {
    for (const { handle } of all) {
      expect(personas.get(handle)?.followers, handle).toBeGreaterThanOrEqual(electionSettings.minFollowers)
    }
  })

  it('are three to six for each office, each in words of its own', () => {
    for (const position of positionIds) {
      const first = openCampaigns.filter((campaign) => campaign.position === position)
      const again = standingAgain.filter((campaign) => campaign.position === position)
      expect(first.length, position).toBeGreaterThanOrEqual(3)
      expect(first.length + again.length, position).toBeLessThanOrEqual(6)
      expect(first.some(({ banner }) => banner) && first.some(({ banner }) => !banner), position).toBe(true)
    }
    const texts = [...openCampaigns, ...Object.values(earlierWords)].flatMap(({ slogan, bio, vision }) => [
      slogan,
      bio,
      vision,
    ])
    expect(new Set(texts).size).toBe(texts.length)
    expect(openCampaigns.length + Object.keys(earlierWords).length).toBeGreaterThan(70)
  })

  it('never have one person stand twice in a week, nor in the open week from the start after the week before', () => {
    const weeks = [...pastContests.map((contests) => contests.flatMap(({ standing }) => standing))]
    for (const week of weeks) expect(new Set(week).size).toBe(week.length)
    const open = [...openCampaigns, ...standingAgain].map(({ handle }) => handle)
    expect(new Set(open).size).toBe(open.length)
    const lastWeek = new Set(weeks[weeks.length - 1])
    expect(openCampaigns.filter(({ handle }) => lastWeek.has(handle))).toEqual([])
  })
})

describe('the pictures of candidates', () => {
  it('are the same for the same seed, and use one ink on paper', () => {
    const draw = (seed: string) => sceneSvg(seed, officeInks.president, 1200, 300)
    expect(draw('ada')).toBe(draw('ada'))
    expect(new Set(Array.from({ length: 40 }, (_, index) => draw(`${index}`))).size).toBe(40)
    expect(chartSvg('ada', officeInks.minister_finance, 800, 600)).toContain('<polyline')
    expect(draw('ada')).not.toContain('<text')
  })
})

import { chanceFrom, openCampaigns, pastContests, PERSONA_HANDLES, standingAgain, type Persona } from '@nation/demo'
import { baseUnitsPerToken, electionSettings } from '@nation/domain/elections'
import { demoWallet } from './wallets'

/** What a citizen's wallet holds: base units, and lamports. */
export interface Holdings {
  readonly walletAddress: string
  readonly tokens: bigint
  readonly lamports: bigint
}

const handles = PERSONA_HANDLES

/** Those who stand, or stood, in an election of the demo. */
export const demoCandidates: ReadonlySet<string> = new Set([
  ...[...openCampaigns, ...standingAgain].map((campaign) => campaign.handle),
  ...pastContests.flat().flatMap((contest) => contest.standing),
])

/** What a persona holds on the chain of a developer's machine; null without a wallet. The same on every machine. */
export function demoHoldings(persona: Pick<Persona, 'handle' | 'kind'>): Holdings | null {
  const tokens = tokensOf(persona)
  if (tokens === null) return null
  return { walletAddress: demoWallet(persona.handle), tokens, lamports: lamportsOf(persona) }
}

/** Most have a little SOL; some have none and can not transact. */
function lamportsOf({ handle }: Pick<Persona, 'handle'>): bigint {
  const chance = chanceFrom(`native coin of ${handle}`)
  const broke = chance.happens(0.08) && !Object.values<string>(handles).includes(handle)
  return broke ? 0n : BigInt(chance.between(4_000_000, 3_800_000_000))
}

const fixedTokens: Readonly<Record<string, bigint>> = {
  [handles.visitor]: 75_000n,
  [handles.citizen]: 240_000n,
  [handles.whale]: 42_000_000n,
  [handles.candidate]: 1_850_000n,
  [handles.president]: 7_400_000n,
  [handles.minister]: 5_200_000n,
  [handles.moderator]: 310_000n,
  [handles.admin]: 2_600_000n,
}

/** Tokens by tier, in whole $ON: how many of a hundred citizens, and from where to where. */
const tiers = [
  { share: 0.47, from: 400, to: 990_000 },
  { share: 0.23, from: 1_000_000, to: 4_900_000 },
  { share: 0.12, from: 5_000_000, to: 19_500_000 },
  { share: 0.05, from: 20_000_000, to: 88_000_000 },
] as const

/** What a citizen holds, in base units; null without a wallet. Candidates hold what standing needs. */
function tokensOf(persona: Pick<Persona, 'handle' | 'kind'>): bigint | null {
  const fixed = fixedTokens[persona.handle]
  if (fixed !== undefined) return fixed * baseUnitsPerToken
  if (persona.kind === 'newborn') return null
  const chance = chanceFrom(`holdings of ${persona.handle}`)
  let luck = chance.next()
  const tier = tiers.find(({ share }) => (luck -= share) < 0)
  if (!tier) return demoCandidates.has(persona.handle) ? leastToStand(chance.between(1, 40)) : null
  const tokens = tier.from * (tier.to / tier.from) ** chance.next()
  const units = BigInt(Math.floor(tokens)) * baseUnitsPerToken + BigInt(chance.between(0, 999_999_999))
  const least = leastToStand(chance.between(1, 40))
  return demoCandidates.has(persona.handle) && units < least ? least : units
}

const leastToStand = (extra: number) => BigInt(electionSettings.candidacyTokens + extra * 1_000) * baseUnitsPerToken

import {
  chanceFrom,
  demoPersonas,
  openCampaigns,
  pastContests,
  PERSONA_HANDLES,
  standingAgain,
  type Persona,
} from '@nation/domain/demo'
import { baseUnitsPerToken, electionSettings, type ElectionDates } from '@nation/domain/elections'
import { after, day, foundedAt, hour } from './calendar'
import { demoId } from './ids'
import { demoWallet } from './wallets'

/** A citizen of the demo nation, before they are written down. */
export interface DemoCitizen {
  readonly uid: string
  readonly persona: Persona
  readonly joinedAt: Date
  readonly walletAddress: string | null
  /** Base units. */
  readonly tokenBalance: bigint
  readonly role: 'citizen' | 'moderator' | 'admin'
  readonly administrator: boolean
}

const handles = PERSONA_HANDLES
const candidates = new Set([
  ...[...openCampaigns, ...standingAgain].map((campaign) => campaign.handle),
  ...pastContests.flat().flatMap((contest) => contest.standing),
])

/** Everybody but the visitor, who has never been here, in the order in which they joined. */
export function demoCitizens(now: Date, weeks: readonly ElectionDates[]): DemoCitizen[] {
  return demoPersonas(now)
    .filter((persona) => persona.kind !== 'visitor')
    .map((persona) => citizenOf(persona, weeks))
    .sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime() || a.uid.localeCompare(b.uid))
}

function citizenOf(persona: Persona, weeks: readonly ElectionDates[]): DemoCitizen {
  const joinedAt = joinedOf(persona, weeks)
  const tokens = tokensOf(persona)
  return {
    uid: demoId(joinedAt, `citizen ${persona.handle}`),
    persona,
    joinedAt,
    walletAddress: tokens === null ? null : demoWallet(persona.handle),
    tokenBalance: tokens ?? 0n,
    role: persona.kind === 'admin' ? 'admin' : persona.kind === 'moderator' ? 'moderator' : 'citizen',
    administrator: persona.kind === 'admin',
  }
}

/** Most came in the founding week, all others before the open election began; nobody before their X account existed. */
function joinedOf(persona: Persona, weeks: readonly ElectionDates[]): Date {
  const founded = foundedAt(weeks)
  const chance = chanceFrom(`joining of ${persona.handle}`)
  const early = persona.kind !== 'citizen' || candidates.has(persona.handle) || chance.happens(0.62)
  const open = weeks[weeks.length - 1]!.startsAt
  const [from, to] = early ? [founded, after(founded, 4 * day)] : [after(founded, 4 * day), open]
  const joined = after(from, Math.floor(chance.next() * (to.getTime() - from.getTime())))
  if (persona.kind === 'admin') return after(founded, 9 * hour)
  return new Date(Math.max(joined.getTime(), persona.createdAt.getTime() + hour))
}

const fixedTokens: Readonly<Record<string, bigint>> = {
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

/** What somebody holds, in base units; null without a wallet. Whoever stands holds what standing needs. */
function tokensOf(persona: Persona): bigint | null {
  const fixed = fixedTokens[persona.handle]
  if (fixed !== undefined) return fixed * baseUnitsPerToken
  if (persona.kind === 'newborn') return null
  const chance = chanceFrom(`holdings of ${persona.handle}`)
  let luck = chance.next()
  const tier = tiers.find(({ share }) => (luck -= share) < 0)
  if (!tier) return candidates.has(persona.handle) ? leastToStand(chance.between(1, 40)) : null
  const tokens = tier.from * (tier.to / tier.from) ** chance.next()
  const units = BigInt(Math.floor(tokens)) * baseUnitsPerToken + BigInt(chance.between(0, 999_999_999))
  const least = leastToStand(chance.between(1, 40))
  return candidates.has(persona.handle) && units < least ? least : units
}

const leastToStand = (extra: number) => BigInt(electionSettings.candidacyTokens + extra * 1_000) * baseUnitsPerToken

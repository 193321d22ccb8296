import { chanceFrom, demoPersonas, type Persona } from '@nation/demo'
import type { ElectionDates } from '@nation/domain/elections'
import { after, day, foundedAt, hour } from './calendar'
import { demoCandidates, demoHoldings } from './holdings'
import { demoId } from './ids'

/** A citizen of the demo nation, before they are written down. */
export interface DemoCitizen {
  readonly uid: string
  readonly persona: Persona
  readonly joinedAt: Date
  readonly walletAddress: string | null
  /** Base units. */
  readonly tokenBalance: bigint
  /** Lamports; null without a wallet. */
  readonly nativeBalance: bigint | null
  readonly role: 'citizen' | 'moderator' | 'admin'
  readonly administrator: boolean
}

/** Everybody but the visitor, who has never been here, in the order in which they joined. */
export function demoCitizens(now: Date, weeks: readonly ElectionDates[]): DemoCitizen[] {
  return demoPersonas(now)
    .filter((persona) => persona.kind !== 'visitor')
    .map((persona) => citizenOf(persona, weeks))
    .sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime() || a.uid.localeCompare(b.uid))
}

function citizenOf(persona: Persona, weeks: readonly ElectionDates[]): DemoCitizen {
  const joinedAt = joinedOf(persona, weeks)
  const holdings = demoHoldings(persona)
  return {
    uid: demoId(joinedAt, `citizen ${persona.handle}`),
    persona,
    joinedAt,
    walletAddress: holdings?.walletAddress ?? null,
    tokenBalance: holdings?.tokens ?? 0n,
    nativeBalance: holdings?.lamports ?? null,
    role: persona.kind === 'admin' ? 'admin' : persona.kind === 'moderator' ? 'moderator' : 'citizen',
    administrator: persona.kind === 'admin',
  }
}

/** Most came in the founding week, all others before the open election began; no citizen before their X account existed. */
function joinedOf(persona: Persona, weeks: readonly ElectionDates[]): Date {
  const founded = foundedAt(weeks)
  const chance = chanceFrom(`joining of ${persona.handle}`)
  const early = persona.kind !== 'citizen' || demoCandidates.has(persona.handle) || chance.happens(0.62)
  const open = weeks[weeks.length - 1]!.startsAt
  const [from, to] = early ? [founded, after(founded, 4 * day)] : [after(founded, 4 * day), open]
  const joined = after(from, Math.floor(chance.next() * (to.getTime() - from.getTime())))
  if (persona.kind === 'admin') return after(founded, 9 * hour)
  return new Date(Math.max(joined.getTime(), persona.createdAt.getTime() + hour))
}

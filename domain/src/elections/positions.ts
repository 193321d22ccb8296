import { governmentRoles, type GovernmentRole } from '../permissions'
import { electionSettings } from './constants'

/**
 * The elected positions, in the order of the ballot paper (requirements 1.3). How many there are, what they are called and how they
 * look follows from here; a new one comes last, because ballots are stored under its number. What it needs besides: its role, its
 * hue in the client's two schemes, and a part of the salaries. `core/src/testing/examples/tenth-office.ts` adds one.
 */
export const positionIds = [
  'president',
  'prime_minister',
  'secretary',
  'minister_finance',
  'minister_creativity',
  'minister_raid_corps',
  'minister_development',
  'minister_marketing',
  'minister_citizens',
] as const

export type PositionId = (typeof positionIds)[number]

/** The half of the election week in which a position is voted on. */
export type VotingPhase = 'phase_one' | 'phase_two'

/** Files that a candidate for a position shows. */
export interface AttachmentRequirement {
  readonly label: string
  readonly type: 'gallery' | 'stats' | 'other'
  readonly description: string
  readonly required: boolean
  readonly maxFiles: number
  /** File name endings, without the dot. */
  readonly acceptedTypes: readonly string[]
}

export interface PositionDefinition {
  readonly id: PositionId
  readonly role: GovernmentRole
  readonly title: string
  /** Where the title does not fit: on chips and rulers. */
  readonly short: string
  /** The ink of its drawn pictures: its hue in the client's light scheme, to which a test holds it. */
  readonly hue: string
  readonly description: string
  readonly phase: VotingPhase
  /** From 1; the number under which ballots are stored. */
  readonly order: number
  readonly maxCandidates: 1
  /** In whole $ON. */
  readonly tokenRequirement: number
  readonly attachments: readonly AttachmentRequirement[]
}

type Words = Pick<PositionDefinition, 'role' | 'title' | 'short' | 'hue' | 'description'> & {
  readonly attachments?: readonly AttachmentRequirement[]
}

const words: Record<PositionId, Words> = {
  president: {
    role: 'president',
    title: 'President',
    short: 'President',
    hue: '#a5103a',
    description: 'Leads the nation, speaks for it and appoints its staff.',
  },
  prime_minister: {
    role: 'primeMinister',
    title: 'Prime Minister',
    short: 'Prime Minister',
    hue: '#1f4bc4',
    description: 'Runs the government from day to day and keeps the ministries working together.',
  },
  secretary: {
    role: 'secretary',
    title: 'Secretary of State',
    short: 'Secretary',
    hue: '#0a6b4a',
    description: 'Keeps the record, the calendar and the nation’s relations with other communities.',
  },
  minister_finance: {
    role: 'financeMinister',
    title: 'Minister of Finance',
    short: 'Finance',
    hue: '#7d5a00',
    description: 'Watches over the treasury and explains where the money goes.',
    attachments: [
      {
        label: 'PnLs & Stats',
        type: 'stats',
        description: 'Show your record: profit and loss statements, statistics, reports.',
        required: true,
        maxFiles: 5,
        acceptedTypes: ['pdf', 'xlsx', 'png', 'jpg'],
      },
    ],
  },
  minister_creativity: {
    role: 'creativityMinister',
    title: 'Minister of Creativity',
    short: 'Creativity',
    hue: '#a01a86',
    description: 'Gives the nation its pictures, films and memes.',
    attachments: [
      {
        label: 'Gallery',
        type: 'gallery',
        description: 'Show your work: pictures, animations, films.',
        required: true,
        maxFiles: 10,
        acceptedTypes: ['png', 'jpg', 'gif', 'webp', 'mp4', 'pdf'],
      },
    ],
  },
  minister_raid_corps: {
    role: 'raidMinister',
    title: 'Minister of Raid Corps',
    short: 'Raid Corps',
    hue: '#ab430a',
    description: 'Leads the citizens when they show themselves in public together.',
  },
  minister_development: {
    role: 'developmentMinister',
    title: 'Minister of Development',
    short: 'Development',
    hue: '#0a6670',
    description: 'Builds what the nation runs on and keeps it running.',
  },
  minister_marketing: {
    role: 'marketingMinister',
    title: 'Minister of Marketing',
    short: 'Marketing',
    hue: '#0b659c',
    description: 'Makes the nation known and watches over the code of conduct.',
  },
  minister_citizens: {
    role: 'citizensMinister',
    title: 'Minister of Citizens',
    short: 'Citizens',
    hue: '#6732c2',
    description: 'Welcomes newcomers and listens to what citizens need.',
  },
}

/** All position definitions, by order. */
export const positions: readonly PositionDefinition[] = positionIds.map((id, index) => ({
  id,
  phase: index < 3 ? 'phase_one' : 'phase_two',
  order: index + 1,
  maxCandidates: 1,
  tokenRequirement: electionSettings.candidacyTokens,
  attachments: [],
  ...words[id],
}))

const byId = new Map(positions.map((position) => [position.id, position]))
const byRole = new Map(positions.map((position) => [position.role, position]))

/** The definition of a position. */
export function positionOf(id: PositionId): PositionDefinition {
  const found = byId.get(id)
  if (!found) throw new Error(`no position ${id}`)
  return found
}

/** The position with this number, from 1. */
export function positionNumbered(order: number): PositionDefinition {
  const found = positions[order - 1]
  if (!found) throw new Error(`no position numbered ${order}`)
  return found
}

/** Whether a text is the id of a position. */
export const isPositionId = (value: string): value is PositionId => byId.has(value as PositionId)

/** The numeral that tells an office apart without colour, as denominations do: its order; the appointed office bears A. */
export const officeNumeral = (role: GovernmentRole): string => String(byRole.get(role)?.order ?? 'A')

/** The camelCase role that the winner of a position takes (ruling: ids). */
export const roleOfPosition = (id: PositionId): GovernmentRole => positionOf(id).role

/** The position that elects a role; null for justiceMinister, who is only appointed. */
export const positionOfRole = (role: GovernmentRole): PositionId | null => byRole.get(role)?.id ?? null

/** What an office is called (requirements 2.3). */
export const officeTitle = (role: GovernmentRole): string => byRole.get(role)?.title ?? 'Minister of Justice'

/** The roles that elections fill: all but justiceMinister. */
export const electedRoles: readonly GovernmentRole[] = governmentRoles.filter((role) => byRole.has(role))

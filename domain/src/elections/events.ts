import { z } from 'zod'
import { instant, publicId, defineEvent } from '../definitions'
import { positionIds } from './positions'
import { publishedCountsLimit } from './publications'
import { count, decidingRule, position, weight } from './shared.contract'

const counts = ['candidates.list', 'candidates.get', 'elections.results'] as const
/**
 * Without the reader's day: a further candidacy changes it only where an office gets its first candidate or loses its last one, and on a
 * Monday there are many, of which every browser hears.
 */
const standing = [...counts, 'candidates.mine', 'elections.current', 'elections.get', 'participation.overview'] as const
const candidacies = [...standing, 'participation.day'] as const
const calendar = [
  ...candidacies,
  'elections.list',
  'elections.governments',
  'candidates.past',
  'votes.status',
  'members.get-government',
  'members.get-official',
  'system.stats',
  'government.overview',
] as const
const election = z.strictObject({ electionId: publicId() })
const tally = z.strictObject({ weightUnits: z.number().int(), voters: z.number().int() })

const candidacyEvents = [
  defineEvent({
    kind: 'candidates.stood',
    summary: 'A citizen stands for an office.',
    audience: 'public',
    answers: 'theirs',
    facts: election.extend({
      position: position(),
      displayName: z.string(),
      first: z.literal(true).optional().describe('The office had no candidate'),
    }),
    personal: ['displayName'],
    stale: standing,
    staleWhere: { facts: ['first'], calls: ['participation.day'] },
  }),
  defineEvent({
    kind: 'candidates.updated',
    summary: 'A candidate changed what they say of themselves.',
    audience: 'public',
    answers: 'theirs',
    facts: election.extend({
      position: position(),
      changed: z
        .array(z.string())
        .max(20)
        .optional()
        .describe('The fields that differ now; entries of earlier versions of Nation do not say'),
      version: z
        .number()
        .int()
        .nullable()
        .optional()
        .describe('The number under which the programme before is kept; null before voting opened'),
      first: z.literal(true).optional().describe('The candidacy moved here, and the office had no candidate'),
      last: z.literal(true).optional().describe('The office that the candidacy left has no candidate now'),
    }),
    // With the overview: a candidacy that moves may be the first of its new office, or the last of the one before.
    stale: standing,
    staleWhere: { facts: ['first', 'last'], calls: ['participation.day'] },
  }),
  defineEvent({
    kind: 'candidates.withdrawn',
    summary: 'A candidate withdrew; the votes for them are void.',
    audience: 'public',
    answers: 'all',
    facts: election.extend({ position: position(), votesVoided: count() }),
    stale: [...candidacies, 'candidates.version', 'votes.status'],
  }),
  defineEvent({
    kind: 'candidates.removed',
    summary: 'An administrator removed a candidacy.',
    audience: 'public',
    facts: election.extend({
      position: position(),
      userId: publicId().describe('Whose candidacy it was'),
    }),
    stale: ['candidates.get', 'elections.results'],
  }),
] as const

const countEvents = [
  defineEvent({
    kind: 'elections.voted',
    summary: 'Votes stand. Each voter receives their own, and no other; no reader learns for whom it is.',
    audience: 'listed',
    answers: 'nothing',
    facts: election.extend({ position: position() }),
    stale: ['votes.status', 'candidates.list', 'candidates.get', 'participation.overview', 'participation.day'],
    unnamedInLog: true,
    retentionDays: 30,
    copiedAs: 'ballots',
  }),
  defineEvent({
    kind: 'elections.tally-changed',
    summary: 'Public counts changed, at most once in five seconds for each election.',
    audience: 'public',
    facts: election.extend({
      asOf: instant().describe('Votes that were cast before this instant are in the counts'),
      changed: count().describe('How many candidates’ counts changed'),
      counts: z
        .array(z.strictObject({ id: publicId(), votes: weight(), supportersCount: count() }))
        .max(publishedCountsLimit)
        .describe('The changed counts; of more than fit, those with the most votes of each office'),
      partly: z
        .array(position())
        .max(positionIds.length)
        .optional()
        .describe('Offices of which some changed counts are left out; of all others every changed one is in `counts`'),
      voters: count().describe('Citizens with a vote that counts'),
      eligible: count().describe('Citizens who may vote before the election ends'),
    }),
    brings: [...counts, 'elections.current', 'elections.get'],
    retentionDays: 30,
  }),
  defineEvent({
    kind: 'elections.counted',
    summary: 'The votes of an election were counted and checked by a recount.',
    audience: 'public',
    facts: election.extend({
      voters: count(),
      results: z
        .array(z.strictObject({ position: position(), candidateId: publicId().nullable(), rule: decidingRule() }))
        .max(positionIds.length),
    }),
    stale: [...calendar, 'votes.weight', 'holdings.get'],
  }),
  defineEvent({
    kind: 'elections.recount-differs',
    summary: 'A recount contradicts the counters: the election is not closed.',
    audience: 'admins',
    facts: election.extend({
      differences: z.array(z.strictObject({ candidateId: z.string(), tally, recount: tally })).max(20),
    }),
    stale: ['admin.background-work', 'elections.current'],
  }),
] as const

const calendarEvents = [
  defineEvent({
    kind: 'elections.planned',
    summary: 'An election is in the calendar.',
    audience: 'public',
    facts: election.extend({ startsAt: instant(), endsAt: instant() }),
    stale: calendar,
  }),
  defineEvent({
    kind: 'elections.cancelled',
    summary: 'An election was taken out of the calendar before it opened.',
    audience: 'public',
    answers: 'all',
    facts: election.extend({
      startsAt: instant(),
      endsAt: instant(),
      reason: z.string().nullable().optional(),
      candidacies: count(),
    }),
    stale: calendar,
  }),
  defineEvent({
    kind: 'elections.roll-read',
    summary: 'The balances for an election’s roll were read from the chain.',
    audience: 'public',
    facts: z.strictObject({
      opensAt: instant(),
      method: z.string(),
      slot: z.union([z.string(), z.number()]).nullable(),
      mint: z.string().nullable(),
      reconciled: z.boolean().nullable(),
    }),
    stale: ['elections.current', 'elections.results', 'votes.weight'],
  }),
  defineEvent({
    kind: 'elections.opened',
    summary: 'Voting began.',
    audience: 'public',
    facts: election.extend({
      startsAt: instant(),
      phaseTwoAt: instant(),
      endsAt: instant(),
      rollEntries: count(),
      rollFresh: count(),
      rollMethod: z.string().nullable(),
      rollSlot: z.union([z.string(), z.number()]).nullable(),
    }),
    stale: [...calendar, 'votes.weight', 'holdings.get'],
  }),
  defineEvent({
    kind: 'elections.phase-closed',
    summary: 'The first phase of voting closed.',
    audience: 'public',
    facts: election.extend({ phase: z.literal('phase_one') }),
    stale: calendar,
  }),
  defineEvent({
    kind: 'elections.completed',
    summary: 'An election is over: its candidacies are archived.',
    audience: 'public',
    facts: election,
    stale: calendar,
  }),
] as const

export const electionEvents = [...candidacyEvents, ...countEvents, ...calendarEvents] as const

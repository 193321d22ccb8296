import { z } from 'zod'
import { governmentRoles } from '../permissions'
import { publicId, defineEvent } from '../definitions'
import { electedRoles } from '../elections'
import { promiseKinds, promiseStates } from './promises'

const office = z.enum(governmentRoles)
const government = [
  'members.get-government',
  'members.get-official',
  'members.get-all',
  'admin.users',
  'elections.governments',
  'system.stats',
  'bank.get-data',
  'government.office',
  'government.my-term',
  'government.promises',
  'government.overview',
  'government-tasks.get-tasks',
  'participation.day',
] as const

export const governmentEvents = [
  defineEvent({
    kind: 'government.appointed',
    summary: 'A citizen was appointed to an office.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({ office, userId: publicId() }),
    stale: government,
    profile: 'subject',
    affects: 'role',
  }),
  defineEvent({
    kind: 'government.removed',
    summary: 'A citizen no longer holds an office.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({ office, userId: publicId() }),
    stale: government,
    profile: 'subject',
    affects: 'role',
  }),
  defineEvent({
    kind: 'government.resigned',
    summary: 'An official resigned; the office is vacant.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({ office, userId: publicId() }),
    stale: government,
    profile: 'subject',
    affects: 'role',
  }),
  defineEvent({
    kind: 'government.seated',
    summary: 'The winners of an election took their seats; every earlier term ended.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({
      electionId: publicId(),
      seats: z.array(z.strictObject({ office, userId: publicId() })).max(electedRoles.length),
      vacant: z
        .array(office)
        .max(governmentRoles.length)
        .describe('Elected offices without a winner, and those that are only appointed and were held until now'),
    }),
    stale: government,
    profile: 'officials',
    affects: 'roles',
  }),
  defineEvent({
    kind: 'government.promise-set',
    summary: 'An official said what became of a goal or promise. What they said is read by its call.',
    audience: 'public',
    facts: z.strictObject({
      candidateId: publicId(),
      promise: z.enum(promiseKinds),
      place: z.number().int(),
      round: z.number().int(),
      state: z.enum(promiseStates),
    }),
    stale: ['government.promises', 'candidates.list', 'candidates.get', 'candidates.mine'],
  }),
  defineEvent({
    kind: 'government.promise-marked',
    summary:
      'A citizen marked what an official says of a promise. They alone are told; which promise and how, no entry says.',
    audience: 'citizen',
    answers: 'theirs',
    facts: z.strictObject({}),
    stale: ['government.promises'],
    unnamedInLog: true,
    retentionDays: 30,
  }),
] as const

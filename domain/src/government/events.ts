import { z } from 'zod'
import { governmentRoles } from '../citizens/permissions'
import { publicId } from '../contract/define'
import { defineEvent } from '../events/define'

const office = z.enum(governmentRoles)
const government = [
  'members.get-government',
  'members.get-official',
  'members.get-all',
  'elections.governments',
  'system.stats',
  'bank.get-data',
  'government.office',
  'government.my-term',
  'government.overview',
  'government-tasks.get-tasks',
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
    standing: 'role',
  }),
  defineEvent({
    kind: 'government.removed',
    summary: 'A citizen no longer holds an office.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({ office, userId: publicId() }),
    stale: government,
    profile: 'subject',
    standing: 'role',
  }),
  defineEvent({
    kind: 'government.resigned',
    summary: 'An official resigned; the office is vacant.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({ office, userId: publicId() }),
    stale: government,
    profile: 'subject',
    standing: 'role',
  }),
  defineEvent({
    kind: 'government.seated',
    summary: 'The winners of an election took their seats; every earlier term ended.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({
      electionId: publicId(),
      seats: z.array(z.strictObject({ office, userId: publicId() })).max(9),
      vacant: z.array(office).max(9),
    }),
    stale: government,
    profile: 'officials',
    standing: 'roles',
  }),
] as const

import { z } from 'zod'
import { publicId, defineEvent } from '../definitions'

const nothing = z.strictObject({})
const response = z.strictObject({ responseId: publicId() })
const interviews = [
  'interviews.list',
  'interviews.get',
  'interviews.status',
  'interviews.all',
  'citizen-interviews.list',
  'citizen-interviews.get',
  'government-interviews.list',
  'participation.overview',
  'participation.day',
  'government.overview',
] as const
const responses = [
  'interviews.all',
  'interviews.responses',
  'government-interviews.responses',
  'government.overview',
] as const
const own = [...interviews, 'interviews.my-responses', 'citizen-interviews.mine'] as const

export const interviewEvents = [
  defineEvent({
    kind: 'interviews.created',
    summary: 'An interview was written. One that is not open yet is told to administrators alone.',
    audience: ['public', 'admins'],
    facts: z.strictObject({ isActive: z.boolean(), questions: z.number().int() }),
    stale: interviews,
  }),
  defineEvent({
    kind: 'interviews.opened',
    summary: 'An interview takes answers.',
    audience: 'public',
    facts: nothing,
    stale: interviews,
  }),
  defineEvent({
    kind: 'interviews.closed',
    summary: 'An interview takes no more answers.',
    audience: 'public',
    facts: nothing,
    stale: interviews,
  }),
  defineEvent({
    kind: 'interviews.deleted',
    summary: 'An interview is no longer shown.',
    audience: 'public',
    facts: nothing,
    stale: own,
  }),
  defineEvent({
    kind: 'interviews.responded',
    summary: 'A citizen answered an interview.',
    audience: 'admins',
    answers: 'theirs',
    facts: response,
    stale: responses,
  }),
  defineEvent({
    kind: 'interviews.answered',
    summary: 'Your answers to an interview were taken.',
    audience: 'citizen',
    answers: 'theirs',
    facts: response,
    stale: own,
  }),
] as const

import { z } from 'zod'
import { publicId, defineEvent } from '../definitions'

const nothing = z.strictObject({})

export const authEvents = [
  defineEvent({
    kind: 'auth.signed-in',
    summary: 'A citizen signed in with X.',
    audience: 'system',
    answers: 'nothing',
    facts: nothing,
  }),
  defineEvent({
    kind: 'auth.signed-out',
    summary: 'A citizen signed out of one browser.',
    audience: 'system',
    answers: 'nothing',
    facts: nothing,
    affects: 'session',
  }),
  defineEvent({
    kind: 'auth.signed-out-everywhere',
    summary: 'A citizen ended all their sessions.',
    audience: 'citizen',
    answers: 'nothing',
    facts: z.strictObject({ ended: z.number().int().min(0).describe('How many sessions were ended') }),
    affects: 'session',
  }),
  defineEvent({
    kind: 'auth.session-reused',
    summary: 'A refresh token was used a second time: it may have been copied, so its session was ended.',
    audience: 'citizen',
    answers: 'nothing',
    facts: z.strictObject({ session: publicId() }),
    affects: 'session',
  }),
] as const

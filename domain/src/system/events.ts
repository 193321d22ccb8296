import { z } from 'zod'
import { defineEvent } from '../events/define'

export const systemEvents = [
  defineEvent({
    kind: 'system.feature-switched',
    summary: 'A part of the product was switched on or off.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({ feature: z.string(), enabled: z.boolean() }),
    stale: ['system.settings', 'system.features'],
  }),
] as const

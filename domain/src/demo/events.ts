import { z } from 'zod'
import { defineEvent } from '../definitions'

export const demoEvents = [
  defineEvent({
    kind: 'demo.began',
    summary: 'A demo nation is being seeded: until it is settled, what follows is not a nation.',
    audience: 'system',
    facts: z.strictObject({}),
  }),
  defineEvent({
    kind: 'demo.settled',
    summary: 'The demo nation is whole.',
    audience: 'system',
    facts: z.strictObject({}),
  }),
] as const

import { z } from 'zod'
import { defineEvent } from '../definitions'

const number = z.number().int().min(1)

export const gazetteEvents = [
  defineEvent({
    kind: 'gazette.published',
    summary: 'The gazette has new entries.',
    audience: 'public',
    facts: z.strictObject({ from: number, to: number.describe('The newest number') }),
    stale: ['gazette.list', 'gazette.get'],
    retentionDays: 30,
  }),
] as const

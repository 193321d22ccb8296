import { z } from 'zod'
import { answer, defineCall, instant } from '../contract/define'

const backgroundWork = z.object({
  kind: z.string().describe('What is done, as in `citizens.balances-void`'),
  key: z.string().describe('Which piece of it'),
  state: z.enum(['running', 'waiting', 'done', 'failed']),
  total: z.number().int().nullable().describe('How many there are to do; null while nobody knows'),
  done: z.number().int(),
  percentage: z.number().nullable(),
  perSecond: z.number().nullable().describe('How many a second, on average'),
  remainingSeconds: z.number().int().nullable(),
  startedAt: instant(),
  updatedAt: instant(),
  finishedAt: instant().nullable(),
  error: z.string().nullable().describe('Why it waits or failed, the last time'),
})

export const listBackgroundWork = defineCall({
  id: 'admin.background-work',
  method: 'GET',
  summary: 'How far the nation’s long work is: refreshes, migrations, exports. What runs first, then what ended last.',
  access: 'panel',
  input: z.strictObject({}),
  output: answer({ work: z.array(backgroundWork), now: instant() }),
  errors: [],
  example: {},
})

export const workCalls = [listBackgroundWork] as const

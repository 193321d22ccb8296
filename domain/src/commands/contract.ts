import { z } from 'zod'
import { answer, defineCall } from '../definitions'
import { commandCallIds } from './commands'

const digest = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]+$/)

const run = defineCall({
  id: 'commands.run',
  method: 'POST',
  summary: `Does what an administrator decided offline, once: another call with its input, the key that the console made for it, and the
version of the row that it was based on. A key that was processed is answered as it was. Where the row differs, nothing is done, and
the error brings the row as it is now (\`theirs\`, JSON).`,
  access: 'panel',
  input: z.strictObject({
    key: z
      .string()
      .min(16)
      .max(64)
      .regex(/^[\w-]+$/)
      .describe('Made once by the console; sent again with every repeat'),
    call: z.enum(commandCallIds),
    input: z.record(z.string().max(40), z.unknown()).describe('The input of that call'),
    version: digest.nullable().describe('SHA-256 of the basis; null for what makes something new'),
  }),
  output: answer({
    table: z.string(),
    id: z.string().describe('The row that it was about, or that it made'),
    version: digest.nullable().describe('What it left behind: what is sent next about the row is based on this'),
    row: z.looseObject({ id: z.string() }).nullable().describe('The row as it is now, as replica.rows gives it'),
  }),
  errors: ['command_conflict', 'command_online_only', 'idempotency_key_reused'],
  example: {
    key: '0191e0a0-0000-7000-8000-000000000001',
    call: 'broadcast.create',
    input: { message: 'The harbour opens at noon.' },
    version: null,
  },
  // It keeps its keys itself, for 30 days.
  repeats: 'harmless',
})

export const commandContract = [run] as const

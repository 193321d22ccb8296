import { z } from 'zod'
import { defineEvent } from '../definitions'

const stale = ['broadcast.get-active', 'broadcast.get-messages'] as const

export const broadcastEvents = [
  defineEvent({
    kind: 'broadcasts.created',
    summary: 'A message is on air.',
    audience: 'public',
    facts: z.strictObject({ type: z.string() }),
    stale,
  }),
  defineEvent({
    kind: 'broadcasts.ended',
    summary: 'A message left the air at the end that it was given.',
    audience: 'public',
    facts: z.strictObject({}),
    stale,
  }),
  defineEvent({
    kind: 'broadcasts.deleted',
    summary: 'A message was taken off the air.',
    audience: 'public',
    facts: z.strictObject({}),
    // The gazette quotes it no more.
    stale: [...stale, 'gazette.list', 'gazette.get'],
  }),
] as const

import { z } from 'zod'
import { defineEvent } from '../definitions'
import { linkLimits } from './links'

/** Calls that say what a candidacy needs, or whether a citizen has it. */
const candidacy = [
  'holdings.get',
  'candidates.mine',
  'candidates.list',
  'candidates.get',
  'elections.current',
  'elections.get',
] as const

export const systemEvents = [
  defineEvent({
    kind: 'system.feature-switched',
    summary: 'A part of the product was switched on or off.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({ feature: z.string(), enabled: z.boolean() }),
    stale: ['system.settings', 'system.features'],
  }),
  defineEvent({
    kind: 'system.limit-changed',
    summary: 'A number of the rules was changed for everybody.',
    audience: 'public',
    answers: 'all',
    facts: z.strictObject({ limit: z.string(), from: z.number().int(), to: z.number().int() }),
    stale: ['system.settings', 'system.panel-settings', ...candidacy],
    profile: 'everybody',
  }),
  defineEvent({
    kind: 'system.links-changed',
    summary: 'Where else the nation is found was changed.',
    audience: 'public',
    answers: 'nothing',
    facts: z.strictObject({
      links: z.array(z.strictObject({ name: z.string(), url: z.string() })).max(linkLimits.count),
    }),
    stale: ['system.settings', 'system.panel-settings', 'admin.audit'],
  }),
] as const

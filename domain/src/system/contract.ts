import { z } from 'zod'
import { networks } from '../chain'
import {
  actor,
  answer,
  defineCall,
  instant,
  possibleLine,
  queryInteger,
  seenVersion,
  settingVersion,
} from '../definitions'
import { clientLogLevels, clientLogLimits } from './client-logs'
import { featureNames, panelSwitches } from './features'
import { boundsInWords, canSetLimit, limitNames } from './limits'
import { linkLimits, problemsOfLinks } from './links'

const part = z.object({ ok: z.boolean(), latencyMs: z.number().nullable() })

export const health = defineCall({
  id: 'system.health',
  method: 'GET',
  path: '/api/health',
  summary:
    'How the nation is: database, Redis, queues, journal lag, version, the nation’s time, and the share of good checks.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    now: instant(),
    uptimeSeconds: z.number().int(),
    database: part.extend({ engine: z.string() }),
    redis: part,
    queues: z.object({
      ok: z.boolean(),
      waiting: z.number().int().nullable(),
      active: z.number().int().nullable(),
      failed: z
        .number()
        .int()
        .nullable()
        .describe('How many timed jobs failed at their last run; null where it could not be read'),
    }),
    measured: z
      .object({
        percent: z
          .number()
          .describe('The share of good checks in thirty days, with one decimal; 99.9 before the first'),
        checks: z.number().int(),
      })
      .nullable()
      .describe('Null where it could not be read'),
    addresses: z
      .enum(['ok', 'check'])
      .describe('Whether callers’ addresses look right; `check`: the log says what the operator should look at'),
    journal: z.object({
      head: z.number().int(),
      waiting: z.number().int().describe('Entries without a number; of a thousand or more it says a thousand'),
      lagMs: z.number().int().describe('How long the oldest of them has waited'),
    }),
  }),
  errors: ['busy'],
  example: {},
})

export const stats = defineCall({
  id: 'system.stats',
  method: 'GET',
  path: '/api/stats',
  summary: 'The nation in numbers.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({ totalCitizens: z.number().int(), seatsFilled: z.number().int(), seats: z.number().int() }),
  errors: [],
  example: {},
})

export const events = defineCall({
  id: 'system.events',
  method: 'GET',
  path: '/api/events',
  kind: 'stream',
  summary:
    'Live events from the journal (text/event-stream), from the number after `after` (or the header Last-Event-ID) on; without it, from now on. The first event is `attached`, whose id is the number behind which the stream begins. The stream reaches back 15 minutes or 2,000 entries, whichever is less: for an older number the first event is `reset` instead. Then read anew what you had read, and go on from its id.',
  access: 'anyone',
  input: z.strictObject({ after: queryInteger(0, Number.MAX_SAFE_INTEGER).optional() }),
  output: z.void(),
  errors: [],
  example: { after: '0' },
  limit: { points: 120, seconds: 60, by: 'caller' },
})

export const openapi = defineCall({
  id: 'system.openapi',
  method: 'GET',
  path: '/api/openapi.json',
  kind: 'document',
  summary: 'This interface as an OpenAPI 3.1 document.',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.unknown(),
  errors: [],
  example: {},
})

export const docs = defineCall({
  id: 'system.docs',
  method: 'GET',
  path: '/api/docs',
  kind: 'document',
  summary: 'This interface as a page to read.',
  access: 'anyone',
  input: z.strictObject({}),
  output: z.unknown(),
  errors: [],
  example: {},
})

const socialLink = z.object({ name: z.string(), url: z.string() })

export const settings = defineCall({
  id: 'system.settings',
  method: 'GET',
  path: '/api/settings',
  summary:
    'What holds for everybody: the token and its network, what is switched on, the limits, and where else the nation is found.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({
    token: z.object({
      mint: z.string().describe('The token’s contract address'),
      version: z.string(),
      symbol: z.string(),
      decimals: z.number().int(),
    }),
    network: z.enum(networks),
    features: z
      .record(z.enum(featureNames), z.boolean())
      .describe('What is on; a feature that is off hides its navigation, and its calls answer feature_off'),
    limits: z.record(z.enum(limitNames), z.number().int()).describe('Numbers of the rules that the nation may change'),
    links: z.array(socialLink).describe('Where else the nation is found, in the order in which it is shown'),
  }),
  errors: [],
  example: {},
})

const featureState = z.object({
  feature: z.enum(featureNames),
  enabled: z.boolean(),
  changeable: z.boolean().describe('Whether it can be switched here; the panel itself is switched by a command'),
  changedAt: instant().nullable().describe('Null when it was never switched'),
  changedBy: z.string().nullable().describe('Name of the administrator who did, null for the operator’s command'),
})

export const features = defineCall({
  id: 'system.features',
  method: 'GET',
  summary: 'What can be switched off, what is on, and who switched it last.',
  access: 'panel',
  input: z.strictObject({ adminId: actor() }),
  output: answer({ features: z.array(featureState) }),
  errors: [],
  example: {},
})

export const setFeature = defineCall({
  id: 'system.set-feature',
  method: 'POST',
  summary: 'Switches a feature on or off, for everybody.',
  access: 'panel',
  input: z.strictObject({ feature: z.enum(panelSwitches), enabled: z.boolean(), adminId: actor() }),
  output: answer({ features: z.array(featureState) }),
  errors: [],
  example: { feature: 'voting', enabled: true },
})

const changed = {
  version: settingVersion(),
  changedAt: instant().nullable().describe('Null when nobody ever changed it'),
  changedBy: z.string().nullable().describe('Name of whoever did'),
}

const panelSettingsAnswer = answer({
  limits: z.array(
    z.object({
      limit: z.enum(limitNames),
      value: z.number().int(),
      initial: z.number().int().describe('What holds until an administrator sets another'),
      least: z.number().int(),
      most: z.number().int(),
      ...changed,
    }),
  ),
  links: z.object({
    list: z.array(socialLink).describe('What is shown now'),
    configured: z.array(socialLink).describe('Those of NATION_LINKS, which are shown while none are set here'),
    set: z.boolean().describe('Whether they were set here'),
    ...changed,
  }),
})

export const panelSettings = defineCall({
  id: 'system.panel-settings',
  method: 'GET',
  summary: 'The limits and the links, with their bounds, their defaults, and who changed them last.',
  access: 'panel',
  input: z.strictObject({ adminId: actor() }),
  output: panelSettingsAnswer,
  errors: [],
  example: {},
})

export const setLimit = defineCall({
  id: 'system.set-limit',
  method: 'POST',
  summary: 'Changes a limit, for everybody and from now on; null brings its default back.',
  access: 'panel',
  input: z
    .strictObject({
      limit: z.enum(limitNames),
      value: z.number().int().nullable(),
      version: seenVersion(),
      adminId: actor(),
    })
    .superRefine(({ limit, value }, issues) => {
      if (value !== null && !canSetLimit(limit, value).allowed)
        issues.addIssue({ code: 'custom', path: ['value'], message: boundsInWords(limit) })
    }),
  output: panelSettingsAnswer,
  errors: ['setting_changed', 'limit_out_of_bounds'],
  example: { limit: 'minFollowers', value: 150, version: 0 },
})

export const setLinks = defineCall({
  id: 'system.set-links',
  method: 'POST',
  summary: 'Says where else the nation is found; null brings those of NATION_LINKS back.',
  access: 'panel',
  input: z
    .strictObject({
      links: z
        .array(z.strictObject({ name: possibleLine(linkLimits.name), url: z.string().trim().max(linkLimits.url) }))
        .max(linkLimits.count)
        .nullable(),
      version: seenVersion(),
      adminId: actor(),
    })
    .superRefine(({ links }, issues) => {
      for (const [field, message] of Object.entries(problemsOfLinks(links ?? []) ?? {}))
        issues.addIssue({
          code: 'custom',
          path: field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
          message,
        })
    }),
  output: panelSettingsAnswer,
  errors: ['setting_changed'],
  example: { links: [{ name: 'X', url: 'https://x.com/nation' }], version: 0 },
})

export const logs = defineCall({
  id: 'system.logs',
  method: 'POST',
  path: '/api/logs',
  summary: 'What went wrong in a browser: errors and warnings for the operators to read. Nothing in it is believed.',
  access: 'anyone',
  input: z.strictObject({
    entries: z
      .array(
        z.strictObject({
          level: z.enum(clientLogLevels),
          message: z.string().min(1).max(clientLogLimits.message),
          detail: z.string().max(clientLogLimits.detail).optional().describe('Where in the program it happened'),
          page: z.string().max(clientLogLimits.page).optional(),
          at: instant(),
          times: z.number().int().min(1).max(1_000_000).optional().describe('How often it happened in a row'),
        }),
      )
      .min(1)
      .max(clientLogLimits.entries),
  }),
  output: answer({ taken: z.number().int() }),
  errors: [],
  example: { entries: [{ level: 'error', message: 'The map could not be drawn', page: '/', at: 1_770_303_600_000 }] },
  limit: { points: 12, seconds: 60, by: 'address' },
})

export const systemCalls = [
  health,
  stats,
  settings,
  features,
  setFeature,
  panelSettings,
  setLimit,
  setLinks,
  logs,
  events,
  openapi,
  docs,
] as const

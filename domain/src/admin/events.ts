import { z } from 'zod'
import { publicId, defineEvent } from '../definitions'
import { jobNames } from '../work'

const nothing = z.strictObject({})
const jobStale = ['admin.jobs', 'admin.job-failures', 'admin.audit', 'participation.day'] as const
const account = z.strictObject({ username: z.string().describe('The name of the panel account') })

export const adminEvents = [
  defineEvent({
    kind: 'admin.account-created',
    summary: 'An operator made a panel account for a citizen.',
    audience: 'admins',
    answers: 'nothing',
    facts: account,
    personal: ['username'],
    stale: ['admin.users', 'admin.audit'],
  }),
  defineEvent({
    kind: 'admin.account-renewed',
    summary: 'An operator gave a panel account a new password; its panel sessions ended.',
    audience: 'admins',
    answers: 'nothing',
    facts: account,
    personal: ['username'],
    affects: 'session',
    stale: ['admin.security', 'admin.audit'],
  }),
  defineEvent({
    kind: 'admin.account-revoked',
    summary:
      'An operator revoked a panel account, or an administrator its citizen’s administration; its panel sessions ended.',
    audience: 'admins',
    answers: 'nothing',
    facts: account,
    personal: ['username'],
    affects: 'session',
    stale: ['admin.users', 'admin.audit'],
  }),
  defineEvent({
    kind: 'admin.device-revoked',
    summary: 'An administrator revoked one of their known browsers; its panel sessions ended.',
    audience: 'admins',
    answers: 'nothing',
    facts: nothing,
    affects: 'session',
    stale: ['admin.security', 'admin.audit'],
  }),
  defineEvent({
    kind: 'admin.recovery-codes-renewed',
    summary: 'An administrator made new recovery codes.',
    audience: 'admins',
    answers: 'nothing',
    facts: nothing,
    stale: ['admin.security', 'admin.audit'],
  }),
  defineEvent({
    kind: 'admin.session-ended',
    summary: 'An administrator ended one of their panel sessions.',
    audience: 'admins',
    answers: 'nothing',
    facts: nothing,
    affects: 'session',
    stale: ['admin.security', 'admin.audit'],
  }),
  defineEvent({
    kind: 'admin.second-factor-set',
    summary: 'An administrator set up a second factor; their other panel sessions ended.',
    audience: 'admins',
    answers: 'nothing',
    facts: nothing,
    affects: 'session',
    stale: ['admin.security', 'admin.audit'],
  }),
  defineEvent({
    kind: 'admin.signed-in',
    summary: 'An administrator opened the panel.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({ secondFactor: z.enum(['none', 'authenticator', 'recovery code']) }),
    stale: ['admin.security', 'admin.audit'],
  }),
  defineEvent({
    kind: 'admin.sign-in-failed',
    summary: 'A sign-in to the panel failed.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({
      account: z
        .string()
        .nullable()
        .optional()
        .describe('The account that was tried; null for a name that no account has'),
      network: z.string().max(43).describe('A keyed hash that is the same for tries from the same network'),
    }),
    personal: ['account'],
    stale: ['admin.audit'],
    retentionDays: 30,
  }),
  defineEvent({
    kind: 'admin.deleted',
    summary: 'Something was deleted, for a reason where one was given.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({
      what: z.enum(['poll', 'interview', 'broadcast', 'candidacy', 'task', 'message']),
      reason: z.string().nullable(),
    }),
    personal: ['reason'],
    stale: ['admin.audit'],
  }),
  defineEvent({
    kind: 'admin.exported',
    summary: 'A file was taken out that not everybody may read.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({
      file: z.enum(['poll', 'responses', 'payouts', 'audit', 'members']),
      about: publicId().nullable().describe('The poll or interview'),
    }),
    stale: ['admin.audit'],
  }),
  defineEvent({
    kind: 'admin.jobs-retried',
    summary: 'An administrator had failed work tried anew.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({
      job: z.enum(jobNames),
      count: z.number().int(),
      entry: z.number().int().nullable().describe('The entry that it follows from, where it was one'),
    }),
    stale: jobStale,
  }),
  defineEvent({
    kind: 'admin.job-given-up',
    summary: 'An administrator gave failed work up.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({ job: z.enum(jobNames), entry: z.number().int() }),
    stale: jobStale,
  }),
  defineEvent({
    kind: 'admin.job-paused',
    summary: 'An administrator paused work that the nation does by itself, or let it go on.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({ job: z.enum(jobNames), paused: z.boolean() }),
    stale: jobStale,
  }),
  defineEvent({
    kind: 'admin.job-asked',
    summary: 'An administrator asked for a run of timed work.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({ job: z.enum(jobNames) }),
    stale: jobStale,
  }),
  defineEvent({
    kind: 'admin.signed-out',
    summary: 'An administrator closed the panel.',
    audience: 'admins',
    answers: 'nothing',
    facts: nothing,
    affects: 'session',
    stale: ['admin.verify', 'admin.audit'],
  }),
] as const

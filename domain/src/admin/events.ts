import { z } from 'zod'
import { defineEvent } from '../events/define'

const nothing = z.strictObject({})
const account = z.strictObject({ username: z.string().describe('The name of the panel account') })

export const adminEvents = [
  defineEvent({
    kind: 'admin.account-created',
    summary: 'An operator made a panel account for a citizen.',
    audience: 'admins',
    answers: 'nothing',
    facts: account,
    personal: ['username'],
    stale: ['admin.users'],
  }),
  defineEvent({
    kind: 'admin.account-renewed',
    summary: 'An operator gave a panel account a new password; its panel sessions ended.',
    audience: 'admins',
    answers: 'nothing',
    facts: account,
    personal: ['username'],
    standing: 'session',
    stale: ['admin.security'],
  }),
  defineEvent({
    kind: 'admin.account-revoked',
    summary: 'An operator revoked a panel account; its panel sessions ended.',
    audience: 'admins',
    answers: 'nothing',
    facts: account,
    personal: ['username'],
    standing: 'session',
    stale: ['admin.users'],
  }),
  defineEvent({
    kind: 'admin.device-revoked',
    summary: 'An administrator revoked one of their known browsers; its panel sessions ended.',
    audience: 'admins',
    answers: 'nothing',
    facts: nothing,
    standing: 'session',
    stale: ['admin.security'],
  }),
  defineEvent({
    kind: 'admin.recovery-codes-renewed',
    summary: 'An administrator made new recovery codes.',
    audience: 'admins',
    answers: 'nothing',
    facts: nothing,
    stale: ['admin.security'],
  }),
  defineEvent({
    kind: 'admin.signed-in',
    summary: 'An administrator opened the panel.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({ secondFactor: z.enum(['none', 'authenticator', 'recovery code']) }),
    stale: ['admin.security'],
  }),
  defineEvent({
    kind: 'admin.signed-out',
    summary: 'An administrator closed the panel.',
    audience: 'admins',
    answers: 'nothing',
    facts: nothing,
    standing: 'session',
    stale: ['admin.verify'],
  }),
] as const

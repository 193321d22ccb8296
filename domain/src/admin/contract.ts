import { z } from 'zod'
import { actor, answer, defineCall, instant, publicId } from '../contract/define'

export const authenticate = defineCall({
  id: 'admin.authenticate',
  method: 'POST',
  summary: 'The admin panel’s password gate: answers a token of its own (spec document 2 section 7).',
  access: 'anyone',
  input: z.strictObject({
    username: z.string().regex(/^[\w.-]{1,64}$/, 'Letters, digits, dots and dashes.'),
    password: z.string().min(1).max(256),
    totp: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  output: answer({ token: z.string(), expiresAt: instant(), adminId: publicId(), message: z.string() }),
  errors: ['credentials_invalid'],
  example: { username: 'admin', password: 'correct horse battery staple' },
  secret: true,
  limit: { points: 20, seconds: 60, by: 'address' },
})

export const verify = defineCall({
  id: 'admin.verify',
  method: 'GET',
  summary: 'Whether the bearer token is a valid panel token.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({ valid: z.boolean() }),
  errors: [],
  example: {},
})

export const leave = defineCall({
  id: 'admin.logout',
  method: 'POST',
  summary: 'Ends the panel’s session: the token is refused from now on.',
  access: 'panel',
  input: z.strictObject({ adminId: actor() }),
  output: answer({}),
  errors: [],
  example: {},
  secret: true,
})

export const adminCalls = [authenticate, verify, leave] as const

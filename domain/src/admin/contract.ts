import { z } from 'zod'
import { actor, answer, defineCall, instant, publicId } from '../definitions'

const sixDigits = () => z.string().regex(/^\d{6}$/, 'Six digits.')

const recoveryCode = () =>
  z
    .string()
    .regex(/^[0-9A-Za-z -]{16,40}$/)
    .optional()
    .describe('In place of the authenticator’s code. Each is good once.')

export const authenticate = defineCall({
  id: 'admin.authenticate',
  method: 'POST',
  summary: 'The admin panel’s password gate: answers a token of its own (requirements 2.7).',
  access: 'anyone',
  input: z.strictObject({
    username: z.string().regex(/^[\w.-]{1,64}$/, 'Letters, digits, dots and dashes.'),
    password: z.string().min(1).max(256),
    totp: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
    recoveryCode: recoveryCode(),
  }),
  output: answer({
    token: z.string(),
    expiresAt: instant(),
    adminId: publicId(),
    farewell: z
      .string()
      .describe('The same is in the refusal once this session has ended: it is the nation that says so'),
    message: z.string(),
  }),
  errors: ['credentials_invalid', 'second_factor_missing'],
  example: { username: 'admin', password: 'correct horse battery staple' },
  secret: true,
  limit: { points: 20, seconds: 60, by: 'address' },
})

export const verify = defineCall({
  id: 'admin.verify',
  method: 'GET',
  summary: 'Whether the bearer token is a valid panel token; one that is wrong, has expired or was ended is not.',
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

export const security = defineCall({
  id: 'admin.security',
  method: 'GET',
  summary: 'The sign-ins of the panel’s own account: tries that failed, known devices, recovery codes that are left.',
  access: 'panel',
  input: z.strictObject({}),
  output: answer({
    username: z.string(),
    secondFactor: z.boolean(),
    recoveryCodes: z.object({ left: z.number().int(), madeAt: instant().nullable() }),
    previousSignInAt: instant().nullable(),
    failedTries: z
      .object({
        tries: z.number().int(),
        networks: z.number().int(),
        firstAt: instant().nullable(),
        lastAt: instant().nullable(),
      })
      .describe('Since the sign-in before this one, of the last 30 days.'),
    sessions: z
      .array(
        z.object({
          id: publicId(),
          device: z.string().nullable().describe('Browser and system, as far as they are known'),
          createdAt: instant(),
          expiresAt: instant(),
          current: z.boolean(),
        }),
      )
      .describe('Panel sessions of the account that are open.'),
    devices: z.array(
      z.object({
        id: publicId(),
        label: z.string(),
        createdAt: instant(),
        lastUsedAt: instant(),
        current: z.boolean(),
      }),
    ),
  }),
  errors: [],
  example: {},
})

export const revokeDevice = defineCall({
  id: 'admin.revoke-device',
  method: 'POST',
  summary: 'Makes a known device a stranger again, and ends the panel’s other sessions that were opened on it.',
  access: 'panel',
  input: z.strictObject({ adminId: actor(), deviceId: publicId() }),
  output: answer({ deviceId: publicId() }),
  errors: ['device_not_found'],
  example: { deviceId: '01890a5d-ac96-774b-bcce-b302099a8057' },
})

export const renewRecoveryCodes = defineCall({
  id: 'admin.renew-recovery-codes',
  method: 'POST',
  summary:
    'Makes ten new recovery codes in place of all before, for a caller who gives the password again and a code of the second ' +
    'factor. They are shown once.',
  access: 'panel',
  input: z.strictObject({
    adminId: actor(),
    password: z.string().min(1).max(256),
    totp: sixDigits().optional(),
    recoveryCode: recoveryCode(),
  }),
  output: answer({ recoveryCodes: z.array(z.string()) }),
  errors: ['password_wrong', 'code_wrong', 'no_second_factor'],
  example: { password: 'correct horse battery staple' },
  secret: true,
  limit: { points: 10, seconds: 600, by: 'caller' },
})

export const endSession = defineCall({
  id: 'admin.end-session',
  method: 'POST',
  summary: 'Ends one of the account’s panel sessions: its token is refused from now on.',
  access: 'panel',
  input: z.strictObject({ adminId: actor(), sessionId: publicId() }),
  output: answer({ sessionId: publicId() }),
  errors: ['panel_session_not_found'],
  example: { sessionId: '01890a5d-ac96-774b-bcce-b302099a8057' },
})

export const beginSecondFactor = defineCall({
  id: 'admin.begin-second-factor',
  method: 'POST',
  summary:
    'Makes the secret of a new second factor, for an administrator who enters the password again, and a code of the second factor that there is. ' +
    'It counts once it was confirmed.',
  access: 'panel',
  input: z.strictObject({
    adminId: actor(),
    password: z.string().min(1).max(256),
    totp: sixDigits().optional(),
    recoveryCode: recoveryCode(),
  }),
  output: answer({ totpAddress: z.string().describe('What an authenticator app reads, as a QR code or typed') }),
  errors: ['password_wrong', 'code_wrong'],
  example: { password: 'correct horse battery staple' },
  secret: true,
  limit: { points: 10, seconds: 600, by: 'caller' },
})

export const confirmSecondFactor = defineCall({
  id: 'admin.confirm-second-factor',
  method: 'POST',
  summary:
    'Sets the second factor that was begun, by a code of it; answers recovery codes, which are shown once. Other panel sessions of the ' +
    'account end.',
  access: 'panel',
  input: z.strictObject({ adminId: actor(), totp: sixDigits() }),
  output: answer({ recoveryCodes: z.array(z.string()) }),
  errors: ['second_factor_not_begun', 'code_wrong'],
  example: { totp: '123456' },
  secret: true,
  limit: { points: 10, seconds: 600, by: 'caller' },
})

export const openOpsPages = defineCall({
  id: 'admin.open-ops-pages',
  method: 'POST',
  summary:
    'Opens the pages under `/ops` for this browser: a cookie that is good for an hour, there alone, and while the panel’s session is open.',
  access: 'panel',
  input: z.strictObject({ adminId: actor() }),
  output: answer({ address: z.string().max(100).describe('Where BullMQ’s board stands') }),
  errors: [],
  example: {},
  secret: true,
})

export const adminCalls = [
  authenticate,
  verify,
  leave,
  security,
  revokeDevice,
  renewRecoveryCodes,
  endSession,
  beginSecondFactor,
  confirmSecondFactor,
  openOpsPages,
] as const

import { z } from 'zod'
import { actor, answer, defineCall, instant, publicId } from '../definitions'

const exampleUid = '01890a5d-ac96-774b-bcce-b302099a8057'

const progress = () => z.number().int().min(0).max(100).describe('Percent')

const exportView = z.object({
  id: publicId(),
  status: z.enum(['working', 'ready', 'failed']),
  progress: progress(),
  createdAt: instant(),
  readyAt: instant().nullable(),
  expiresAt: instant().nullable().describe('When the copy is removed'),
  bytes: z.number().int().nullable(),
})

const exportData = defineCall({
  id: 'user.export-data',
  method: 'POST',
  summary: 'Asks for a copy of everything that the nation holds about you; it is made in the background.',
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer({ export: exportView }),
  errors: [],
  example: {},
  limit: { points: 10, seconds: 3600, by: 'caller' },
})

const exportStatus = defineCall({
  id: 'user.export-status',
  method: 'GET',
  summary: 'How far your latest copy is.',
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer({ export: exportView.nullable() }),
  errors: [],
  example: {},
})

const exportDownload = defineCall({
  id: 'user.export-download',
  method: 'GET',
  kind: 'document',
  summary: 'Your copy, as a JSON file.',
  access: 'citizen',
  input: z.strictObject({ exportId: publicId(), userId: actor() }),
  output: z.unknown(),
  errors: ['export_not_found', 'export_not_ready'],
  example: { exportId: exampleUid },
  limit: { points: 10, seconds: 3600, by: 'caller' },
})

const deleteAccount = defineCall({
  id: 'user.delete-account',
  method: 'POST',
  summary: 'Deletes your account: votes stay counted, everything that says who you are is removed. Cannot be undone.',
  access: 'citizen',
  input: z.strictObject({
    userId: actor(),
    confirm: z.string().trim().max(80).describe('Your handle, typed again'),
    givesUpCents: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('The salary that you are owed and give up, in whole cents; needed where you are owed any'),
  }),
  output: answer({ deletionId: publicId().describe('With it, user.deletion-status tells how far it is') }),
  errors: ['confirmation_mismatch', 'last_administrator', 'salary_waits'],
  example: { confirm: 'ada_citizen' },
  limit: { points: 10, seconds: 3600, by: 'caller' },
})

const deletionStatus = defineCall({
  id: 'user.deletion-status',
  method: 'GET',
  summary: 'How far a deletion is. The citizen is signed out, so its id alone is asked for.',
  access: 'anyone',
  input: z.strictObject({ deletionId: publicId() }),
  output: answer({ status: z.enum(['working', 'done']), progress: progress() }),
  errors: ['not_found'],
  example: { deletionId: exampleUid },
})

export const privacyCalls = [exportData, exportStatus, exportDownload, deleteAccount, deletionStatus] as const

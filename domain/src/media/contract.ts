import { z } from 'zod'
import { actor, answer, defineCall } from '../definitions'
import { mediaPresets, mediaTypes, type MediaType } from '.'

const upload = defineCall({
  id: 'media.upload',
  method: 'POST',
  body: 'multipart',
  summary:
    'Keeps a file: a picture (JPEG, PNG, GIF, WebP) or, as an attachment, also PDF, XLSX and MP4; 10 MB at most. The file is the part `file`.',
  access: 'citizen',
  input: z.strictObject({ preset: z.enum(mediaPresets), userId: actor() }),
  output: answer({
    secure_url: z.string().describe('Where the file is served, from the root of this host'),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    bytes: z.number().int().describe('As kept'),
    type: z.enum(Object.keys(mediaTypes) as [MediaType, ...MediaType[]]),
  }),
  errors: [
    'file_missing',
    'file_type_invalid',
    'attachment_type_invalid',
    'file_too_large',
    'image_too_large',
    'form_expected',
    'upload_limit',
    'upload_too_slow',
    'upload_failed',
  ],
  example: { preset: 'profile' },
})

export const mediaCalls = [upload] as const

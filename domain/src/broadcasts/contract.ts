import { z } from 'zod'
import {
  answer,
  claim,
  defineCall,
  deletionReason,
  instant,
  possibleLine,
  publicId,
  queryInteger,
} from '../definitions'
import { broadcastLimits, broadcastTypes } from './broadcasts'

const exampleId = '01890a5d-ac96-774b-bcce-b302099a8057'

/** A message to the whole nation (requirements 1.3). */
const broadcast = z.object({
  id: publicId(),
  message: z.string().describe('Plain text on one line'),
  type: z.enum(broadcastTypes),
  isActive: z.boolean().describe('False once it ended or was deleted: it stays on record'),
  createdBy: z.string().describe('Name of the citizen whose panel account sent it'),
  createdAt: instant(),
  endsAt: instant().nullable().describe('When it leaves by itself'),
})

/** Empty is not the same as missing: it has a message of its own (requirements 2.5). */
const message = possibleLine(broadcastLimits.message, 'Please enter a message')

export const getActive = defineCall({
  id: 'broadcast.get-active',
  method: 'GET',
  summary: 'The broadcasts that are on, the newest first; the news ticker shows the first of them.',
  access: 'anyone',
  input: z.strictObject({}),
  output: answer({ messages: z.array(broadcast) }),
  errors: [],
  example: {},
})

export const getMessages = defineCall({
  id: 'broadcast.get-messages',
  method: 'GET',
  summary: 'All broadcasts for the admin panel, those that ended or were deleted too, the newest first.',
  access: 'panel',
  input: z.strictObject({
    limit: queryInteger(1, broadcastLimits.page).optional(),
    cursor: z.string().max(200).optional(),
  }),
  output: answer({
    messages: z.array(broadcast.extend({ deletedBy: z.string().nullable(), deletedAt: instant().nullable() })),
    nextCursor: z.string().nullable(),
  }),
  errors: [],
  example: { limit: '20' },
})

export const create = defineCall({
  id: 'broadcast.create',
  method: 'POST',
  summary: 'Sends a message to everybody; it is active at once.',
  access: 'panel',
  input: z.strictObject({
    message,
    type: z.enum(broadcastTypes).default('info'),
    endsAt: instant()
      .nullable()
      .optional()
      .describe('When it leaves by itself; without one, an administrator deletes it'),
    createdBy: claim(),
  }),
  output: answer({ broadcast }),
  errors: ['broadcast_empty', 'broadcast_end_invalid'],
  missing: { message: 'broadcast_empty' },
  example: { message: 'Voting for the ministries is open.', type: 'info' },
})

export const remove = defineCall({
  id: 'broadcast.delete',
  method: 'POST',
  summary: 'Takes a message down: it is no longer active, and stays on record. Safe to repeat.',
  access: 'panel',
  input: z.strictObject({ messageId: publicId(), reason: deletionReason() }),
  output: answer({ messageId: publicId() }),
  errors: ['broadcast_not_found'],
  example: { messageId: exampleId },
})

export const broadcastCalls = [getActive, getMessages, create, remove] as const

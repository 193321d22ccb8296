import { z } from 'zod'
import { actor, answer, defineCall, instant, line, publicId, queryInteger } from '../definitions'
import { channels } from './channels'
import { contentFields, roomField } from './content-fields'
import { safetyLimits } from './safety'

const exampleUid = '01890a5d-ac96-774b-bcce-b302099a8057'
const exampleConversation = '01890a5d-ac96-774b-bcce-b302099a8070'
const exampleMessage = '01890a5d-ac96-774b-bcce-b302099a8071'
const exampleReport = '01890a5d-ac96-774b-bcce-b302099a8072'

const someone = z.object({ id: publicId(), username: z.string() })

const typing = defineCall({
  id: 'messenger.typing',
  method: 'POST',
  repeats: 'harmless',
  summary: 'Says that you are writing, or no longer are. Those who may read it hear of it at once; it is kept nowhere.',
  access: 'citizen',
  input: z.strictObject({ conversationId: roomField(), typing: z.boolean(), userId: actor() }),
  output: answer({}),
  errors: ['conversation_not_found', 'group_forbidden'],
  example: { conversationId: 'citizens', typing: true },
  limit: { points: 30, seconds: 60, by: 'caller' },
})

const onlineAdmins = defineCall({
  id: 'admin-chat.get-online-admins',
  method: 'GET',
  summary: 'Administrators who are here at the moment.',
  access: { can: 'admin-chat.read' },
  input: z.strictObject({ userId: actor() }),
  output: answer({ admins: z.array(z.object({ id: publicId(), name: z.string() })) }),
  errors: [],
  example: {},
})

const block = defineCall({
  id: 'messenger.block',
  method: 'POST',
  repeats: 'harmless',
  summary: 'Blocks a citizen: no direct messages go between you. They are not told.',
  access: 'citizen',
  input: z.strictObject({ citizenId: publicId(), userId: actor() }),
  output: answer({ blocked: z.boolean() }),
  errors: ['citizen_not_found', 'block_oneself', 'blocks_full'],
  example: { citizenId: exampleUid },
})

const unblock = defineCall({
  id: 'messenger.unblock',
  method: 'POST',
  repeats: 'harmless',
  summary: 'Ends a block. What was written while it lasted is not delivered afterwards.',
  access: 'citizen',
  input: z.strictObject({ citizenId: publicId(), userId: actor() }),
  output: answer({ blocked: z.boolean() }),
  errors: ['citizen_not_found'],
  example: { citizenId: exampleUid },
})

const getBlocks = defineCall({
  id: 'messenger.get-blocks',
  method: 'GET',
  summary: 'The citizens whom you block, the latest first.',
  access: 'citizen',
  input: z.strictObject({ userId: actor() }),
  output: answer({
    users: z.array(
      someone.extend({
        twitterUsername: z.string(),
        profilePicture: z.string().nullable(),
        blockedAt: instant(),
      }),
    ),
  }),
  errors: [],
  example: {},
})

const setNotice = defineCall({
  id: 'messenger.set-notice',
  method: 'POST',
  repeats: 'harmless',
  summary: 'Says whether a group or conversation calls for your attention. Mentions of you always do.',
  access: 'citizen',
  input: z.strictObject({ conversationId: roomField(), notice: z.boolean(), userId: actor() }),
  output: answer({ notice: z.boolean() }),
  errors: ['conversation_not_found', 'group_forbidden'],
  example: { conversationId: exampleConversation, notice: false },
})

const report = defineCall({
  id: 'messenger.report',
  method: 'POST',
  summary: 'Reports a message to the moderators, who see it with what was said around it, as it is now.',
  access: 'citizen',
  input: z.strictObject({ messageId: publicId(), reason: line(safetyLimits.reason), userId: actor() }),
  output: answer({ reported: z.boolean() }),
  errors: ['message_not_found', 'message_deleted', 'report_oneself'],
  example: { messageId: exampleMessage, reason: 'It insults a citizen.' },
  limit: { points: 20, seconds: 3_600, by: 'caller' },
})

const evidence = z.object({
  number: z.number().int().min(1),
  messageId: publicId(),
  senderId: publicId(),
  senderName: z.string(),
  senderPicture: z.string().nullable(),
  message: z.string().describe('Empty once it was deleted, and when its sender left the nation'),
  images: contentFields.images,
  timestamp: instant(),
  editedAt: instant().nullable(),
  deletedAt: instant().nullable(),
  isDeleted: z.boolean().describe('Whether the message is deleted by now, whatever is kept of it here'),
  reported: z.boolean().describe('The message that was reported; the others are its surroundings'),
})

const reported = z.object({
  id: publicId(),
  reporter: someone,
  reported: someone,
  reason: z.string(),
  reportedAt: instant(),
  mutedUntil: instant().nullable().describe('Until when the reported citizen is muted; null where they are not'),
  channel: z.enum(channels).nullable().describe('Null for a direct conversation'),
  messages: z.array(evidence).describe('As they were when it was reported, the oldest first'),
  resolvedAt: instant().nullable(),
  resolvedBy: someone.nullable(),
  resolution: z.string().nullable(),
})

const getReports = defineCall({
  id: 'messenger.get-reports',
  method: 'GET',
  summary: 'Reported messages with their evidence: those that are open, the oldest first, or those that are resolved.',
  access: { can: 'content.moderate' },
  panelToo: true,
  input: z.strictObject({
    status: z.enum(['open', 'resolved']).default('open'),
    cursor: z.string().max(200).optional(),
    limit: queryInteger(1, safetyLimits.largestReports).default(safetyLimits.reports),
    userId: actor(),
  }),
  output: answer({ reports: z.array(reported), nextCursor: z.string().nullable() }),
  errors: [],
  example: {},
})

const resolveReport = defineCall({
  id: 'messenger.resolve-report',
  method: 'POST',
  summary: 'Closes a report, and says what was done.',
  access: { can: 'content.moderate' },
  panelToo: true,
  input: z.strictObject({ reportId: publicId(), resolution: line(safetyLimits.resolution), userId: actor() }),
  output: answer({ resolvedAt: instant() }),
  errors: ['report_not_found', 'report_resolved', 'report_oneself', 'moderator_rival', 'moderator_criticised'],
  example: { reportId: exampleReport, resolution: 'The message was deleted.' },
})

const mute = defineCall({
  id: 'messenger.mute',
  method: 'POST',
  summary: 'Mutes a citizen for some hours: they neither post nor edit nor react, and read until when and why.',
  access: { can: 'content.moderate' },
  panelToo: true,
  input: z.strictObject({
    citizenId: publicId(),
    hours: z.number().int().min(1).max(safetyLimits.longestMute),
    reason: line(safetyLimits.reason),
    messageId: publicId().optional().describe('The message of theirs over which they are muted, if it is one'),
    userId: actor(),
  }),
  output: answer({ mutedUntil: instant().describe('A mute in force that lasts longer stays: its end then') }),
  errors: ['citizen_not_found', 'mute_forbidden', 'moderator_rival', 'moderator_criticised'],
  example: { citizenId: exampleUid, hours: 24, reason: 'Insults.' },
})

const unmute = defineCall({
  id: 'messenger.unmute',
  method: 'POST',
  summary: 'Ends a mute before its time.',
  access: { can: 'content.moderate' },
  panelToo: true,
  input: z.strictObject({ citizenId: publicId(), userId: actor() }),
  output: answer({ mutedUntil: z.null() }),
  errors: ['citizen_not_found', 'mute_forbidden', 'moderator_rival'],
  example: { citizenId: exampleUid },
})

const getMutes = defineCall({
  id: 'messenger.get-mutes',
  method: 'GET',
  summary:
    'The citizens who are muted at the moment: until when, by whom and why. Those whose mute ends first are first.',
  access: { can: 'content.moderate' },
  panelToo: true,
  input: z.strictObject({
    cursor: z.string().max(200).optional(),
    limit: queryInteger(1, safetyLimits.largestReports).default(safetyLimits.reports),
    userId: actor(),
  }),
  output: answer({
    mutes: z.array(
      z.object({
        citizen: someone.extend({ twitterUsername: z.string(), profilePicture: z.string().nullable() }),
        until: instant(),
        reason: z.string(),
        mutedAt: instant(),
        mutedBy: someone.nullable(),
        mayEnd: z
          .boolean()
          .describe('Whether the caller may end it: moderators do not end those of administrators, or of rivals'),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  errors: [],
  example: {},
})

/** The messenger's calls for safety and for presence. */
export const safetyCalls = [
  typing,
  onlineAdmins,
  block,
  unblock,
  getBlocks,
  setNotice,
  report,
  getReports,
  resolveReport,
  mute,
  unmute,
  getMutes,
] as const

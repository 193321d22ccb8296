import { z } from 'zod'
import { publicId, defineEvent } from '../definitions'
import { channels } from './channels'

const number = z.number().int().min(1)
const groups = [
  'messenger.get-groups',
  'messenger.get-group-messages',
  'government-chat.get-messages',
  'admin-chat.get-messages',
] as const
const direct = ['messenger.get-conversations', 'messenger.get-messages'] as const
/** Those who may read a channel, whichever it is. */
const members = ['citizens', 'officials', 'executives', 'admins'] as const

const inChannel = z.strictObject({ channel: z.enum(channels), from: number, to: number })
const inConversation = z.strictObject({ conversationId: publicId(), from: number, to: number })

/**
 * What is said is in no event: an event names numbers, so that a deleted message is nowhere else, and no recipient gets a text
 * that they may not read when it arrives.
 */
export const messengerEvents = [
  defineEvent({
    kind: 'messenger.posted',
    summary: 'Messages were written in a channel. Those that were committed together are told of together.',
    audience: members,
    answers: 'nothing',
    facts: inChannel,
    stale: groups,
    retentionDays: 7,
  }),
  defineEvent({
    kind: 'messenger.changed',
    summary: 'A message of a channel was edited or deleted, or a citizen reacted to it.',
    audience: members,
    answers: 'nothing',
    facts: inChannel,
    stale: groups,
    retentionDays: 7,
  }),
  defineEvent({
    kind: 'messenger.counted',
    summary: 'The admin chat has so many messages now, as the dashboard of the government counts them.',
    audience: 'officials',
    answers: 'nothing',
    facts: z.strictObject({ messages: number }),
    stale: ['government.overview'],
    retentionDays: 1,
  }),
  defineEvent({
    kind: 'messenger.posted-directly',
    summary: 'Messages were written in a direct conversation. Both hear of it.',
    audience: 'listed',
    answers: 'nothing',
    facts: inConversation,
    stale: [...direct, 'participation.day'],
    retentionDays: 7,
    copiedAs: 'messages',
  }),
  defineEvent({
    kind: 'messenger.changed-directly',
    summary:
      'A message of a direct conversation was edited or deleted or got a reaction, or the conversation was accepted.',
    audience: 'listed',
    answers: 'nothing',
    facts: inConversation,
    stale: direct,
    retentionDays: 7,
    copiedAs: 'messages',
  }),
  defineEvent({
    kind: 'messenger.read',
    summary: 'A citizen has read up to a message: their other devices show the same.',
    audience: 'citizen',
    answers: 'nothing',
    facts: z.strictObject({ conversation: z.string().max(36), number: z.number().int().min(0) }),
    stale: ['messenger.get-groups', 'messenger.get-conversations', 'participation.day'],
    retentionDays: 1,
  }),
  defineEvent({
    kind: 'messenger.set',
    summary: 'A citizen has set how a conversation or a citizen reaches them: their other devices show the same.',
    audience: 'citizen',
    answers: 'nothing',
    facts: z.strictObject({}),
    stale: [
      'messenger.get-groups',
      'messenger.get-conversations',
      'messenger.get-messages',
      'messenger.get-blocks',
      'participation.day',
    ],
    retentionDays: 1,
  }),
  defineEvent({
    kind: 'messenger.mute-changed',
    summary: 'Whether a citizen may write has changed.',
    audience: 'citizen',
    answers: 'nothing',
    facts: z.strictObject({}),
    stale: ['messenger.get-groups'],
    retentionDays: 1,
  }),
  defineEvent({
    kind: 'messenger.muted',
    summary: 'A moderator or administrator has muted a citizen for a time.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({ until: z.number().int(), reason: z.string() }),
    personal: ['reason'],
    stale: ['admin.audit'],
  }),
  defineEvent({
    kind: 'messenger.unmuted',
    summary: 'A moderator or administrator has ended a mute before its time.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({}),
    stale: ['admin.audit'],
  }),
  defineEvent({
    kind: 'messenger.moderated',
    summary: 'A moderator has muted or unmuted a citizen, deleted a message or closed a report: the lists differ.',
    audience: 'moderators',
    answers: 'nothing',
    facts: z.strictObject({}),
    stale: ['messenger.get-reports', 'messenger.get-mutes', 'participation.day'],
    retentionDays: 1,
  }),
  defineEvent({
    kind: 'messenger.reported',
    summary: 'A message was reported. Who reported it is in the report alone.',
    audience: 'moderators',
    answers: 'nothing',
    facts: z.strictObject({}),
    stale: ['messenger.get-reports', 'participation.day'],
    retentionDays: 7,
  }),
  defineEvent({
    kind: 'messenger.report-resolved',
    summary: 'A report was closed. Its subject is the citizen whose message was reported.',
    audience: 'admins',
    answers: 'nothing',
    facts: z.strictObject({ reportId: publicId(), resolution: z.string() }),
    personal: ['resolution'],
    stale: ['admin.audit'],
  }),
] as const

import { audienceOfChannel, type Channel } from '@nation/domain/messenger'
import type { Context } from '../platform'

/** The fields of a conversation that decide who receives its events. `readers`: both public ids of a direct one. */
interface Heard {
  readonly uid: string
  readonly channel: Channel | null
  readonly readers: readonly string[]
}

const kinds = {
  posted: { inChannel: 'messenger.posted', directly: 'messenger.posted-directly' },
  changed: { inChannel: 'messenger.changed', directly: 'messenger.changed-directly' },
} as const

/** Writes the event for the readers of a conversation: messages came or changed. */
export function writeMessageEvent(
  ctx: Pick<Context, 'journal'>,
  what: 'posted' | 'changed',
  { channel, uid, readers }: Heard,
  reach: { readonly from: number; readonly to: number },
): void {
  if (channel !== null) {
    const visibility = audienceOfChannel[channel]
    ctx.journal.add({ kind: kinds[what].inChannel, subject: channel, facts: { channel, ...reach }, visibility })
    return
  }
  const audience = Object.fromEntries(readers.map((reader) => [reader, {}] as const))
  ctx.journal.add({
    kind: kinds[what].directly,
    subject: uid,
    facts: { conversationId: uid, ...reach },
    audience,
  })
}

/** Writes the event after which moderators read their lists again. */
export const writeModerationEvent = ({ journal }: Pick<Context, 'journal'>): void =>
  journal.add({ kind: 'messenger.moderated', facts: {} })

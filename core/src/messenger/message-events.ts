import { audienceOfChannel, type Channel } from '@nation/domain/messenger'
import type { Context } from '../platform'

/** A conversation, as far as it decides who hears of it. `readers`: of a direct one, both public ids. */
interface Heard {
  readonly uid: string
  readonly channel: Channel | null
  readonly readers: readonly string[]
}

const kinds = {
  posted: { inChannel: 'messenger.posted', directly: 'messenger.posted-directly' },
  changed: { inChannel: 'messenger.changed', directly: 'messenger.changed-directly' },
} as const

/** Tells those who may read a conversation that messages came or changed. */
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

/** Those who moderate read their lists anew. */
export const writeModerationEvent = ({ journal }: Pick<Context, 'journal'>): void =>
  journal.add({ kind: 'messenger.moderated', facts: {} })

import { isVisibility } from '@nation/core/journal'
import { typingReach } from '@nation/core/messenger'
import { read, subscribed, type CitizenContext } from '@nation/core/platform'
import { queuePrefix } from '@nation/core/work'
import { usernameOf } from '@nation/domain/citizens'
import type { CallInput } from '@nation/domain/contract'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { raw, type EventHub } from '../frame'

/** The largest number of typing events of one conversation that streams get in a second. */
const mostEachSecond = 3

const channelOf = (databaseUrl: string): string => `${queuePrefix(databaseUrl)}:typing`

const typingNews = z.strictObject({
  to: z.string().refine(isVisibility).or(z.array(z.string())),
  conversation: z.string(),
  userId: z.string(),
  username: z.string(),
  typing: z.boolean(),
})

/** `messenger.typing`: goes through Redis to all processes, and is not stored. Without Redis nothing is sent. */
export const typing = raw<'messenger.typing'>(
  async ({ deps, caller, input }) => {
    const to = await read(deps.runtime, caller, (ctx) => typingReach(ctx as CitizenContext, input))
    if (caller && to.length > 0) {
      const news = JSON.stringify(newsOf(caller, input, to))
      await deps.redis.publish(channelOf(deps.config.databaseUrl), news).catch(() => undefined)
    }
    return { success: true }
  },
  { needsCaller: true },
)

const newsOf = (
  { uid, username }: { readonly uid: string; readonly username: string | null },
  { conversationId, typing: isTyping }: CallInput<'messenger.typing'>,
  to: z.output<typeof typingNews>['to'] | readonly string[],
) => ({ to, conversation: conversationId, userId: uid, username: usernameOf(username), typing: isTyping })

/** Tells this process's streams who is writing. */
export function followTyping(subscriber: Redis, hub: EventHub, databaseUrl: string): Promise<boolean> {
  const channel = channelOf(databaseUrl)
  const sentThisSecond = new Map<string, number>()
  let second = 0
  subscriber.on('message', (from, text) => {
    if (from !== channel) return
    const { success, data } = typingNews.safeParse(jsonIn(text))
    if (!success) return
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) sentThisSecond.clear()
    second = now
    const count = (sentThisSecond.get(data.conversation) ?? 0) + 1
    sentThisSecond.set(data.conversation, count)
    if (count > mostEachSecond) return
    const { to, ...facts } = data
    void hub.sendTransient(to, 'messenger.typing', facts, data.userId)
  })
  return subscribed(subscriber, channel)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import type { CallInput } from '@nation/domain/contract'
import type { EntityManager } from 'typeorm'
import type { Citizen } from '../citizens/citizen.entity'
import { runBatch, read, type CitizenContext, type Runtime } from '../platform'
import { as, signedIn } from '../testing'
import { directPosts, getConversations, getGroups, getMessages, postToGroup, startConversation } from '.'
import { deleteMessages } from './erase'

type GroupPost = Partial<CallInput<'messenger.send-group-message'>>
type DirectPost = Partial<CallInput<'messenger.send-message'>>

/** What citizens do in the messenger of a nation under test. */
export function talkIn(nation: { readonly runtime: Runtime }) {
  const change = <T>(who: Citizen, service: (ctx: CitizenContext) => Promise<T>) => as(nation.runtime, who, service)
  const reading = <T>(who: Citizen, service: (ctx: CitizenContext) => Promise<T>) =>
    read(nation.runtime, signedIn(who), (ctx) => service(ctx as CitizenContext))
  const page = (who: Citizen, conversationId: string) =>
    reading(who, (ctx) => getMessages(ctx, { conversationId, before: undefined, after: undefined, limit: 50 }))
  return {
    change,
    reading,
    page,
    /** Writes in a group: the citizens', unless another is named. */
    say: (who: Citizen, message: string, post: GroupPost = {}) =>
      change(who, async (ctx) => {
        const input = { groupId: 'citizens' as const, message, ...post }
        const [outcome] = await postToGroup(ctx, [{ caller: signedIn(who), input }])
        return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
      }),
    sayTo: (who: Citizen, conversationId: string, message: string, post: DirectPost = {}) =>
      change(who, async (ctx) => {
        const input = { conversationId, message, ...post }
        const [outcome] = await runBatch(ctx, directPosts, [{ caller: signedIn(who), input }])
        return outcome?.answer ?? Promise.reject(outcome?.refused ?? new Error('no outcome'))
      }),
    start: async (who: Citizen, other: Citizen) =>
      (await change(who, (ctx) => startConversation(ctx, { recipientId: other.uid }))).conversationId,
    conversations: async (who: Citizen) =>
      (await reading(who, (ctx) => getConversations(ctx, { cursor: undefined, limit: 50 }))).conversations,
    groups: async (who: Citizen) => (await reading(who, getGroups)).groups,
    texts: async (who: Citizen, conversationId: string) =>
      (await page(who, conversationId)).messages.map(({ message }) => message),
  }
}

/** All batches of the erasure of a citizen’s messages, in one transaction. */
export async function eraseMessages(tx: EntityManager, who: Citizen, now: Date): Promise<void> {
  for (let after: string | null | undefined; after !== null;) after = await deleteMessages(tx, who.id, now, after)
}

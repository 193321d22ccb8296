import type { MessengerGroup } from '@nation/domain/permissions'
import type { CallAnswer } from '@nation/domain/contract'

export type Group = CallAnswer<'messenger.get-groups'>['groups'][number]
export type Conversation = CallAnswer<'messenger.get-conversations'>['conversations'][number]
export type Page = CallAnswer<'messenger.get-group-messages'>
export type Message = Page['messages'][number]
export type FoundMessage = CallAnswer<'messenger.search-messages'>['results'][number]
export type FoundUser = CallAnswer<'messenger.search-users'>['users'][number]

/** Where one talks: the name of a group, or the public id of a direct conversation. */
export type RoomId = MessengerGroup | (string & {})

/** The message that another one answers, as the composer and the outbox store it. */
export interface Quoted {
  readonly number: number
  readonly senderName: string
  readonly excerpt: string
}

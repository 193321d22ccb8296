import type { EntityManager } from 'typeorm'
import { messagesIn } from '../messenger'

/** How many messages there are in the chat of the government. */
export const countChatMessages = (tx: EntityManager): Promise<number> => messagesIn(tx, 'government')

import type { EntityManager } from 'typeorm'
import { messagesIn } from '../messenger'

/** How many messages there are in the admin chat: it is what the dashboard's Communication shows (ruling: admin chat). */
export const countChatMessages = (tx: EntityManager): Promise<number> => messagesIn(tx, 'admin-chat')

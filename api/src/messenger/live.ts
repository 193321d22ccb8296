import { liveMessages, tellsOfMessages } from '@nation/core/messenger'
import type { DataSource } from 'typeorm'
import type { Contents } from '../frame'

/** Attaches messages to the events that tell of them: in the journal and in memory are their numbers alone (decision 76). */
export const messageContents = (database: DataSource): Contents => ({
  has: tellsOfMessages,
  read: (entries) => liveMessages(database, entries),
})

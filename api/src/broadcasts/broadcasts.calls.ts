import {
  activeBroadcasts,
  allBroadcasts,
  createBroadcast,
  deleteBroadcast,
  sentBroadcast,
} from '@nation/core/broadcasts'
import { citizenChange, citizenRead, type Bindings, type ReplayOf, publicRead } from '../frame'

/** The message as it was sent, also after it was taken down. */
const sentAgain: ReplayOf<'broadcast.create'> = {
  refer: ({ broadcast }) => broadcast.id,
  again: (ctx, messageId) => sentBroadcast(ctx, { messageId }),
}

export const broadcastBindings: Bindings = {
  'broadcast.get-active': publicRead('broadcast.get-active', { shared: activeBroadcasts }),
  'broadcast.get-messages': citizenRead<'broadcast.get-messages'>(allBroadcasts),
  'broadcast.create': citizenChange<'broadcast.create'>(createBroadcast, sentAgain),
  'broadcast.delete': citizenChange<'broadcast.delete'>(deleteBroadcast),
}

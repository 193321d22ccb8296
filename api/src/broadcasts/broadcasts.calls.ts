import { activeBroadcasts, allBroadcasts, createBroadcast, deleteBroadcast } from '@nation/core/broadcasts'
import { citizenChange, citizenRead, sharedRead, type Bindings } from '../frame/bind'

export const broadcastBindings: Bindings = {
  'broadcast.get-active': sharedRead<'broadcast.get-active'>(activeBroadcasts),
  'broadcast.get-messages': citizenRead<'broadcast.get-messages'>(allBroadcasts),
  'broadcast.create': citizenChange<'broadcast.create'>(createBroadcast),
  'broadcast.delete': citizenChange<'broadcast.delete'>(deleteBroadcast),
}

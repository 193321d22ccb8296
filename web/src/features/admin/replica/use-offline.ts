import { useReplica, type ReplicaView } from './use-replica'

const offline = ({ replica, state }: ReplicaView): boolean =>
  replica !== null && (state?.contact === 'offline' || state?.contact === 'refused')

/** Whether this is the console and the server does not answer, or another server answers. */
export const useOffline = (): boolean => useReplica(offline)

/** The same at this moment. */
export const isOffline = (): boolean => offline(useReplica.getState())

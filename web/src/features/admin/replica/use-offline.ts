import { useReplica } from './use-replica'

/** Whether this is the console, and the server does not answer it, or not as the nation does. */
export const useOffline = (): boolean =>
  useReplica(({ replica, state }) => replica !== null && (state?.contact === 'offline' || state?.contact === 'refused'))

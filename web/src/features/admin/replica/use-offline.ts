import { useKept } from './kept'

/** Whether this is the console, and the server does not answer it. */
export const useOffline = (): boolean =>
  useKept(({ replica, state }) => replica !== null && state?.contact === 'offline')

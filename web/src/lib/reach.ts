import { create } from 'zustand'

/** Whether the nation answered the last time that it was asked. */
export const useReach = create<{ readonly reached: boolean }>(() => ({ reached: true }))

/** Notes that the nation answered, or did not. */
export function noteReach(reached: boolean): void {
  if (useReach.getState().reached !== reached) useReach.setState({ reached })
}

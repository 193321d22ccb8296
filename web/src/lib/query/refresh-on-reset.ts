import { clearAllReads } from './query'

/** After an outage every browser may have to read anew; each does so at a random moment within this time. */
const SPREAD = 5_000

/** What else is missed at that instant is read with it, in milliseconds. */
const GATHER = 800

/** Reads once again whatever was read when the nation says that events were missed. */
export function refreshOnReset(subscribe: (listener: () => void) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  subscribe(() => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        void clearAllReads({ paced: true })
      },
      GATHER + Math.random() * SPREAD,
    )
  })
}

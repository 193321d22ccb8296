import type { NationBridge } from '../../ipc/contract'

type Waiting = Parameters<NationBridge['showWaiting']>[0]

const nothing: Waiting = { failedJobs: 0, conflicts: 0, mentions: 0 }

const words: Readonly<Record<keyof Waiting, { readonly title: string; readonly body: string }>> = {
  failedJobs: { title: 'A job failed', body: 'It waits for a decision in the tab Jobs.' },
  conflicts: { title: 'A change needs your decision', body: 'Somebody else changed the same, or it was refused.' },
  mentions: { title: 'You were mentioned', body: 'A message of the administrators’ chat names you.' },
}

/** Tells the system what waits: in the tray, and in a notification for whatever is more than before. Texts of others are in neither. */
export function tellWhatWaits(bridge: Pick<NationBridge, 'notify' | 'showWaiting'>): (waits: Waiting) => void {
  let before = nothing
  return (waits) => {
    for (const what of Object.keys(words) as (keyof Waiting)[])
      if (waits[what] > before[what]) void bridge.notify(words[what])
    before = waits
    void bridge.showWaiting(waits)
  }
}

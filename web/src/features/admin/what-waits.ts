import { mentionedHandles } from '@nation/domain/messenger'
import type { ReplicaRow } from '@nation/domain/replica'
import { panelCall, usePanel } from './panel-session'
import { lookedAt } from './replica/looked-at'
import { useReplica, type ReplicaView } from './replica/use-replica'

/** The counts of what waits for the console's administrator. */
export interface Waits {
  /** Failures of jobs that an administrator must decide about; null where that is not known, such as before the panel's password. */
  readonly failedJobs: number | null
  /** Changes that lost a race, were refused, or have an unknown outcome. */
  readonly conflicts: number
  /** Messages of the administrators' chat that name them, and that they have not looked at; null before the copy is there. */
  readonly mentions: number | null
  /** Changes that are stored on this machine and were not sent, also other administrators'; null where that is not known. */
  readonly unsent: number | null
}

/** How often the counts are made anew, and failed jobs are asked for, in milliseconds. */
const countEveryMs = 1_000
const askEveryMs = 60_000

/**
 * Calls back whenever what waits has changed, for as long as a copy or the panel is open. Failed jobs are known while the panel's password
 * is. Answers how to stop.
 * @param profile under whose name it is stored which message of the chat was looked at last
 * @param askJobs asks the server for its jobs
 */
export function watchWaits(profile: string, listener: (waits: Waits) => void, askJobs = jobsOfPanel): () => void {
  let reported: Waits = { failedJobs: null, conflicts: 0, mentions: null, unsent: null }
  let failedJobs: number | null = null
  const looked = lookedAt(profile)
  let counting: ReturnType<typeof setTimeout> | undefined

  const count = () => {
    counting = undefined
    const view = useReplica.getState()
    if (isLookingAtChat()) looked.now(view)
    const conflicts = view.entries.filter(({ state }) => state.is !== 'waiting').length
    const now: Waits = {
      failedJobs,
      conflicts,
      mentions: mentionsSince(looked.number(view), view),
      unsent: unsentOf(view),
    }
    const isSame = (Object.keys(now) as (keyof Waits)[]).every((what) => now[what] === reported[what])
    reported = now
    if (!isSame) listener(now)
  }
  const soon = () => (counting ??= setTimeout(count, countEveryMs))
  const ask = async () => {
    if (usePanel.getState().token === null) failedJobs = null
    else {
      const answer = await askJobs().catch(() => null)
      if (answer) failedJobs = answer.jobs.reduce((all, { stuck }) => all + stuck, 0)
    }
    soon()
  }

  const asking = setInterval(() => void ask(), askEveryMs)
  const stops = [
    useReplica.subscribe(soon),
    usePanel.subscribe((now, before) => {
      if (now.token !== before.token) void ask()
    }),
    // Another window looked at the chat.
    () => removeEventListener('storage', soon),
  ]
  addEventListener('storage', soon)
  void ask()
  return () => {
    clearInterval(asking)
    clearTimeout(counting)
    for (const stop of stops) stop()
  }
}

/** What is in memory alone ends with its window, and leaves what is stored as it is. */
function unsentOf({ replica, state, entries }: ReplicaView): number | null {
  if (!replica || !state || state.notice === 'wrongKey') return null
  return state.notice === 'noKey' ? 0 : entries.length + state.otherEntries
}

const jobsOfPanel = (): Promise<{ readonly jobs: readonly { readonly stuck: number }[] }> => panelCall('admin.jobs', {})

const isLookingAtChat = (): boolean => document.hasFocus() && new URLSearchParams(location.search).get('tab') === 'chat'

function mentionsSince(since: number | null, { replica }: Pick<ReplicaView, 'replica'>): number | null {
  const handle = replica?.get('members', replica.me)?.twitterUsername.toLowerCase()
  if (!replica || handle === undefined || since === null) return null
  const names = ({ id, sender, deletedAt, text }: ReplicaRow<'chat'>) =>
    Number(id) > since && sender !== replica.me && deletedAt === null && mentionedHandles(text).includes(handle)
  return [...replica.rows('chat')].filter(names).length
}

import { read } from '@nation/core/platform'
import {
  backgroundWork,
  giveUpJob,
  listJobFailures,
  listJobs,
  pauseJob,
  retryJob,
  retryJobs,
  runJob,
} from '@nation/core/work'
import type { CallOutput } from '@nation/domain/contract'
import { citizenRead, panelChange, raw, type Bindings, type Request } from '../frame'

/** How long Redis may take to count its queue, in milliseconds. */
const queueTimeoutMs = 1_000

/** `admin.jobs`: what the database knows, and the queue as far as Redis answers. */
async function jobs({ deps, caller }: Request): Promise<CallOutput<'admin.jobs'>> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), queueTimeoutMs).unref())
  const queue = Promise.race([deps.queueCounts().catch(() => null), late])
  return { ...(await read(deps.runtime, caller, listJobs)), queue: await queue }
}

export const workBindings: Bindings = {
  'admin.background-work': citizenRead<'admin.background-work'>(backgroundWork),
  'admin.jobs': raw<'admin.jobs'>(jobs, { needsCaller: true }),
  'admin.job-failures': citizenRead<'admin.job-failures'>(listJobFailures),
  'admin.retry-job': panelChange<'admin.retry-job'>(retryJob),
  'admin.retry-jobs': panelChange<'admin.retry-jobs'>(retryJobs),
  'admin.give-up-job': panelChange<'admin.give-up-job'>(giveUpJob),
  'admin.pause-job': panelChange<'admin.pause-job'>(pauseJob),
  'admin.run-job': panelChange<'admin.run-job'>(runJob),
}

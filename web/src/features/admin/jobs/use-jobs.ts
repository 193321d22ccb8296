import { jobRules } from '@nation/domain/work'
import { sentenceOf } from '../../../lib/api/api-error'
import { confirm, toast } from '../../../ui'
import { usePanelChange } from '../panel-session'
import { jobWords, type Failure, type Job } from './job-words'

const changed = ['admin.jobs', 'admin.job-failures', 'admin.background-work'] as const
const onError = (error: Error) => toast.error(sentenceOf(error))

/** What an administrator does with a job as a whole; asks before it stops anything. */
export function useJob({ name }: Pick<Job, 'name'>) {
  const pausing = usePanelChange('admin.pause-job', changed)
  const running = usePanelChange('admin.run-job', changed)
  const retrying = usePanelChange('admin.retry-jobs', changed)
  const { title } = jobRules[name]

  const pause = async () => {
    const message = `${jobWords[name].paused ?? ''} Runs that have started are finished first. All administrators see that you paused it.`
    if (!(await confirm({ title: `Pause “${title}”?`, message, confirm: 'Pause', danger: true }))) return
    pausing.mutate({ job: name, paused: true }, { onSuccess: () => toast.success(`${title}: paused.`), onError })
  }
  const resume = () =>
    pausing.mutate({ job: name, paused: false }, { onSuccess: () => toast.success(`${title}: resumed.`), onError })
  const run = () =>
    running.mutate({ job: name }, { onSuccess: () => toast.success(`${title}: a run is requested.`), onError })
  const retryAll = () =>
    retrying.mutate(
      { job: name },
      {
        onSuccess: ({ retried, more }) =>
          toast.success(
            more
              ? `${retried} are being retried. There may be more: press again.`
              : `${retried} ${retried === 1 ? 'is' : 'are'} being retried.`,
          ),
        onError,
      },
    )
  return { pause, resume, run, retryAll, busy: pausing.isPending || running.isPending || retrying.isPending }
}

/** Opens BullMQ's own board in a tab of its own: the panel's token is in this tab's memory alone. */
export function useQueueBoard() {
  const opening = usePanelChange('admin.open-ops-pages', [])
  const open = () => {
    // Now, while the click counts: a tab that is opened after an answer is taken for a pop-up.
    const tab = window.open('')
    opening.mutate(
      {},
      {
        onSuccess: ({ address }) => {
          if (!tab) return toast.error('Your browser did not open the tab. Allow pop-ups for this page and try again.')
          tab.opener = null
          tab.location.href = address
        },
        onError: (error) => {
          tab?.close()
          onError(error)
        },
      },
    )
  }
  return { open, busy: opening.isPending }
}

/** What an administrator does with one failure. */
export function useFailure({ name }: Pick<Job, 'name'>, { entry }: Pick<Failure, 'entry'>) {
  const retrying = usePanelChange('admin.retry-job', changed)
  const giving = usePanelChange('admin.give-up-job', changed)
  const { title } = jobRules[name]
  const retry = () =>
    retrying.mutate({ job: name, entry }, { onSuccess: () => toast.success('It is being retried.'), onError })
  const giveUp = async () => {
    const message = `${title}, entry ${entry}: it is never retried. This cannot be undone.`
    if (!(await confirm({ title: 'Give this up?', message, confirm: 'Give up', danger: true }))) return
    giving.mutate({ job: name, entry }, { onSuccess: () => toast.success('It is given up.'), onError })
  }
  return { retry, giveUp, busy: retrying.isPending || giving.isPending }
}

import { expect, it } from 'vitest'
import { tellWhatWaits } from './tell-what-waits'

it('The tray has all counts, and a notification comes for each that grew', () => {
  const notices: string[] = []
  const trays: object[] = []
  const tell = tellWhatWaits({
    notify: ({ title }) => Promise.resolve((notices.push(title), null)),
    showWaiting: (waits) => Promise.resolve((trays.push(waits), null)),
  })
  tell({ failedJobs: 1, conflicts: 0, mentions: 0 })
  tell({ failedJobs: 1, conflicts: 2, mentions: 1 })
  tell({ failedJobs: 0, conflicts: 1, mentions: 1 })
  expect(notices).toEqual(['A job failed', 'A change needs your decision', 'You were mentioned'])
  expect(trays.at(-1)).toEqual({ failedJobs: 0, conflicts: 1, mentions: 1 })
})

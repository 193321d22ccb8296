import { jobNames, jobRules } from '@nation/domain/work'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import type { FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'
import { reasonInWords } from './reason-words'
import { LoadingJobs } from './LoadingJobs'
import { jobWords, mayHaveFailures, nextInWords, paceInWords, waitingInWords, type Job } from './job-words'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

async function openTab(change: Partial<FakeNation['answers']> = {}) {
  const nation = fakeNation({ now: NOW, as: 'admin' })
  Object.assign(nation.answers, change)
  const opened = renderAt('/admin?tab=jobs', nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  return opened
}

/** Lets `nextReading` go on to the next time that the tab asks, however long that is. */
const holdTimers = () =>
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
/** The tab asks again by itself every 5 s. */
const nextReading = () => act(() => vi.advanceTimersByTimeAsync(5_000))

const row = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('li')!
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

describe('The jobs', () => {
  it('are shown with what they did, when they run next, and what waits for a person', async () => {
    await openTab()
    expect((await row('The election calendar')).textContent).toMatch(/Next in .* done in 24 hours.*OK/)
    expect((await row('Copies of portraits')).textContent).toMatch(/1 waits, the oldest for 5 hours.*2 failed/)
    expect((await row('Refreshes from X')).textContent).toContain('7 runs in a row failed')
    expect(screen.getByLabelText('The jobs at a glance').textContent).toContain('Failed2')
  })

  it('are a line each while they load, and their figures have their names', () => {
    const { container } = render(<LoadingJobs />)
    const lines = [...container.querySelectorAll('[class*="list"]')].map(({ childElementCount }) => childElementCount)
    const ofKind = (kind: string) => jobNames.filter((name) => jobRules[name].kind === kind).length
    expect(lines).toEqual([ofKind('timed'), ofKind('reaction')])
    for (const name of ['Failed', 'Waiting', 'Paused', 'In the queue']) expect(container.textContent).toContain(name)
    expect(screen.getByRole('status').textContent).toContain('Loading the jobs')
  })

  it('that fail come first, and keep their place when they are repaired', async () => {
    await openTab()
    const first = within(await screen.findByRole('list', { name: 'To look at first' }))
    const titles = () => first.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
    expect(titles()).toEqual(['Refreshes from X', 'Copies of portraits'])
    const scheduled = within(screen.getByRole('list', { name: 'On a schedule' }))
    expect(scheduled.queryByRole('heading', { name: 'Refreshes from X' })).toBeNull()
    await press('Failures: Copies of portraits')
    for (const entry of ['41,207', '41,180', '41,260']) {
      await press(`Retry entry ${entry}`)
      await waitFor(() => expect(screen.queryByRole('button', { name: `Retry entry ${entry}` })).toBeNull())
    }
    await waitFor(async () => expect((await row('Copies of portraits')).textContent).toContain('OK'))
    expect(titles()).toEqual(['Refreshes from X', 'Copies of portraits'])
  })

  it('that began to fail since the last visit come first on the next', async () => {
    holdTimers()
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const given = nation.answers['admin.jobs']!
    let stuck = 0
    await openTab({
      'admin.jobs': (input) => {
        const answered = given(input)
        if (!('jobs' in answered)) return answered
        const jobs = answered.jobs.map((job) => ({
          ...job,
          error: null,
          stuck: job.name === 'citizens.erase' ? stuck : 0,
        }))
        return { ...answered, jobs }
      },
    })
    await screen.findByText('No failures')
    fireEvent.click(screen.getByRole('link', { name: 'Audit' }))
    await waitFor(() => expect(screen.queryByText('No failures')).toBeNull())
    stuck = 1
    fireEvent.click(screen.getByRole('link', { name: 'Jobs' }))
    const first = within(await screen.findByRole('list', { name: 'To look at first' }))
    expect(first.getByRole('heading', { name: 'Erasure of accounts' })).toBeTruthy()
    stuck = 0
    await nextReading()
    expect(await screen.findByRole('list', { name: 'Failed when you opened this' })).toBeTruthy()
  })

  it('that are only tried again are counted as that', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const given = nation.answers['admin.jobs']!
    await openTab({
      'admin.jobs': (input) => {
        const answered = given(input)
        return 'jobs' in answered ? { ...answered, jobs: answered.jobs.map((job) => ({ ...job, stuck: 0 })) } : answered
      },
    })
    const glance = await screen.findByLabelText('The jobs at a glance')
    expect(glance.textContent).toMatch(/Failed0.*being retried/)
  })

  it('that failed make their tile red and are led to, also where their row was folded', async () => {
    await openTab()
    const tile = (await screen.findByText('To be retried or given up:', { exact: false })).closest('div')!
    expect(tile.dataset.alarming).toBe('true')
    const link = within(tile).getByRole('link', { name: 'Copies of portraits' })
    expect(link.getAttribute('href')).toBe('#job-citizens.keep-portrait')
    const portraits = await row('Copies of portraits')
    const details = within(portraits).getByRole('button', { name: 'Details: Copies of portraits' })
    for (const _ of ['first', 'again']) {
      fireEvent.click(details)
      expect(details.getAttribute('aria-expanded')).toBe('false')
      fireEvent.click(link)
      await waitFor(() => expect(details.getAttribute('aria-expanded')).toBe('true'))
      expect(document.activeElement).toBe(portraits)
    }
    // Another window comes before this one: the row has the focus still.
    fireEvent.blur(portraits)
    expect(portraits.hasAttribute('tabindex')).toBe(true)
    details.focus()
    expect(portraits.hasAttribute('tabindex')).toBe(false)
  })

  it('that begin to fail unfold, and while none did the tile asks for nothing', async () => {
    holdTimers()
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const given = nation.answers['admin.jobs']!
    let stuck = 0
    await openTab({
      'admin.jobs': (input) => {
        const answered = given(input)
        if (!('jobs' in answered)) return answered
        const jobs = answered.jobs.map((job) => ({
          ...job,
          error: null,
          stuck: job.name === 'citizens.erase' ? stuck : 0,
        }))
        return { ...answered, jobs }
      },
    })
    const tile = (await screen.findByText('No failures')).closest('div')!
    expect(tile.dataset.alarming).toBeUndefined()
    expect(screen.queryByRole('list', { name: 'To look at first' })).toBeNull()
    const details = screen.getByRole('button', { name: 'Details: Erasure of accounts' })
    expect(details.getAttribute('aria-expanded')).toBe('false')
    stuck = 1
    await nextReading()
    await waitFor(() => expect(details.getAttribute('aria-expanded')).toBe('true'))
    expect(within(tile).getByRole('link', { name: 'Erasure of accounts' })).toBeTruthy()
  })

  it('say why something failed and how often; one is retried, one is given up after a question', async () => {
    const { sent } = await openTab()
    await press('Failures: Copies of portraits')
    const list = await screen.findByRole('list', { name: 'Failures of copies of portraits' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    expect(list.textContent).toContain('X does not answer (503).')
    expect(list.textContent).toContain('20 tries; it is not retried automatically.')
    expect(list.textContent).toContain('4 tries; it is retried automatically.')
    await press('Retry entry 41,207')
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2))
    await press('Give up entry 41,180')
    await answer('Cancel')
    expect(sent.some(({ url }) => url.includes('give-up-job'))).toBe(false)
    await press('Give up entry 41,180')
    await answer('Give up')
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  })

  it('that are paused stay folded, and say what failed of them', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const given = nation.answers['admin.jobs']!
    await openTab({
      'admin.jobs': (input) => {
        const answered = given(input)
        if (!('jobs' in answered)) return answered
        const paused = { pausedAt: NOW, pausedBy: 'Alma Administrator', error: null }
        const jobs = answered.jobs.map((job) => ({
          ...job,
          ...(job.name === 'bank.pay-due' && { ...paused, stuck: 0 }),
          ...(job.name === 'citizens.keep-portrait' && { ...paused, stuck: 1 }),
        }))
        return { ...answered, jobs }
      },
    })
    await row('Salaries')
    const unfolded = (title: string) =>
      screen.getByRole('button', { name: `Details: ${title}` }).getAttribute('aria-expanded')
    expect(unfolded('Salaries')).toBe('false')
    expect(unfolded('Copies of portraits')).toBe('true')
    expect((await row('Copies of portraits')).textContent).toContain('Paused, 1 failed')
  })

  it('that failed are all retried at once', async () => {
    await openTab()
    await press('Retry all: Copies of portraits')
    expect(await screen.findByText('2 are being retried.')).toBeTruthy()
    await waitFor(async () => expect((await row('Copies of portraits')).textContent).toContain('Failing'))
  })

  it('that must be done offer no giving up', async () => {
    const failures = [{ entry: 7, happenedAt: NOW, what: 'citizens.left', attempts: 20, stuck: true, error: 'no' }]
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const answer = nation.answers['admin.jobs']!
    await openTab({
      'admin.jobs': (input) => {
        const given = answer(input)
        if (!('jobs' in given)) return given
        return { ...given, jobs: given.jobs.map((job) => (job.name === 'citizens.erase' ? { ...job, stuck: 1 } : job)) }
      },
      'admin.job-failures': () => ({ success: true, failures, nextCursor: null }),
    })
    await press('Failures: Erasure of accounts')
    expect(await screen.findByRole('button', { name: 'Retry entry 7' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Give up entry 7' })).toBeNull()
  })

  it('offer failures only where there are any, and draw hours only where they make a pattern', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const answer = nation.answers['admin.jobs']!
    await openTab({
      'admin.jobs': (input) => {
        const given = answer(input)
        if (!('jobs' in given)) return given
        const jobs = given.jobs.map((job) =>
          job.name === 'bank.pay-due' ? { ...job, hours: job.hours.slice(0, 1) } : job,
        )
        return { ...given, jobs }
      },
    })
    await row('Salaries')
    expect(
      screen.getAllByRole('button', { name: /^Failures: / }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Failures: Copies of portraits'])
    expect(screen.queryByRole('img', { name: /^Salaries in the last 24 hours/ })).toBeNull()
    expect(screen.getByRole('img', { name: /^Refreshes from X in the last 24 hours/ })).toBeTruthy()
  })

  it('keep the way to their failures while it is open, and the focus when the last of them goes', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const answer = nation.answers['admin.jobs']!
    let isDone = false
    const failures = [{ entry: 7, happenedAt: NOW, what: 'citizens.left', attempts: 2, stuck: false, error: 'no' }]
    await openTab({
      'admin.jobs': (input) => {
        const given = answer(input)
        if (!('jobs' in given)) return given
        const jobs = given.jobs.map((job) =>
          job.name === 'citizens.erase' ? { ...job, error: null, waiting: isDone ? 0 : 1 } : job,
        )
        return { ...given, jobs }
      },
      'admin.job-failures': () => ({ success: true, failures: isDone ? [] : failures, nextCursor: null }),
      'admin.retry-job': ({ job, entry }) => {
        isDone = true
        return { success: true, job, entry }
      },
    })
    await press('Failures: Erasure of accounts')
    const retry = await screen.findByRole('button', { name: 'Retry entry 7' })
    retry.focus()
    fireEvent.click(retry)
    const none = await screen.findByText('No failures.')
    await waitFor(() => expect(document.activeElement).toBe(none))
    await waitFor(async () => expect((await row('Erasure of accounts')).textContent).toContain('No work waits.'))
    const button = screen.getByRole('button', { name: 'Failures: Erasure of accounts' })
    button.focus()
    fireEvent.click(button)
    expect(screen.queryByText('No failures.')).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  it('say in a sentence why they failed, and keep what the software said below it', async () => {
    const raw = 'connect ECONNREFUSED 127.0.0.1:8545'
    const failures = [{ entry: 7, happenedAt: NOW, what: 'citizens.arrived', attempts: 2, stuck: false, error: raw }]
    await openTab({ 'admin.job-failures': () => ({ success: true, failures, nextCursor: null }) })
    await press('Failures: Copies of portraits')
    expect(await screen.findByText('A service that it needs did not answer.')).toBeTruthy()
    expect(screen.getByText(raw).closest('details')?.open).toBe(false)
  })

  it('are paused after a question that says what stands still, and go on', async () => {
    const { sent } = await openTab()
    await press('Pause: Salaries')
    expect((await screen.findByRole('dialog')).textContent).toMatch(
      /No salary is recorded automatically\..*Runs that have started are finished first\./,
    )
    await answer('Cancel')
    expect(sent.some(({ url }) => url.includes('pause-job'))).toBe(false)
    await press('Pause: Salaries')
    await answer('Pause')
    await waitFor(async () => expect((await row('Salaries')).textContent).toContain('Paused by Alma Administrator'))
    expect(screen.queryByRole('button', { name: 'Run now: Salaries' })).toBeNull()
    await press('Resume: Salaries')
    await waitFor(async () => expect((await row('Salaries')).textContent).toContain('OK'))
  })

  it('that must go on offer no pause, and those that do nothing by hand no run', async () => {
    await openTab()
    await row('Salaries')
    // Asked for once: each role and name is dear among so many rows.
    const labels = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
    const offered = (label: string) => labels.filter((one) => one === label)
    for (const name of jobNames) {
      const { title, mayBePaused, runsByHand } = jobRules[name]
      const resumed = name === 'media.remove-orphans'
      expect(offered(`${resumed ? 'Resume' : 'Pause'}: ${title}`)).toHaveLength(mayBePaused ? 1 : 0)
      expect(offered(`Run now: ${title}`)).toHaveLength(runsByHand && !resumed ? 1 : 0)
      expect([name, jobWords[name].paused !== null]).toEqual([name, mayBePaused])
    }
    expect((await row('The nightly check of the books')).textContent).toContain('‘Check now’ in the Bank tab')
  })

  it('have BullMQ’s board in a tab of its own, which is closed again where the nation refuses', async () => {
    const tab = { opener: window as unknown, location: { href: '' }, close: vi.fn() }
    const opens = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    await openTab()
    await press('Queue board')
    await waitFor(() => expect(tab.location.href).toBe('/ops/queues'))
    expect(tab.opener).toBeNull()
    cleanup()
    usePanel.setState({ token: null, adminId: null, ended: false })
    await openTab({ 'admin.open-ops-pages': () => refuse(503, 'busy', 'Please try again in a moment.') })
    await press('Queue board')
    await waitFor(() => expect(tab.close).toHaveBeenCalledOnce())
    opens.mockRestore()
  })

  it('say that another administrator was faster', async () => {
    const words = 'This does not wait any more.'
    await openTab({ 'admin.retry-job': () => refuse(409, 'job_not_failed', words) })
    await press('Failures: Copies of portraits')
    await press('Retry entry 41,207')
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('say when no worker runs and Redis is away', async () => {
    await openTab({
      'admin.jobs': () => ({ success: true, jobs: [], queue: null, workersAreThere: false, now: NOW }),
    })
    expect(await screen.findByText('No worker is running.')).toBeTruthy()
    expect(screen.getByText('Redis does not answer')).toBeTruthy()
  })

  it('that cannot be read say so, and that they go on', async () => {
    await openTab({ 'admin.jobs': () => refuse(400, 'invalid_input', 'x') })
    expect(await screen.findByText('The jobs could not be read')).toBeTruthy()
  })
})

describe('The reason of a failure', () => {
  it('is a sentence: ours as it is, the meaning of a name that is known, or that it broke off', () => {
    expect(reasonInWords('X does not answer (503).')).toBe('X does not answer (503).')
    expect(reasonInWords('getaddrinfo ENOTFOUND api.x.example')).toBe(
      'A service that it needs was not found on the network.',
    )
    expect(reasonInWords('Lock wait timeout exceeded; try restarting transaction')).toBe(
      'Other work held the same rows of the database.',
    )
    expect(reasonInWords('The copy failed: ENOSPC, write.')).toBe('The disk is full.')
    expect(reasonInWords("Cannot read properties of undefined (reading 'id')")).toBe('It broke off with an error.')
  })
})

describe('The words of a job', () => {
  const job = (facts: Partial<Job>) =>
    ({
      pausedAt: null,
      askedAt: null,
      nextAt: null,
      waiting: 0,
      oldestWaitingAt: null,
      hours: [],
      tookMs: null,
      ...facts,
    }) as Job

  it('say that it may have failures where any failed, or waits and may have failed before', () => {
    const none = { stuck: 0, waiting: 0, error: null }
    expect(mayHaveFailures(none)).toBe(false)
    expect(mayHaveFailures({ ...none, waiting: 1 })).toBe(true)
    expect(mayHaveFailures({ ...none, stuck: 1 })).toBe(true)
    expect(mayHaveFailures({ ...none, error: 'X does not answer (503).' })).toBe(true)
  })

  it('say when it runs next', () => {
    expect(nextInWords(job({}), NOW)).toBe('No run is due.')
    expect(nextInWords(job({ nextAt: NOW }), NOW)).toBe('Due now.')
    expect(nextInWords(job({ nextAt: NOW + 7_200_000 }), NOW)).toBe(
      'Next in 2 hours 0 minutes (Wed 18 Nov, 17:20 UTC).',
    )
    expect(nextInWords(job({ nextAt: NOW, pausedAt: NOW }), NOW)).toBe('Does not run while it is paused.')
  })

  it('say what waits and what was done', () => {
    expect(waitingInWords(job({ waiting: 1, oldestWaitingAt: NOW - 60_000 }), NOW)).toBe(
      '1 waits, the oldest for 1 minute.',
    )
    expect(waitingInWords(job({ waiting: 1_000, countsAreMinimums: true }), NOW)).toBe('1,000 or more wait.')
    expect(paceInWords(job({ hours: [{ at: NOW, done: 48, failed: 3 }], tookMs: 12 }))).toBe(
      '48 done in 24 hours, about 2 an hour; 3 failed tries. The last took 12 ms.',
    )
  })
})

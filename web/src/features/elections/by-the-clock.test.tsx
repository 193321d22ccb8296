import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLive } from '../../lib/live/live'
import { fakePassword } from '../../testing/fake-admin'
import { fakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { usePanel } from '../admin/panel-session'

/** A Wednesday, 23.456 seconds past a minute. */
const NOW = Date.UTC(2026, 10, 18, 15, 20, 23, 456)

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW })
  useLive.setState({ live: true })
})
afterEach(() => {
  vi.useRealTimers()
  useLive.setState({ live: false })
})

describe('without the stream', () => {
  const calls = (sent: readonly { url: string }[], path: string) =>
    sent.filter(({ url }) => url.startsWith(path)).length

  it.each([
    ['the calendar', '/elections?view=upcoming', 'Nothing else is planned', '/api/elections/list'],
    ['one’s choices', '/elections/ballot/done', 'Your choices', '/api/elections/current'],
    ['one’s choices', '/elections/ballot/done', 'Your choices', '/api/votes/status'],
    ['standing for office', '/elections/create-profile', 'Run for Office', '/api/elections/current'],
  ])('%s is read again: %s, %s, %s', async (_, path, text, call) => {
    useLive.setState({ live: false })
    const { sent } = renderAt(path, fakeNation({ now: NOW, as: 'citizen' }), NOW)
    await screen.findAllByText(text)
    await later(1_000)
    const before = calls(sent, call)
    expect(before).toBeGreaterThan(0)
    await later(30_000)
    expect(calls(sent, call)).toBeGreaterThan(before)
  })

  it('who is seated next is read again in the panel', async () => {
    useLive.setState({ live: false })
    usePanel.setState({ token: null, adminId: null, ended: false })
    const { sent } = renderAt('/admin?tab=elections', fakeNation({ now: NOW, as: 'admin' }), NOW)
    fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
    fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
    fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
    await screen.findByRole('table', { name: /^Who holds each office/ })
    await later(1_000)
    const read = () =>
      ['/api/members/', '/api/elections/current', '/api/elections/results'].map((one) => calls(sent, one))
    const before = read()
    await later(30_000)
    read().forEach((count, i) => expect(count).toBeGreaterThan(before[i]!))
  })
})

describe('at the instant at which offices open, and not at the next minute,', () => {
  function opensSoon() {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const current = nation.answers['elections.current']!
    const phaseTwoAt = NOW + 10_000
    nation.answers['elections.current'] = (input) => {
      const answer = current(input)
      if (!('election' in answer) || !answer.election) return answer
      const positions = answer.election.positions.map((one) =>
        one.phase === 'phase_one' ? { ...one, closesAt: phaseTwoAt } : { ...one, opensAt: phaseTwoAt },
      )
      return { ...answer, election: { ...answer.election, phaseTwoAt, positions } }
    }
    return nation
  }

  it('the ballot takes votes', async () => {
    renderAt('/elections/ballot/minister_finance', opensSoon(), NOW)
    await screen.findByText(/^Voting for this office is not open now|^Voting (for this office )?opens/)
    // Answers that come late tell the first instant again.
    await later(15_000)
    expect(screen.getByText(/^Office 1 of 6, open until/)).toBeTruthy()
  })
})

it('A vote that opens when an account is old enough opens on a page that is open', async () => {
  const nation = fakeNation({ now: NOW, as: 'citizen' })
  const status = nation.answers['votes.status']!
  const until = NOW + 120_000
  const reasons = [{ code: 'account_too_young', message: 'Your X account is too young.', until }]
  nation.answers['votes.status'] = (input) => ({ ...status(input), eligibleToVote: false, reasons })
  renderAt('/elections?position=secretary', nation, NOW)
  expect((await screen.findAllByText('Your X account is too young.')).length).toBeGreaterThan(0)
  nation.answers['votes.status'] = status
  await later(110_000)
  expect(screen.getAllByText('Your X account is too young.').length).toBeGreaterThan(0)
  await later(12_000)
  expect(screen.queryByText('Your X account is too young.')).toBeNull()
})

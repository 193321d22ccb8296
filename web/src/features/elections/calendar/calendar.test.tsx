import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const open = (as: 'admin' | 'citizen', nation = fakeNation({ now: NOW, as })) =>
  renderAt('/elections?view=upcoming', nation, NOW)
const plan = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Plan an election' }))
  return within(screen.getByRole('form', { name: 'Plan an election' }))
}

describe('planning elections', () => {
  it('is offered to administrators and not to citizens', async () => {
    const { unmount } = open('citizen')
    await screen.findByText('Nothing else is planned')
    expect(screen.queryByRole('button', { name: 'Plan an election' })).toBeNull()
    unmount()
    open('admin')
    expect(await screen.findByRole('button', { name: 'Plan an election' })).toBeTruthy()
  })

  it('begins with the next week, is sent in UTC, and is listed', async () => {
    const { sent } = open('admin')
    const form = await plan()
    expect(form.getByLabelText<HTMLInputElement>(/^Opens/).value).toBe('2026-11-23T00:00')
    fireEvent.click(form.getByRole('button', { name: 'Plan Election' }))
    expect(await screen.findByText('Week 48, 2026')).toBeTruthy()
    const made = sent.find(({ url }) => url === '/api/elections/create')
    expect(JSON.parse(made!.body!)).toEqual({
      startsAt: Date.UTC(2026, 10, 23),
      phaseTwoAt: Date.UTC(2026, 10, 26, 12),
      endsAt: Date.UTC(2026, 10, 30),
    })
    expect(screen.getByText('Upcoming', { selector: 'span' })).toBeTruthy()
  })

  it('says what would be refused and why, and sends nothing', async () => {
    const { sent } = open('admin')
    const form = await plan()
    fireEvent.change(form.getByLabelText(/^Opens/), { target: { value: '2026-11-22T00:00' } })
    expect(form.getByText('Overlaps the election from Mon 16 Nov, 00:00 UTC to Mon 23 Nov, 00:00 UTC.')).toBeTruthy()
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Plan Election' }).disabled).toBe(true)
    fireEvent.submit(screen.getByRole('form', { name: 'Plan an election' }))
    expect(sent.some(({ url }) => url === '/api/elections/create')).toBe(false)
  })

  it('says what the nation says against it', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['elections.create'] = () =>
      refuse(409, 'election_overlaps', 'Another election is already planned for these dates.')
    open('admin', nation)
    fireEvent.click((await plan()).getByRole('button', { name: 'Plan Election' }))
    expect(await screen.findByText('Another election is already planned for these dates.')).toBeTruthy()
    expect(screen.getByRole('form', { name: 'Plan an election' })).toBeTruthy()
  })
})

describe('the history', () => {
  it('tells of every government and every election', async () => {
    renderAt('/elections?view=past', fakeNation({ now: NOW }), NOW)
    const last = within(await screen.findByRole('article', { name: 'Government 12' }))
    expect(last.getByText('In office')).toBeTruthy()
    expect(last.getByText(/^Appointed 16 Nov 2026/)).toBeTruthy()
    const before = within(screen.getByRole('article', { name: 'Government 11' }))
    expect(before.getByText('Vacant')).toBeTruthy()
    expect(before.getByRole('link', { name: 'Results' }).getAttribute('href')).toMatch(/^\/elections\/results\//)
    const elections = within(await screen.findByRole('list', { name: 'Past elections' }))
    expect(elections.getAllByRole('link')).toHaveLength(3)
  })

  it('says what is to come where nothing was', async () => {
    renderAt('/elections?view=past', fakeNation({ now: NOW, empty: true }), NOW)
    expect(await screen.findByText('No government yet')).toBeTruthy()
    expect(await screen.findByText('No election is over yet')).toBeTruthy()
  })

  it('offers to try again where it cannot be had', async () => {
    const nation = fakeNation({ now: NOW })
    nation.answers['elections.governments'] = () => refuse(429, 'rate_limited', 'Rate limit exceeded.')
    renderAt('/elections?view=past', nation, NOW)
    expect(await screen.findByText('Governments could not be loaded')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy())
  })
})

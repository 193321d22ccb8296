import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../../../lib/query/query'
import { fakeNation, idOf, refuse } from '../../../testing/fake-nation'
import type { FakeNation } from '../../../testing/fake-nation'
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

  it('lists none where nothing is planned, and says when the next election opens, as the nation answers it', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const current = nation.answers['elections.current']!
    const opens = (nextOpening: number | undefined) => {
      nation.answers['elections.current'] = (input) => ({ ...current(input), nextOpening })
    }
    opens(Date.UTC(2026, 10, 23, 0, 30))
    const note = async () => (await screen.findByText('Nothing else is planned')).parentElement
    const { unmount } = open('citizen', nation)
    await screen.findByText('Mon 23 Nov, 00:30 UTC')
    expect((await note())?.textContent).toContain('opens automatically on Mon 23 Nov, 00:30 UTC.')
    unmount()
    queryClient.clear()
    // An answer of an earlier version does not say.
    opens(undefined)
    open('citizen', nation)
    expect((await note())?.textContent).toMatch(/The next election opens automatically\.$/)
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

  it.each(['Cancel', 'Plan Election'])('takes the focus to its first date, and gives it back: %s', async (way) => {
    open('admin')
    const form = await plan()
    expect(document.activeElement).toBe(form.getByLabelText(/^Opens/))
    fireEvent.click(form.getByRole('button', { name: way }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Plan an election' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Plan an election' }))
  })

  it('says what would be refused and why, and sends nothing', async () => {
    const { sent } = open('admin')
    const form = await plan()
    fireEvent.change(form.getByLabelText(/^Opens/), { target: { value: '2026-11-22T00:00' } })
    expect(form.getByText('Overlaps the election from Mon 16 Nov, 00:00 UTC to Mon 23 Nov, 00:00 UTC.')).toBeTruthy()
    fireEvent.submit(screen.getByRole('form', { name: 'Plan an election' }))
    expect(document.activeElement).toBe(form.getByLabelText(/^Opens/))
    fireEvent.change(form.getByLabelText(/^Opens/), { target: { value: '2026-11-25T00:00' } })
    expect(form.queryByText(/^Overlaps/)).toBeNull()
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

describe('elections in the calendar', () => {
  it('are upcoming until they run, bear one badge, and say what is awaited', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const list = nation.answers['elections.list']!
    nation.answers['elections.list'] = (input) => {
      const answer = list(input)
      if (!('elections' in answer)) return answer
      return { ...answer, elections: answer.elections.map((one) => ({ ...one, createdBy: idOf(3, 7) })) }
    }
    nation.answers['elections.create']!({ startsAt: Date.UTC(2026, 10, 23), endsAt: Date.UTC(2026, 10, 30) })
    open('admin', nation)
    const [running, planned] = (await screen.findAllByText(/^Week \d+, 2026$/)).map((title) =>
      within(title.closest('li')!),
    )
    expect(running!.getByText('Voting closes in').parentElement?.textContent).toMatch(/^Voting closes in\d+ (day|hour)/)
    expect(running!.getByText('Active')).toBeTruthy()
    expect(running!.queryByText('Upcoming')).toBeNull()
    expect(planned!.getByText('Voting opens in')).toBeTruthy()
    expect(planned!.getByText('Upcoming')).toBeTruthy()
    expect(planned!.queryByText('Planned')).toBeNull()
  })
})

describe('cancelling an election', () => {
  const plannedBy = (createdBy: string | null, nation: FakeNation) => {
    const list = nation.answers['elections.list']!
    nation.answers['elections.list'] = (input) => {
      const answer = list(input)
      if (!('elections' in answer) || input.status !== 'upcoming') return answer
      return { ...answer, elections: answer.elections.map((one) => ({ ...one, createdBy })) }
    }
    const week = { startsAt: Date.UTC(2026, 10, 23), endsAt: Date.UTC(2026, 10, 30) }
    nation.answers['elections.create']!(week)
    return nation
  }
  const signedInTo = (nation: FakeNation) => {
    const answer = nation.answers['auth.refresh']!({})
    if (!('user' in answer)) throw new Error('no citizen is signed in')
    return answer
  }
  const uidOf = (nation: FakeNation) => signedInTo(nation).user.uid
  const aPresident = () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const answer = signedInTo(nation)
    const user = { ...answer.user, governmentRole: 'president' as const }
    nation.answers['auth.refresh'] = () => ({ ...answer, user })
    return nation
  }
  const offered = () => screen.queryByRole('button', { name: 'Cancel the election of Week 48, 2026' })
  const form = () => within(screen.getByRole('form', { name: 'Cancel the election of Week 48, 2026' }))
  const answer = async (name: string) =>
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

  it('is offered to administrators, and to the president who planned it', async () => {
    for (const [planner, nation, may] of [
      [idOf(3, 40), fakeNation({ now: NOW, as: 'admin' }), true],
      ['themselves', aPresident(), true],
      [idOf(3, 40), aPresident(), false],
      ['themselves', fakeNation({ now: NOW, as: 'citizen' }), false],
    ] as const) {
      const { unmount } = open('citizen', plannedBy(planner === 'themselves' ? uidOf(nation) : planner, nation))
      await screen.findByText('Week 48, 2026')
      expect(offered() !== null).toBe(may)
      unmount()
    }
  })

  it('gives the focus back to where it began when it is kept', async () => {
    open('admin', plannedBy(null, fakeNation({ now: NOW, as: 'admin' })))
    await screen.findByText('Week 48, 2026')
    fireEvent.click(offered()!)
    const keep = form().getByRole('button', { name: 'Keep it' })
    keep.focus()
    fireEvent.click(keep)
    await waitFor(() => expect(document.activeElement).toBe(offered()))
  })

  it('asks for a reason, then once more, and takes it out of the list', async () => {
    const { sent } = open('admin', plannedBy(null, fakeNation({ now: NOW, as: 'admin' })))
    await screen.findByText('Week 48, 2026')
    fireEvent.click(offered()!)
    fireEvent.click(form().getByRole('button', { name: 'Cancel Election' }))
    expect(await screen.findByText('Please give a reason.')).toBeTruthy()
    fireEvent.change(form().getByLabelText(/^Why is it cancelled/), { target: { value: 'The dates were mistaken.' } })
    fireEvent.click(form().getByRole('button', { name: 'Cancel Election' }))
    await answer('Keep it')
    expect(sent.some(({ url }) => url === '/api/elections/cancel')).toBe(false)
    fireEvent.click(form().getByRole('button', { name: 'Cancel Election' }))
    await answer('Cancel Election')
    expect(await screen.findByText('The election is cancelled.')).toBeTruthy()
    expect(await screen.findByText('Nothing else is planned')).toBeTruthy()
    const asked = JSON.parse(sent.find(({ url }) => url === '/api/elections/cancel')!.body!) as { reason: string }
    expect(asked.reason).toBe('The dates were mistaken.')
  })

  it('says what the nation says against it, and keeps the reason', async () => {
    const nation = plannedBy(null, fakeNation({ now: NOW, as: 'admin' }))
    nation.answers['elections.cancel'] = () =>
      refuse(409, 'election_opened', 'This election has opened and can no longer be cancelled.')
    open('admin', nation)
    await screen.findByText('Week 48, 2026')
    fireEvent.click(offered()!)
    fireEvent.change(form().getByLabelText(/^Why is it cancelled/), { target: { value: 'Mistaken.' } })
    fireEvent.click(form().getByRole('button', { name: 'Cancel Election' }))
    await answer('Cancel Election')
    expect(await screen.findByText('This election has opened and can no longer be cancelled.')).toBeTruthy()
    expect(form().getByLabelText<HTMLInputElement>(/^Why is it cancelled/).value).toBe('Mistaken.')
  })
})

describe('the history', () => {
  it('tells of every government with its election, and of the elections that led to none', async () => {
    renderAt('/elections?view=past', fakeNation({ now: NOW }), NOW)
    const last = within(await screen.findByRole('article', { name: 'Government 12' }))
    expect(last.getByText('In office')).toBeTruthy()
    expect(last.getByText(/^Appointed 16 Nov 2026/)).toBeTruthy()
    const before = within(screen.getByRole('article', { name: 'Government 11' }))
    expect(before.getByText('Vacant')).toBeTruthy()
    expect(last.getByText(/^Since 16 Nov 2026, by the election of Week 46, 2026 · /)).toBeTruthy()
    expect(
      before.getByText(/^In office 9 Nov 2026 to 16 Nov 2026, by the election of Week 45, 2026 · /).textContent,
    ).toMatch(/ · \d+ of 1,\d+ citizens voted \(\d+\.\d%\)$/)
    expect(before.getByRole('link', { name: 'Results' }).getAttribute('href')).toMatch(/^\/elections\/results\//)
    expect(before.getByText(/ · 21 candidates · \d/)).toBeTruthy()
    expect(last.getAllByText(/^@\w+$/)).toHaveLength(9)
    expect(before.getAllByText(/^@\w+$/)).toHaveLength(8)
    expect(before.getByText('119.4 votes from 97 citizens')).toBeTruthy()
    // What a government came from is said at its head, and not once more below.
    expect(screen.queryByRole('list', { name: 'Past elections' })).toBeNull()
  })

  it('has the seats of governments that are over folded on a phone', async () => {
    renderAt('/elections?view=past', fakeNation({ now: NOW }), NOW)
    const fold = (number: number) => screen.getByRole('button', { name: `Officials of government ${number}` })
    const over = await screen.findByRole('article', { name: 'Government 11' })
    expect(fold(12).getAttribute('aria-expanded')).toBe('true')
    expect(fold(11).getAttribute('aria-expanded')).toBe('false')
    expect(over.dataset.open).toBeUndefined()
    fireEvent.click(fold(11))
    expect(over.dataset.open).toBe('true')
    // The way back from an official leads to the page as it was left.
    cleanup()
    renderAt('/elections?view=past', fakeNation({ now: NOW }), NOW)
    expect((await screen.findByRole('article', { name: 'Government 11' })).dataset.open).toBe('true')
    fireEvent.click(fold(11))
  })

  it('says that older elections could not be read, and reads them again', async () => {
    const nation = fakeNation({ now: NOW })
    const given = nation.answers['elections.list']!
    let isAway = true
    nation.answers['elections.list'] = (input) => {
      const answer = given(input)
      if (input.status !== 'past' || !('elections' in answer)) return answer
      if (input.cursor === undefined) return { ...answer, nextCursor: '1' }
      if (isAway) return refuse(503, 'busy', 'Please try again in a moment.')
      const one = answer.elections.at(-1)!
      const unknown = { ...one, id: '01890a5d-ac96-774b-8b00-00000000abcd', startsAt: one.startsAt - 1 }
      return { ...answer, elections: [unknown], nextCursor: null }
    }
    renderAt('/elections?view=past', nation, NOW)
    expect(await screen.findByText('Older elections could not be loaded.', undefined, { timeout: 15_000 })).toBeTruthy()
    isAway = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    const list = await screen.findByRole('list', { name: 'Past elections' })
    expect(within(list).getAllByRole('link')).toHaveLength(1)
    expect(screen.queryByText('Older elections could not be loaded.')).toBeNull()
  }, 20_000)

  it('reads elections on until it has one to list, and offers no more where there is none', async () => {
    const nation = fakeNation({ now: NOW })
    const given = nation.answers['elections.list']!
    nation.answers['elections.list'] = (input) => {
      const answer = given(input)
      if (input.status !== 'past' || !('elections' in answer)) return answer
      const place = Number(input.cursor ?? 0)
      const one = answer.elections[Math.min(place, 2)]!
      // Three that led to governments, a page for each, and one that led to none.
      const elections = [
        place < 3 ? one : { ...one, id: '01890a5d-ac96-774b-8b00-00000000abcd', startsAt: one.startsAt - 1 },
      ]
      return { ...answer, elections, nextCursor: place < 3 ? String(place + 1) : null }
    }
    renderAt('/elections?view=past', nation, NOW)
    const list = await screen.findByRole('list', { name: 'Past elections' })
    expect(within(list).getAllByRole('link')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('says what is to come where nothing was', async () => {
    renderAt('/elections?view=past', fakeNation({ now: NOW, empty: true }), NOW)
    expect(await screen.findByText('No government yet')).toBeTruthy()
  })

  it('offers to try again where it cannot be had', async () => {
    const nation = fakeNation({ now: NOW })
    nation.answers['elections.governments'] = () => refuse(429, 'rate_limited', 'Rate limit exceeded.')
    renderAt('/elections?view=past', nation, NOW)
    expect(await screen.findByText('Governments could not be loaded')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy())
    // Elections that were read are listed without their governments.
    expect(within(await screen.findByRole('list', { name: 'Past elections' })).getAllByRole('link')).toHaveLength(3)
  })

  it('says it once where nothing of it can be had, and reads all of it again', async () => {
    const nation = fakeNation({ now: NOW })
    const { 'elections.governments': governments, 'elections.list': list } = nation.answers
    const refused = () => refuse(429, 'rate_limited', 'Rate limit exceeded.')
    Object.assign(nation.answers, { 'elections.governments': refused, 'elections.list': refused })
    renderAt('/elections?view=past', nation, NOW)
    expect(await screen.findByText('Past governments and elections could not be loaded')).toBeTruthy()
    Object.assign(nation.answers, { 'elections.governments': governments, 'elections.list': list })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('list', { name: 'Governments' })).toBeTruthy()
  })
})

import type { CallAnswer } from '@nation/domain/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fakeNation, idOf, refuse } from '../../../testing/fake-nation'
import { holdCall } from '../../../testing/hold-call'
import { renderAt } from '../../../testing/render-at'

/** A Wednesday: the first three positions are voted on. */
const NOW = Date.UTC(2026, 10, 18, 15, 20)

const cards = async () => within(await screen.findByRole('list', { name: 'Candidates' })).getAllByRole('article')
const button = (card: HTMLElement) => within(card).getByRole<HTMLButtonElement>('button', { name: /Vot|Switch|Chang/ })
const asCitizen = (path = '/elections?position=secretary') =>
  renderAt(path, fakeNation({ now: NOW, as: 'citizen' }), NOW)

describe('one vote request at a time', () => {
  it('says Voting..., Switching... and Changing..., and takes no second vote meanwhile', async () => {
    const { sent } = asCitizen()
    const [first, second] = (await cards()) as [HTMLElement, HTMLElement]
    await waitFor(() => expect(button(first).textContent).toBe('Vote'))

    const casts = () => sent.filter(({ url }) => url === '/api/votes/cast').length
    for (const [card, says, before] of [
      [first, 'Voting...', 0],
      [second, 'Switching...', 1],
      [second, 'Changing...', 2],
    ] as const) {
      const release = holdCall('/api/votes/cast')
      fireEvent.click(button(card))
      await waitFor(() => expect(button(card).textContent).toContain(says))
      const other = card === first ? second : first
      expect(button(other).disabled).toBe(true)
      fireEvent.click(button(card))
      fireEvent.click(button(other))
      release()
      await waitFor(() => expect(button(card).textContent).toContain('Voted'))
      await waitFor(() => expect(button(other).disabled).toBe(false))
      expect(button(other).textContent).toBe('Switch Vote')
      expect(casts()).toBe(before + 1)
    }
  })

  it('leaves a vote where it was when switching fails', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    nation.answers['votes.cast'] = () => refuse(409, 'candidate_withdrawn', 'This candidate has withdrawn.')
    renderAt('/elections?position=president', nation, NOW)
    const [first, voted] = (await cards()) as [HTMLElement, HTMLElement]
    await waitFor(() => expect(button(voted).textContent).toContain('Voted'))
    fireEvent.click(button(first))
    expect(await screen.findByText('This candidate has withdrawn.')).toBeTruthy()
    expect(button(voted).textContent).toContain('Voted')
    expect(button(first).textContent).toBe('Switch Vote')
  })
})

describe('an election that cannot be read', () => {
  it('is said to be unknown in the head, too, where nothing loads any more', async () => {
    const nation = fakeNation({ now: NOW })
    nation.answers['elections.current'] = () => refuse(400, 'invalid_input', 'The nation is busy.')
    renderAt('/elections', nation, NOW)
    expect(await screen.findByText('The election could not be loaded')).toBeTruthy()
    expect(screen.getByText('Which offices are open is not known.')).toBeTruthy()
  })
})

describe('one’s own ballot', () => {
  it('shows which seats have one’s vote, which are open and which not yet, and leads to their candidates', async () => {
    asCitizen('/elections')
    const seats = within(await screen.findByRole('list', { name: 'Your votes by seat' }))
    expect(seats.getAllByRole('button').map((seat) => seat.textContent)).toEqual([
      '✕PresidentVoted',
      '2Prime MinisterOpen',
      '3SecretaryOpen',
      '4FinanceNot yet',
      '5CreativityNot yet',
      '6Raid CorpsNot yet',
      '7DevelopmentNot yet',
      '8MarketingNot yet',
      '9CitizensNot yet',
    ])
    fireEvent.click(seats.getByRole('button', { name: /Secretary/ }))
    await waitFor(async () => expect(await cards()).toHaveLength(5))
  })

  it('counts the votes for offices that are open, as the bar does, and says so in its figures', async () => {
    const friday = Date.UTC(2026, 10, 20, 15)
    renderAt('/elections', fakeNation({ now: friday, as: 'citizen' }), friday)
    const ballot = within(await screen.findByRole('region', { name: 'Your ballot' }))
    expect(ballot.getByRole('button', { name: /President.*Voted/ })).toBeTruthy()
    expect(ballot.getByText(/ 0 of 6 given\.$/)).toBeTruthy()
    expect(screen.getByText(/^Your vote weighs .*× · 0 of 6 given$/)).toBeTruthy()
    expect(screen.getByText('6 offices are open')).toBeTruthy()
  })

  it('is no business of visitors', async () => {
    renderAt('/elections', fakeNation({ now: NOW }), NOW)
    await cards()
    expect(screen.queryByRole('heading', { name: 'Your ballot' })).toBeNull()
  })
})

/** The title of an office's badge, without its numeral. */
const textOf = (badge: Element): string => badge.lastChild?.textContent ?? ''

describe('the offices that are open', () => {
  it('head the list with the office and its candidates, and lead on to the next one without a vote', async () => {
    asCitizen('/elections')
    const progress = within(await screen.findByRole('group', { name: 'Your votes so far' }))
    expect(progress.getByText('1 of 3, next: Prime Minister')).toBeTruthy()
    fireEvent.click(progress.getByRole('link', { name: 'Go to Prime Minister' }))
    expect(await screen.findByRole('heading', { level: 1, name: /^Prime Minister, \d+ candidates?$/ })).toBeTruthy()
  })

  it('stand apart from those that open later, and say which have a vote', async () => {
    asCitizen('/elections')
    const offices = within(await screen.findByRole('group', { name: 'Position' }))
    expect(offices.getByText('Open now')).toBeTruthy()
    expect(offices.getByText('Open later')).toBeTruthy()
    expect(offices.queryByText('Closed offices')).toBeNull()
    expect(await offices.findByRole('button', { name: /^President \d+ ?voted$/ })).toBeTruthy()
    expect(offices.getByRole('button', { name: /^Secretary \d+$/ })).toBeTruthy()
  })

  it('fold away those that are closed; while one of them is looked at they stand first', async () => {
    const friday = Date.UTC(2026, 10, 20, 15)
    const folded = async () => (await screen.findByText('Closed offices')).closest('details')!
    const { router } = renderAt('/elections', fakeNation({ now: friday }), friday)
    expect((await folded()).open).toBe(false)
    expect(within(await folded()).getAllByRole('button', { hidden: true })).toHaveLength(3)
    const pressed = within(await folded()).getByRole('button', { name: /^Secretary/, hidden: true })
    pressed.focus()
    fireEvent.click(pressed)
    await waitFor(() => expect(router.state.location.search).toBe('?position=secretary'))
    const chips = within(screen.getByRole('group', { name: 'Position' }))
      .getAllByText(/^Closed$/)
      .concat(within(screen.getByRole('group', { name: 'Position' })).getAllByRole('button'))
      .toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
      .map(({ textContent }) => textContent.replace(/[\d ✓]/g, ''))
    expect(chips.slice(0, 6)).toEqual(['Closed', 'President', 'PrimeMinister', 'Secretary', 'Allopen', 'Finance'])
    expect(screen.getByText(/^Other offices$/).nextElementSibling?.textContent).toMatch(/^All open/)
    const closed = within(screen.getByRole('group', { name: 'Closed' })).getAllByRole('button')
    expect(closed.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('President'),
      expect.stringContaining('Prime Minister'),
      expect.stringContaining('Secretary'),
    ])
    expect(
      within(screen.getByRole('group', { name: 'Other offices' })).queryByRole('button', { name: /^Secretary/ }),
    ).toBeNull()
    expect(screen.queryByText('Closed offices')).toBeNull()
    // The button that was pressed is gone: the focus is on the one that is chosen.
    expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true')
    const all = screen.getByRole('button', { name: /^All open/ })
    all.focus()
    fireEvent.click(all)
    await folded()
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Open now/))
  })

  it('come first: candidates of closed offices are shown where all positions are asked for, or one of them', async () => {
    const friday = Date.UTC(2026, 10, 20, 15)
    const offices = async () => {
      const list = await screen.findByRole('list', { name: 'Candidates' })
      return new Set(
        within(list)
          .getAllByText(/^(President|Prime Minister|Secretary of State|Minister of .*)$/)
          .map(textOf),
      )
    }
    const { router } = renderAt('/elections', fakeNation({ now: friday }), friday)
    expect((await screen.findByRole('button', { name: /^Open now/ })).getAttribute('aria-pressed')).toBe('true')
    expect([...(await offices())].filter((office) => !office.startsWith('Minister of '))).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: /^All positions/ }))
    await waitFor(async () => expect(await offices()).toContain('President'))
    expect(router.state.location.search).toBe('?position=all')
  })

  it('are named in the head with their closing and one’s own votes, and then the bar has the filled button', async () => {
    asCitizen('/elections')
    const says = await screen.findByText(/^President, Prime Minister and Secretary open until/)
    await waitFor(() =>
      expect(says.textContent).toBe(
        'President, Prime Minister and Secretary open until Thu 19 Nov, 12:00 UTC, 1 of 3 voted',
      ),
    )
    const variantOf = (name: string) => screen.getByRole('link', { name }).dataset.variant ?? 'filled'
    expect(variantOf('Run for Office')).toBe('default')
    expect(variantOf('Go to Prime Minister')).toBe('filled')
  })

  it('are six ministries in the second phase', async () => {
    const friday = Date.UTC(2026, 10, 20, 15)
    renderAt('/elections', fakeNation({ now: friday }), friday)
    const says = await screen.findByText(/^Six ministries open until/)
    expect(says.textContent).toBe('Six ministries open until Mon 23 Nov, 00:00 UTC')
  })

  it('are none between a seating and the next opening, which is named: nothing is being counted', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const current = nation.answers['elections.current']!
    nation.answers['elections.current'] = (input) => {
      const answer = current(input)
      if (!('election' in answer) || !answer.election) return answer
      const over = { opensAt: NOW - 2000, closesAt: NOW - 1000, votingOpen: false, candidaciesOpen: false }
      const positions = answer.election.positions.map((one) => ({ ...one, ...over }))
      const [phaseTwoAt, endsAt] = [Date.UTC(2026, 10, 18), Date.UTC(2026, 10, 22, 6)]
      const ended = { status: 'past', phase: 'completed', isActive: false, resultsReady: true } as const
      // What was to open at once was cancelled half an hour before: the next one waits for its roll.
      const nextOpening = Date.UTC(2026, 10, 22, 8, 30)
      return { ...answer, election: { ...answer.election, ...ended, phaseTwoAt, endsAt, positions }, nextOpening }
    }
    const sunday = Date.UTC(2026, 10, 22, 8)
    renderAt('/elections', nation, sunday)
    const says = await screen.findByText(/^The government is seated\. The next election opens/)
    expect(says.textContent).toContain('opens Sun 22 Nov, 08:30 UTC')
    expect(screen.getByRole('region', { name: 'Election phase' }).textContent).toContain(
      'The government is seatedThe next election opens Sun 22 Nov, 08:30 UTC',
    )
    expect(screen.getByText('Completed')).toBeTruthy()
    expect(screen.queryByText(/[Cc]ount(ed|ing)/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Run for Office' }).dataset.variant).toBe('default')
  })

  it('are none where no election is open, and the page says when the next one opens', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const nextOpening = Date.UTC(2026, 10, 18, 16, 10)
    nation.answers['elections.current'] = () => ({ success: true, election: null, nextOpening, now: NOW })
    renderAt('/elections', nation, NOW)
    const says = await screen.findByText(/^No election is open at the moment\. The next/)
    expect(says.textContent).toContain('The next one opens Wed 18 Nov, 16:10 UTC')
  })

  it('are all given once each has a vote, and then the bar leads to what was chosen', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const status = nation.answers['votes.status']!
    nation.answers['votes.status'] = (input) => {
      const answer = status(input)
      if (!('userVotes' in answer)) return answer
      const vote = answer.userVotes.president!
      return { ...answer, userVotes: { president: vote, prime_minister: vote, secretary: vote } }
    }
    renderAt('/elections', nation, NOW)
    const progress = within(await screen.findByRole('group', { name: 'Your votes so far' }))
    expect(progress.getByText('3 of 3, all given')).toBeTruthy()
    expect(progress.getByRole('link', { name: 'Your choices' }).getAttribute('href')).toBe('/elections/ballot/done')
  })

  it('count only where somebody stands: nobody can vote for an office without a candidate', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen', nobodyFor: ['prime_minister'] })
    const first = renderAt('/elections', nation, NOW)
    const progress = within(await screen.findByRole('group', { name: 'Your votes so far' }))
    expect(progress.getByText('1 of 2, next: Secretary')).toBeTruthy()
    const says = screen.getByText(/^President, Prime Minister and Secretary open until/)
    await waitFor(() => expect(says.textContent).toMatch(/, 1 of 2 voted$/))
    const seats = within(await screen.findByRole('list', { name: 'Your votes by seat' }))
    expect(seats.getByRole('button', { name: /Prime Minister/ }).textContent).toBe('2Prime MinisterNo candidate')
    expect(screen.getByText(/ 1 of 2 given\.$/)).toBeTruthy()
    first.unmount()
    nation.answers['candidates.create']!({ position: 'prime_minister', displayName: 'Ada' } as never)
    renderAt('/elections', nation, NOW)
    expect(await screen.findByText('1 of 3, next: Prime Minister')).toBeTruthy()
  })

  it('say to those who have not begun how many take votes', async () => {
    renderAt('/elections', fakeNation({ now: NOW, nobodyFor: ['president'] }), NOW)
    expect(await screen.findByText('2 offices take votes')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Vote office by office' }).getAttribute('href')).toBe(
      '/elections/ballot/prime_minister',
    )
  })

  it('leave the filled button to the way to stand where nobody stands for any', async () => {
    const nobodyFor = ['president', 'prime_minister', 'secretary'] as const
    renderAt('/elections', fakeNation({ now: NOW, as: 'citizen', nobodyFor }), NOW)
    const run = () => screen.getByRole('link', { name: 'Run for Office' })
    await screen.findByText(/^President, Prime Minister and Secretary open until/)
    expect(run().dataset.variant ?? 'filled').toBe('filled')
    expect(screen.queryByRole('group', { name: /^(The ballot|Your votes so far)$/ })).toBeNull()
  })

  it('show no progress to visitors', async () => {
    renderAt('/elections', fakeNation({ now: NOW }), NOW)
    await cards()
    expect(screen.queryByRole('group', { name: 'Your votes so far' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Vote office by office' }).getAttribute('href')).toBe(
      '/elections/ballot/president',
    )
  })
})

describe('why a vote weighs what it weighs', () => {
  const open = async (options: Partial<Parameters<typeof fakeNation>[0]> = {}) => {
    renderAt('/elections', fakeNation({ now: NOW, as: 'citizen', ...options }), NOW)
    fireEvent.click(await screen.findByRole('button', { name: 'Why this weight?' }))
    return within(await screen.findByRole('region', { name: 'Why this weight?' }))
  }

  it('names wallet, balance on the roll, slot, tier and multiplier, and what more would weigh', async () => {
    const slip = await open()
    const facts = slip.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(facts).toEqual([
      'Wallet: 7EcD…FLtV',
      'Balance on the roll: 1,250,000\u00A0$ON',
      'Slot: 287,654,321',
      'Read: Sun 15 Nov, 23:50 UTC',
      'Tier: Token Holder',
      'Multiplier: 1.2×',
    ])
    expect(slip.getByText(/^3,750,000 \$ON more at the next opening, and your vote weighs 1.5×/)).toBeTruthy()
    expect(slip.getAllByRole('listitem').find((tier) => tier.getAttribute('aria-current'))?.textContent).toContain(
      'Token Holder',
    )
    expect(slip.queryByText('Last known balance')).toBeNull()
  })

  it('marks a balance that is only the last known one', async () => {
    const slip = await open({ because: 'last_known' })
    expect(slip.getByText('Last known balance')).toBeTruthy()
    expect(slip.getByText(/did not report your balance in the hour before the opening/)).toBeTruthy()
  })

  it.each([
    ['linked_later', /linked after the roll was read/],
    ['wallet_used', /counts for another citizen/],
    ['no_wallet', /None of your wallets is on the roll/],
    ['roll_not_taken', /read in the hour before it opens/],
  ] as const)('says why where nothing is on the roll (%s)', async (because, says) => {
    expect((await open({ because })).getByText(says)).toBeTruthy()
  })

  it('shows no balance where the chain has not told of the wallet yet', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const read = nation.answers['votes.weight']!
    nation.answers['votes.weight'] = (input) => ({
      ...(read(input) as CallAnswer<'votes.weight'>),
      ...{ because: 'roll_not_taken' as const, frozen: false, readAt: null, balanceBaseUnits: '0', nextTier: null },
    })
    renderAt('/elections', nation, NOW)
    fireEvent.click(await screen.findByRole('button', { name: 'Why this weight?' }))
    const slip = within(await screen.findByRole('region', { name: 'Why this weight?' }))
    expect(slip.getByText('not known')).toBeTruthy()
    expect(slip.queryByText(/\$ON/)).toBeNull()
  })

  it('says why not, and what to do, to a citizen who may not vote', async () => {
    const slip = await open({ as: 'newborn' })
    expect(slip.getByText('You may not vote yet.')).toBeTruthy()
    expect(slip.getByText(/at least 6 months old to vote. Wait: your vote opens automatically/)).toBeTruthy()
  })

  it('offers to try again when the roll cannot be read', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const working = nation.answers['votes.weight']!
    nation.answers['votes.weight'] = () => refuse(429, 'rate_limited', 'Rate limit exceeded. Please try again later.')
    renderAt('/elections', nation, NOW)
    fireEvent.click(await screen.findByRole('button', { name: 'Why this weight?' }))
    const again = await screen.findByRole('button', { name: 'Try Again' })
    nation.answers['votes.weight'] = working
    fireEvent.click(again)
    expect(await screen.findByRole('region', { name: 'Why this weight?' })).toBeTruthy()
  })
})

describe('candidates of several offices', () => {
  it('stand under the title of each, with its number, one’s own mark and the way to its ballot', async () => {
    asCitizen('/elections')
    const list = within(await screen.findByRole('list', { name: 'Candidates' }))
    const titles = list.getAllByRole('heading', { level: 3 })
    expect(titles.map((title) => title.lastChild?.textContent)).toEqual([
      'President',
      'Prime Minister',
      'Secretary of State',
    ])
    await waitFor(() => expect(titles[0]!.parentElement!.textContent).toMatch(/3 candidatesVotedBallot$/))
    expect(titles[1]!.parentElement!.textContent).not.toContain('Voted')
    expect(list.getByRole('link', { name: 'Ballot: Prime Minister' }).getAttribute('href')).toBe(
      '/elections/ballot/prime_minister',
    )
    const president = within(list.getByRole('list', { name: 'President' }))
    expect(president.getAllByRole('heading', { level: 4 })).toHaveLength(3)
  })

  it('are one list where an office is chosen, or a candidate is searched for', async () => {
    asCitizen()
    await cards()
    expect(screen.queryByRole('list', { name: 'Secretary of State' })).toBeNull()
  })
})

describe('an office for which nobody stands', () => {
  const open = async (now: number) => {
    const nation = fakeNation({ now, nobodyFor: ['secretary'] })
    return renderAt('/elections?position=secretary', nation, now)
  }

  it('asks for a first candidate while candidacies are open', async () => {
    await open(NOW)
    expect(await screen.findByText('No candidates found for this position')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Be the first candidate!' })).toBeTruthy()
  })

  it('says that nobody stood once it is closed', async () => {
    await open(Date.UTC(2026, 10, 20, 15))
    expect(await screen.findByText('No candidates')).toBeTruthy()
    expect(screen.getByText('Voting for this office is closed. The seat will be vacant.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Be the first candidate!' })).toBeNull()
  })
})

describe('a candidate whose name is another citizen’s, too', () => {
  it('has the handle as large as the name, on the card, the ballot, side by side and on the page', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen', namesake: 0 })
    const large = () => document.querySelectorAll('main [data-large]')
    const { router } = renderAt('/elections?position=president', nation, NOW)
    await cards()
    expect(large()).toHaveLength(1)
    expect(large()[0]?.textContent).toMatch(/^@/)
    await act(() => router.navigate('/elections/ballot/president'))
    await screen.findByRole('heading', { level: 1, name: /^President, / })
    await waitFor(() => expect(large()).toHaveLength(1))
    await act(() => router.navigate(`/elections/ballot/president?compare=${idOf(2, 0)},${idOf(2, 1)}`))
    await screen.findByRole('table', { name: /side by side$/ })
    expect(large()).toHaveLength(1)
    await act(() => router.navigate(`/elections/candidate/${idOf(2, 0)}`))
    const name = await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(name.nextElementSibling?.textContent).toMatch(/^@/))
  })
})

describe('a long list on a phone', () => {
  const cardsNow = () => document.querySelectorAll('ul[aria-label="Candidates"] article')
  const folded = () => document.querySelector('ul[aria-label="Candidates"]')?.hasAttribute('data-folded')

  it('is folded until the rest is asked for, keeps that in the address, and goes on where it was folded', async () => {
    const { router } = renderAt('/elections?position=all', fakeNation({ now: NOW }), NOW)
    const more = await screen.findByRole('button', { name: /^Show \d+ more candidates$/ })
    expect(folded()).toBe(true)
    expect(more.textContent).toBe(`Show ${cardsNow().length - 18} more candidates`)
    fireEvent.click(more)
    await waitFor(() => expect(folded()).toBe(false))
    expect(screen.queryByRole('button', { name: /more candidates$/ })).toBeNull()
    expect(router.state.location.search).toBe('?position=all&list=whole')
    await waitFor(() => expect(document.activeElement).toBe(cardsNow()[2]?.querySelector('a')))
  })

  it('is not folded where it is short', async () => {
    asCitizen()
    expect((await cards()).length).toBeLessThanOrEqual(18)
    expect(folded()).toBe(false)
    expect(screen.queryByRole('button', { name: /more candidates$/ })).toBeNull()
  })
})

describe('a search that is typed', () => {
  it('is dropped by the menu’s “Elections”, which does not bring it back', async () => {
    const { router } = renderAt('/elections', fakeNation({ now: NOW }), NOW)
    const field = await screen.findByRole<HTMLInputElement>('searchbox')
    fireEvent.change(field, { target: { value: 'harbour' } })
    expect(await screen.findByText('Nothing matches “harbour”.', {}, { timeout: 30_000 })).toBeTruthy()
    expect(router.state.location.search).toBe('?search=harbour')
    await act(() => router.navigate('/elections'))
    // Whatever the field says is written into the address after a pause.
    await waitFor(() => expect(field.value).toBe(''))
    expect(router.state.location.search).toBe('')
  }, 60_000)
})

describe('a search that is not yet in the address', () => {
  it('is dropped by the menu’s “Elections”, and not written there afterwards', async () => {
    const { router } = renderAt('/elections', fakeNation({ now: NOW }), NOW)
    const field = await screen.findByRole<HTMLInputElement>('searchbox')
    vi.useFakeTimers()
    try {
      fireEvent.change(field, { target: { value: 'harbour' } })
      await act(() => vi.advanceTimersByTimeAsync(200))
      fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
      await act(() => router.navigate('/elections', { replace: true }))
      await act(() => vi.advanceTimersByTimeAsync(1_000))
    } finally {
      vi.useRealTimers()
    }
    expect([field.value, router.state.location.search]).toEqual(['', ''])
  })

  it('stays, and is written there, when an office is chosen meanwhile', async () => {
    const { router } = renderAt('/elections', fakeNation({ now: NOW }), NOW)
    const field = await screen.findByRole<HTMLInputElement>('searchbox')
    fireEvent.change(field, { target: { value: 'harbour' } })
    fireEvent.click(screen.getAllByRole('button', { name: /^Secretary/ })[0]!)
    await waitFor(() => expect(router.state.location.search).toBe('?position=secretary&search=harbour'))
    expect(field.value).toBe('harbour')
  })
})

describe('with ten thousand candidates', () => {
  // Roles are dear to ask for among so many elements.
  const shown = () => document.querySelectorAll('ul[aria-label="Candidates"] article')
  const press = (name: string) => fireEvent.click(screen.getByText(name))

  it('draws one page, counts all, and turns pages', async () => {
    Element.prototype.scrollIntoView = vi.fn()
    const { sent } = renderAt('/elections?position=all', fakeNation({ now: NOW, many: 10_000 }), NOW)
    expect(await screen.findByText('1 to 48 of 10,000')).toBeTruthy()
    expect(shown()).toHaveLength(48)
    const first = shown()[0]!.textContent
    press('Next')
    expect(await screen.findByText('49 to 96 of 10,000')).toBeTruthy()
    expect(shown()).toHaveLength(48)
    expect(shown()[0]!.textContent).not.toBe(first)
    await waitFor(() => expect(document.activeElement).toBe(shown()[0]!.querySelector('a')))

    const lists = () => sent.filter(({ url }) => url.startsWith('/api/candidates/list')).length
    const before = lists()
    await act(async () => press('Refresh'))
    // However far one has turned, only the page that is seen is read again.
    await waitFor(() => expect(lists()).toBe(before + 1))
    press('Previous')
    expect(await screen.findByText('1 to 48 of 10,000')).toBeTruthy()
  })

  it('keeps the page in the address: a reload and the way back from a candidate lead to it, another list to its first', async () => {
    Element.prototype.scrollIntoView = vi.fn()
    const nation = fakeNation({ now: NOW, many: 10_000 })
    const { router, unmount } = renderAt('/elections?position=all', nation, NOW)
    await screen.findByText('1 to 48 of 10,000')
    press('Next')
    await screen.findByText('49 to 96 of 10,000')
    press('Next')
    await screen.findByText('97 to 144 of 10,000')
    const at = router.state.location.search
    expect(at).toMatch(/^\?position=all&page=3&after=/)
    await act(() => router.navigate('/rules'))
    act(() => router.navigator.go(-1))
    expect(await screen.findByText('97 to 144 of 10,000')).toBeTruthy()
    // The way to the pages before it came back, too.
    press('Previous')
    expect(await screen.findByText('49 to 96 of 10,000')).toBeTruthy()
    await act(() => router.navigate('/elections?position=president'))
    await waitFor(() => expect(screen.getByText(/^1 to 48 of/)).toBeTruthy())
    unmount()
    // A reload, or a link that was shared.
    renderAt(`/elections${at}`, nation, NOW)
    expect(await screen.findByText('97 to 144 of 10,000')).toBeTruthy()
    press('Previous')
    expect(await screen.findByText('1 to 48 of 10,000')).toBeTruthy()
  }, 60_000)

  it('finds one of them, and says so where there is none', async () => {
    renderAt('/elections?search=nobody+of+this+name', fakeNation({ now: NOW, many: 10_000 }), NOW)
    expect(await screen.findByText('No candidates found')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Be the first candidate!' })).toBeNull()
    expect(screen.getByText('Nothing matches “nobody of this name”.')).toBeTruthy()
    press('Show all candidates')
    expect(await screen.findByText('1 to 48 of 10,000')).toBeTruthy()
  })
})

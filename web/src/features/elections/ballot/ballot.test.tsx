import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import { namedAfter } from '../../../testing/named-after'
import { renderAt } from '../../../testing/render-at'
import { comparedIn, toggled } from './addresses'

/** A Wednesday: President, Prime Minister and Secretary are voted on, and the citizen voted for a President. */
const NOW = Date.UTC(2026, 10, 18, 15, 20)

const at = (office: string, as: 'citizen' | 'visitor' = 'citizen') =>
  renderAt(`/elections/ballot/${office}`, fakeNation({ now: NOW, as }), NOW)
const heading = (office: string) =>
  screen.findByRole('heading', { level: 1, name: new RegExp(`^${office}, \\d+ candidates?$`) })
const cards = async () => within(await screen.findByRole('list', { name: 'Candidates' })).getAllByRole('article')
const press = (control: HTMLElement) => {
  control.focus()
  fireEvent.click(control)
}
const where = ({ router }: ReturnType<typeof at>) => router.state.location.pathname

describe('the ballot', () => {
  it('shows one office with its candidates, their handles, goals and promises', async () => {
    at('secretary')
    await heading('Secretary')
    const place = await screen.findByText(/^Office 3 of 3, open until/)
    await waitFor(() =>
      expect(place.textContent).toBe(
        'Office 3 of 3, open until Thu 19 Nov, 12:00 UTC. No vote yet. Your vote weighs 1.2× and can be changed until then.',
      ),
    )
    const [first] = await cards()
    expect(within(first!).getByText(/^@/)).toBeTruthy()
    for (const name of ['Goals', 'Promises']) expect(within(first!).getByRole('heading', { name })).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Ballot: Secretary · Nation'))
  })

  it('says which office it is, and no figure, where it cannot be read, and tries again', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const read = nation.answers['elections.current']!
    nation.answers['elections.current'] = () => refuse(429, 'rate_limited', 'Rate limit exceeded.')
    renderAt('/elections/ballot/secretary', nation, NOW)
    expect(await screen.findByText('The ballot could not be loaded')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Secretary')
    nation.answers['elections.current'] = read
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await heading('Secretary')
  })

  it('says when the next election opens where none is open', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const nextOpening = Date.UTC(2026, 10, 18, 16, 10)
    nation.answers['elections.current'] = () => ({ success: true, election: null, nextOpening, now: NOW })
    renderAt('/elections/ballot/secretary', nation, NOW)
    const says = await screen.findByText(/^The next one opens/)
    expect(says.textContent).toBe('The next one opens Wed 18 Nov, 16:10 UTC.')
  })

  it('goes to the neighbouring office that is open by arrow keys, and gives its heading the focus', async () => {
    const rendered = at('president')
    await heading('President')
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    expect(where(rendered)).toBe('/elections/ballot/president')
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    const next = await heading('Prime Minister')
    await waitFor(() => expect(document.activeElement).toBe(next))
    fireEvent.keyDown(document.body, { key: 'ArrowLeft', altKey: true })
    expect(where(rendered)).toBe('/elections/ballot/prime_minister')
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    await heading('President')
  })

  it('goes there by a swipe aside, and stays for one up or down', async () => {
    const rendered = at('president')
    const place = (await heading('President')).closest('section')!
    const swipe = (x: number, y: number) => {
      fireEvent.touchStart(place, { touches: [{ clientX: 200, clientY: 200 }] })
      fireEvent.touchEnd(place, { changedTouches: [{ clientX: 200 + x, clientY: 200 + y }] })
    }
    act(() => swipe(-70, 90))
    expect(where(rendered)).toBe('/elections/ballot/president')
    act(() => swipe(-90, 10))
    await heading('Prime Minister')
  })

  it('goes there also where what was touched goes while the finger moves, as skeletons do', async () => {
    at('president')
    const place = (await heading('President')).closest('section')!
    const part = place.appendChild(document.createElement('div'))
    fireEvent.touchStart(part, { touches: [{ clientX: 200, clientY: 200 }] })
    part.remove()
    fireEvent.touchEnd(part, { changedTouches: [{ clientX: 90, clientY: 205 }] })
    await heading('Prime Minister')
  })

  it('stays where a swipe scrolls a part of it aside', async () => {
    const rendered = at('president')
    const place = (await heading('President')).closest('section')!
    const part = place.appendChild(document.createElement('div'))
    part.style.overflowX = 'auto'
    Object.defineProperty(part, 'scrollWidth', { value: 500 })
    fireEvent.touchStart(part, { touches: [{ clientX: 200, clientY: 200 }] })
    fireEvent.touchEnd(part, { changedTouches: [{ clientX: 90, clientY: 205 }] })
    expect(where(rendered)).toBe('/elections/ballot/president')
  })

  it('leads from a vote to the next office without one, and from the last to what one chose', async () => {
    const rendered = at('prime_minister')
    const vote = async () => {
      const button = within((await cards())[0]!).getByRole<HTMLButtonElement>('button', { name: 'Vote' })
      await waitFor(() => expect(button.disabled).toBe(false))
      fireEvent.click(button)
    }
    await heading('Prime Minister')
    await vote()
    await heading('Secretary')
    await vote()
    await waitFor(() => expect(where(rendered)).toBe('/elections/ballot/done'))
    const choices = within(await screen.findByRole('list', { name: 'Your choices by office' }))
    expect(choices.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/elections/ballot/president',
      '/elections/ballot/prime_minister',
      '/elections/ballot/secretary',
    ])
    expect(await screen.findByText('You have voted in all 3 open offices.')).toBeTruthy()
    await waitFor(() => expect(choices.getAllByText(/^@/)).toHaveLength(3))
    const headline = screen.getByRole('heading', { level: 1, name: 'Your ballot is complete' })
    expect(headline.parentElement!.textContent).toContain(
      'Each of your votes weighs 1.2×. Change any vote until its office closes: Thu 19 Nov, 12:00 UTC.',
    )
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
    expect(namedAfter('votes.cast', 'elections.voted', rendered.sent)).toEqual([])
  })

  it('says which open offices wait for a vote, leads to the next, and what became of the vote for closed ones', async () => {
    const { unmount } = renderAt('/elections/ballot/done', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    expect(await screen.findByText('You have voted in 1 of 3 open offices.')).toBeTruthy()
    const choices = within(screen.getByRole('list', { name: 'Your choices by office' }))
    const linked = choices.getAllByRole('link').map(({ textContent }) => textContent)
    expect(linked).toEqual(['Change President', 'Vote Prime Minister', 'Vote Secretary of State'])
    expect(screen.getByRole('link', { name: 'Vote for Prime Minister' })).toBeTruthy()
    expect(screen.getByText(/^Six ministries open/).textContent).toBe('Six ministries open Thu 19 Nov, 12:00 UTC.')
    unmount()
    const friday = Date.UTC(2026, 10, 20, 15)
    renderAt('/elections/ballot/done', fakeNation({ now: friday, as: 'citizen' }), friday)
    expect(await screen.findByText('You have voted in 0 of 6 open offices.')).toBeTruthy()
    const closed = within(screen.getByRole('list', { name: 'Closed offices' })).getAllByRole('listitem')
    await waitFor(() => expect(closed[0]!.textContent).toMatch(/^PresidentClosed, you voted for \p{L}.* @\w+$/u))
    expect(closed.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Prime MinisterClosed, no vote',
      'Secretary of StateClosed, no vote',
    ])
  })

  it('leads past an open office for which nobody stands, and is complete without it until somebody does', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen', nobodyFor: ['prime_minister'] })
    const { router, unmount } = renderAt('/elections/ballot/president', nation, NOW)
    await heading('President')
    expect(await screen.findByText(/^Office 1 of 2, open until/)).toBeTruthy()
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await heading('Secretary')
    const button = within((await cards())[0]!).getByRole<HTMLButtonElement>('button', { name: 'Vote' })
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
    await waitFor(() => expect(router.state.location.pathname).toBe('/elections/ballot/done'))
    expect(await screen.findByText('You have voted in all 2 open offices with candidates.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Your ballot is complete' })).toBeTruthy()
    const choices = within(screen.getByRole('list', { name: 'Your choices by office' })).getAllByRole('listitem')
    expect(choices[1]!.textContent).toBe('Prime MinisterNobody stands yet')
    unmount()
    nation.answers['candidates.create']!({ position: 'prime_minister', displayName: 'Ada' } as never)
    renderAt('/elections/ballot/done', nation, NOW)
    expect(await screen.findByText('You have voted in 2 of 3 open offices.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Vote for Prime Minister' })).toBeTruthy()
  })

  it('says that nobody stands where an address leads to such an office, and goes on from there', async () => {
    renderAt(
      '/elections/ballot/prime_minister',
      fakeNation({ now: NOW, as: 'citizen', nobodyFor: ['prime_minister'] }),
      NOW,
    )
    const place = await screen.findByText(/^Open until/)
    expect(place.textContent).toBe('Open until Thu 19 Nov, 12:00 UTC. You can vote as soon as it has a candidate.')
    const moves = within(screen.getByRole('navigation', { name: 'Offices of the ballot' })).getAllByRole('link')
    expect(moves.map(({ textContent }) => textContent)).toEqual([
      'Next: Secretary',
      'Previous: President',
      'Your choices',
    ])
  })

  it('asks for a first candidate where candidacies are open, and says that nobody stood where they are closed', async () => {
    const open = (now: number) =>
      renderAt('/elections/ballot/secretary', fakeNation({ now, as: 'citizen', nobodyFor: ['secretary'] }), now)
    const { unmount } = open(NOW)
    expect(await screen.findByRole('link', { name: 'Be the first candidate!' })).toBeTruthy()
    unmount()
    open(Date.UTC(2026, 10, 20, 15))
    expect(await screen.findByText('No candidates')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Be the first candidate!' })).toBeNull()
  })

  it('asks for no vote where nobody stands for any open office', async () => {
    const nobodyFor = ['president', 'prime_minister', 'secretary'] as const
    const nation = fakeNation({ now: NOW, as: 'citizen', nobodyFor })
    renderAt('/elections/ballot/done', nation, NOW)
    expect(await screen.findByText(/^The open offices have no candidates yet/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Vote for/ })).toBeNull()
    expect(screen.queryByText('No office is open for voting now.')).toBeNull()
  })

  it('says for whom one voted, and leads on first', async () => {
    at('president')
    const voted = await screen.findByText(/You voted for \p{L}.* \(@\w+\)\. Your vote weighs 1\.2×/u)
    expect(voted.textContent).toMatch(/^Office 1 of 3, open until/)
    const moves = within(screen.getByRole('navigation', { name: 'Offices of the ballot' })).getAllByRole('link')
    expect(moves.map(({ textContent }) => textContent)).toEqual([
      'Next: Prime Minister',
      'All elections',
      'Your choices',
    ])
    expect(moves[0]!.dataset.variant ?? 'filled').toBe('filled')
    expect(moves[1]!.dataset.variant).toBe('default')
  })

  it('leads on with an outlined button as long as one has not voted there', async () => {
    at('secretary')
    const moves = within(await screen.findByRole('navigation', { name: 'Offices of the ballot' })).getAllByRole('link')
    expect(moves.map(({ dataset }) => dataset.variant)).toEqual(moves.map(() => 'default'))
  })

  it('stamps the candidate who has one’s vote', async () => {
    at('president')
    await heading('President')
    await cards()
    await waitFor(() => expect(document.querySelectorAll('article[data-voted]')).toHaveLength(1))
  })

  it('sets two candidates side by side, at an address of their own', async () => {
    const { router } = at('secretary')
    for (const index of [0, 1]) {
      const card = within((await cards())[index]!)
      press(
        card.getByRole('button', { name: index === 0 ? 'Compare with another candidate' : /^Compare with \p{L}+/u }),
      )
      if (index > 0) continue
      await waitFor(() => expect(router.state.location.search).toMatch(/^\?compare=[\w-]+$/))
      expect(card.getByRole('button', { name: 'Compare', pressed: true })).toBeTruthy()
    }
    const table = within(await screen.findByRole('table', { name: /side by side$/ }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /side by side$/ }))
    expect(router.state.location.search).toMatch(/^\?compare=[\w-]+,[\w-]+$/)
    expect(table.getAllByRole('columnheader')).toHaveLength(2)
    for (const name of ['Slogan', 'Goals', 'Promises']) expect(table.getByText(name)).toBeTruthy()
    expect(table.getAllByText(/^1\. /)).toHaveLength(4)
    const names = table.getAllByRole('columnheader').map((head) => head.textContent)
    const votes = table.getAllByRole('button', { name: /^Vote for / }).map((button) => button.textContent)
    expect(votes).toHaveLength(2)
    votes.forEach((says, side) => expect(names[side]).toContain(says.replace('Vote for ', '')))
    press(screen.getByRole('link', { name: 'Close comparison' }))
    expect((await cards()).length).toBeGreaterThan(2)
    expect(document.activeElement).toBe(await heading('Secretary'))
  })

  it('says on the card and side by side what became of earlier promises, and nothing of a candidate without', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen', records: { 12: { done: 3, broken: 1, open: 2 } } })
    const { sent } = renderAt('/elections/ballot/secretary', nation, NOW)
    const [first, second] = await cards()
    const line = /^Earlier promises of .+: 3 done, 1 broken, 2 open$/
    const link = within(first!).getByRole('link', { name: line })
    expect(link.textContent).toBe('Earlier promises: 3 done, 1 broken, 2 open')
    expect(link.getAttribute('href')).toMatch(/^\/gov-official\/[0-9a-f-]+#promises$/)
    expect(second!.textContent).not.toMatch(/earlier promises/i)
    press(within(first!).getByRole('button', { name: 'Compare with another candidate' }))
    press((await screen.findAllByRole('button', { name: /^Compare with \p{L}+/u }))[0]!)
    const table = within(await screen.findByRole('table', { name: /side by side$/ }))
    expect(table.getByRole('link', { name: line }).closest('tr')!.textContent).toBe('3 done, 1 broken, 2 open–')
    expect(sent.some(({ url }) => url.includes('government'))).toBe(false)
  })

  it('compares no earlier promises of two candidates who made none', async () => {
    at('secretary')
    press(within((await cards())[0]!).getByRole('button', { name: 'Compare with another candidate' }))
    press((await screen.findAllByRole('button', { name: /^Compare with \p{L}+/u }))[0]!)
    const table = within(await screen.findByRole('table', { name: /side by side$/ }))
    expect(table.queryByText('Earlier promises')).toBeNull()
  })

  it('keeps the page of a long list while two of it are chosen, and when the comparison is closed', async () => {
    const { router } = renderAt('/elections/ballot/secretary', fakeNation({ now: NOW, as: 'citizen', many: 900 }), NOW)
    await cards()
    press(screen.getByRole('button', { name: /^Next/ }))
    const page = () => new URLSearchParams(router.state.location.search).get('page')
    await waitFor(() => expect(page()).toBe('2'))
    await screen.findByText(/^49 to 96 of /)
    press(screen.getAllByRole('button', { name: 'Compare with another candidate' })[0]!)
    await waitFor(() => expect(router.state.location.search).toContain('compare='))
    expect(page()).toBe('2')
    press(screen.getAllByRole('button', { name: /^Compare with \p{L}+/u })[1]!)
    await screen.findByRole('table', { name: /side by side$/ })
    press(screen.getByRole('link', { name: 'Close comparison' }))
    await cards()
    expect([page(), router.state.location.search.includes('compare=')]).toEqual(['2', false])
  })

  it('reads candidates whom an address compares and the list does not show, and leaves out those who stand elsewhere', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen', many: 900 })
    const of = (position: 'secretary' | 'president', limit: number) => {
      const answer = nation.answers['candidates.list']!({ position, limit })
      return 'candidates' in answer ? answer.candidates.map(({ id }) => id) : []
    }
    const [last, ...before] = of('secretary', 900).toReversed()
    expect(before.length).toBeGreaterThan(48)
    const compare = (one: string, other: string) =>
      renderAt(`/elections/ballot/secretary?compare=${one},${other}`, nation, NOW)
    const { unmount } = compare(last!, before[0]!)
    const table = within(await screen.findByRole('table', { name: /side by side$/ }))
    expect(table.getAllByRole('button', { name: /^Vote for / })).toHaveLength(2)
    unmount()
    const toList = async (other: string) => {
      const { unmount: leave } = compare(last!, other)
      expect((await cards()).length).toBeGreaterThan(2)
      expect(screen.queryByRole('table')).toBeNull()
      leave()
    }
    await toList(of('president', 1)[0]!)
    const get = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = (input) => {
      const answer = get(input)
      return 'candidate' in answer && input.candidateId === before[0]
        ? { ...answer, candidate: { ...answer.candidate, electionId: of('president', 1)[0]! } }
        : answer
    }
    await toList(before[0]!)
  })

  it('is read by visitors, who sign in to vote, and asks them in before it tells of choices', async () => {
    const { router } = at('secretary', 'visitor')
    await heading('Secretary')
    expect(within((await cards())[0]!).getByRole('button', { name: 'Sign in to Vote' })).toBeTruthy()
    await act(() => router.navigate('/elections/ballot/done'))
    expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeTruthy()
  })

  it('says so where there is no such office', async () => {
    at('emperor')
    expect(await screen.findByText('There is no such office')).toBeTruthy()
  })
})

describe('what an address compares', () => {
  it('is two candidates at most, each once', () => {
    expect(comparedIn(new URLSearchParams('compare=a,a,b,c'))).toEqual(['a', 'b'])
    expect(comparedIn(new URLSearchParams())).toEqual([])
  })

  it('takes a third in place of the second, and lets one go', () => {
    expect(toggled(['a', 'b'], 'c')).toEqual(['a', 'c'])
    expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  })
})

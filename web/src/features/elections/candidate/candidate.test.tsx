import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeNation, idOf, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const PRESIDENT = idOf(2, 0)
const CREATIVE = idOf(2, 24)

const open = (
  id: string,
  as: 'visitor' | 'citizen' | 'candidate' | 'admin' = 'citizen',
  nation = fakeNation({ now: NOW, as }),
) => renderAt(`/elections/candidate/${id}`, nation, NOW)
const ballot = async () => within(await screen.findByRole('complementary', { name: 'Ballot' }))

afterEach(() => vi.unstubAllGlobals())

describe('a candidate who cannot be read', () => {
  it('is not called missing where too much was asked for, and is read again', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const read = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = () => refuse(429, 'rate_limited', 'Rate limit exceeded. Please try again later.')
    open(PRESIDENT, 'citizen', nation)
    expect(await screen.findByText('The candidate could not be loaded')).toBeTruthy()
    expect(screen.queryByText('Candidate not found')).toBeNull()
    nation.answers['candidates.get'] = read
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await ballot()).toBeTruthy()
  })
})

describe('a race whose voting is closed', () => {
  /** The secretary's voting, closed for an hour; the counts have the first two of the list first and second. */
  function closedRace() {
    const nation = fakeNation({ now: NOW, as: 'visitor' })
    const get = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = (input) => {
      const answer = get(input)
      if (!('candidate' in answer)) return answer
      const voting = { ...answer.candidate.voting, closesAt: NOW - 3_600_000 }
      return { ...answer, candidate: { ...answer.candidate, voting, rank: null, status: 'active' } }
    }
    return nation
  }

  it('names who leads on the page of each candidate, and leads to the others', async () => {
    open(PRESIDENT, 'visitor', closedRace())
    const leads = within(await screen.findByRole('complementary', { name: 'Ballot' }))
    expect(leads.getByRole('link', { name: 'All candidates for President' }).getAttribute('href')).toBe(
      '/elections?position=president',
    )
    expect(await leads.findByText(/leads? the closed vote/i)).toBeTruthy()
  })

  it('names those who are level, and calls level only who is', async () => {
    const nation = closedRace()
    const results = nation.answers['elections.results']!
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      return {
        ...answer,
        results: answer.results.map((result) => {
          const [first, second, ...others] = result.candidates
          if (result.position !== 'president' || !first || !second) return result
          const level = { ...second, votes: first.votes, supportersCount: first.supportersCount }
          return { ...result, rule: 'earlier' as const, winner: first, candidates: [first, level, ...others] }
        }),
      }
    }
    const one = open(idOf(2, 1), 'visitor', nation)
    expect(await screen.findByText(/^Level at the head of the closed vote: the earlier/)).toBeTruthy()
    one.unmount()
    open(idOf(2, 2), 'visitor', nation)
    expect(await screen.findByText(/ and .* are level at the head of the closed vote: the earlier/)).toBeTruthy()
  })

  it('names the leader with their handle, and nobody where no vote was cast', async () => {
    const nation = closedRace()
    const first = open(idOf(2, 1), 'visitor', nation)
    expect(await screen.findByText(/^\p{L}.* \(@\w+\) leads the closed vote with /u)).toBeTruthy()
    first.unmount()
    const results = nation.answers['elections.results']!
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      return { ...answer, results: answer.results.map((one) => ({ ...one, winner: null, voters: 0 })) }
    }
    const { sent } = open(idOf(2, 1), 'visitor', nation)
    await waitFor(() => expect(sent.some(({ url }) => url.includes('elections/results'))).toBe(true))
    await ballot()
    expect(screen.queryByText(/closed vote/)).toBeNull()
  })

  it('calls no candidate by an office that they only stand for', async () => {
    open(PRESIDENT, 'visitor')
    expect(await screen.findByText('Candidate for President')).toBeTruthy()
  })
})

describe('a candidacy and administrators', () => {
  /** The president, with other facts. */
  function nationWith(facts: object, as: 'admin' | 'visitor' = 'admin') {
    const nation = fakeNation({ now: NOW, as })
    const read = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = (input) => {
      const answer = read(input)
      return 'candidate' in answer ? { ...answer, candidate: { ...answer.candidate, ...facts } } : answer
    }
    return nation
  }

  it('tells on its page who removed it and why', async () => {
    const removed = { at: NOW - 60_000, by: idOf(3, 1), byName: 'Mara', reason: 'An impostor' }
    open(PRESIDENT, 'visitor', nationWith({ status: 'withdrawn', removed }, 'visitor'))
    const note = await screen.findByRole('region', { name: 'This candidacy was removed' })
    expect(note.textContent).toMatch(/Mara, an administrator, removed it on .* because: “An impostor”/)
    expect(screen.getByText('Removed')).toBeTruthy()
    // On a phone one reads it before the ballot, and the programme is there for who asks for it.
    const ballot = screen.getByRole('complementary', { name: 'Ballot' })
    expect(note.compareDocumentPosition(ballot) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Vision' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show the programme' }))
    expect(screen.getByRole('heading', { name: 'Vision' })).toBeTruthy()
    expect(screen.queryByText('Candidate not found')).toBeNull()
  })

  it('says to an administrator who stands for the same office that another one decides', async () => {
    const may = { edit: false, changePosition: false, delete: false, runAgain: false, rival: true }
    open(PRESIDENT, 'admin', nationWith({ may }))
    const shown = await ballot()
    expect(shown.getByText(/Another administrator has to decide on this candidacy/)).toBeTruthy()
    expect(shown.queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  it.each([
    ['open', NOW + 3_600_000, /their voters may vote again/],
    ['closed', NOW - 1, /is closed: its votes are lost, and cannot be cast again/],
  ])('is asked about by what becomes of its votes while voting is %s', async (_, closesAt, says) => {
    open(PRESIDENT, 'admin', nationWith({ voting: { open: closesAt > NOW, opensAt: NOW - 9, closesAt } }))
    fireEvent.click((await ballot()).getByRole('button', { name: 'Delete' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete candidate' }))
    expect(asked.getByText(says)).toBeTruthy()
    expect(asked.getByText(/^Everybody reads it, with your name/)).toBeTruthy()
  })
})

describe('a programme that was edited while citizens voted', () => {
  it('says when, after how many votes and what, and shows what stood before', async () => {
    const nation = fakeNation({ now: NOW, as: 'visitor' })
    const read = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = (input) => {
      const answer = read(input)
      const edits = [{ number: 1, at: NOW - 3_600_000, votes: 12, changed: ['bio', 'promises'] }]
      return 'candidate' in answer ? { ...answer, edits } : answer
    }
    open(PRESIDENT, 'visitor', nation)
    const edits = within(await screen.findByRole('region', { name: 'Edits of this programme' }))
    expect(edits.getByText(/^Edited on .*, after 12 votes\./)).toBeTruthy()
    expect(edits.getByText('Changed: biography, promises.')).toBeTruthy()
    expect(edits.queryByText('I will open every door')).toBeNull()
    fireEvent.click(edits.getByRole('button', { name: 'Read what stood before' }))
    expect(await edits.findByText('I will open every door')).toBeTruthy()
  })
})

describe('the gallery', () => {
  it('shows pictures in full, one after the other, by buttons and by keys', async () => {
    open(CREATIVE)
    const gallery = within(await screen.findByRole('list', { name: 'Gallery' }))
    const ways = gallery.getAllByRole('button', { name: /View Full Size/ })
    expect(ways).toHaveLength(3)
    fireEvent.click(ways[1]!)
    const box = within(await screen.findByRole('dialog', { name: 'Gallery 2' }))
    expect(box.getByRole('img').getAttribute('src')).toBe('/media/uploads/night.jpg')
    expect(box.getByText('2 of 3')).toBeTruthy()
    fireEvent.click(box.getByRole('button', { name: 'Next' }))
    expect(screen.getByRole('dialog', { name: 'Gallery 3' }).querySelector('video')?.getAttribute('src')).toBe(
      '/media/uploads/film.mp4',
    )
    // A film seeks by the arrows; with Alt they are the browser's.
    fireEvent.keyDown(box.getByLabelText('Gallery 3', { selector: 'video' }), { key: 'ArrowRight' })
    fireEvent.keyDown(window, { key: 'ArrowRight', altKey: true })
    expect(screen.getByRole('dialog', { name: 'Gallery 3' })).toBeTruthy()
    fireEvent.keyDown(window, { key: 'ArrowRight' })
    expect(screen.getByRole('dialog', { name: 'Gallery 1' })).toBeTruthy()
  })

  it('leads to documents', async () => {
    open(idOf(2, 18))
    const stats = within(await screen.findByRole('list', { name: 'PnLs & Stats' }))
    expect(stats.getByRole('link', { name: /Open PDF/ }).getAttribute('href')).toMatch(/\.pdf$/)
    expect(stats.getAllByRole('button', { name: /View Full Size/ })).toHaveLength(1)
  })
})

describe('a candidacy whose election was cancelled', () => {
  it('says so, takes no votes, and can be run again by its owner', async () => {
    const nation = fakeNation({ now: NOW, as: 'candidate' })
    const get = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = (input) => {
      const answer = get(input)
      if (!('candidate' in answer)) return answer
      const may = { edit: false, changePosition: false, delete: false, runAgain: true, rival: false }
      return { ...answer, candidate: { ...answer.candidate, status: 'archived', cancelled: true, may } }
    }
    open(PRESIDENT, 'candidate', nation)
    const own = await ballot()
    expect(own.getByText('This election was cancelled before it opened.')).toBeTruthy()
    expect(own.getByRole<HTMLButtonElement>('button', { name: /Vote For Candidate/ }).disabled).toBe(true)
    expect(own.getByRole('button', { name: 'Run again' })).toBeTruthy()
    expect(screen.getByText('Election cancelled')).toBeTruthy()
  })
})

describe('a candidate who was in office before', () => {
  const lineWith = async (record: { done: number; broken: number; open: number } | null) => {
    const { sent } = open(PRESIDENT, 'visitor', fakeNation({ now: NOW, records: { 0: record } }))
    await ballot()
    return sent
  }

  it('is shown with what became of the promises, which leads to the whole, and with no further call', async () => {
    const sent = await lineWith({ done: 2, broken: 2, open: 4 })
    const link = screen.getByRole('link', { name: /^Earlier promises of .+: 2 done, 2 broken, 4 open$/ })
    expect(link.textContent).toBe('Earlier promises: 2 done, 2 broken, 4 open')
    expect(link.getAttribute('href')).toMatch(/^\/gov-official\/[0-9a-f-]+#promises$/)
    expect(sent.some(({ url }) => url.includes('promises'))).toBe(false)
  })

  it('says that nothing was promised', async () => {
    await lineWith({ done: 0, broken: 0, open: 0 })
    expect(screen.getByText('Elected before, without goals or promises.')).toBeTruthy()
  })

  it('says that there was none', async () => {
    await lineWith(null)
    expect(screen.getByText('Not elected to an office before.')).toBeTruthy()
  })
})

describe('what one can do with the page', () => {
  it('lets the owner edit and delete', async () => {
    open(PRESIDENT, 'candidate')
    const own = await ballot()
    expect(own.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe(
      `/elections/edit-profile/${PRESIDENT}`,
    )
    expect(own.getByRole('button', { name: 'Delete' })).toBeTruthy()
  })

  it('lets an administrator delete and not edit, and everybody else neither', async () => {
    const admin = open(PRESIDENT, 'admin')
    const seen = await ballot()
    expect(seen.getByRole('button', { name: 'Delete' })).toBeTruthy()
    expect(seen.queryByRole('link', { name: 'Edit Profile' })).toBeNull()
    admin.unmount()
    open(PRESIDENT)
    const others = await ballot()
    expect(others.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(others.queryByRole('link', { name: 'Edit Profile' })).toBeNull()
  })

  it('copies its address where the device cannot share', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { clipboard: { value: { writeText } }, share: { value: undefined } }),
    )
    open(PRESIDENT)
    fireEvent.click((await ballot()).getByRole('button', { name: 'Share' }))
    expect(await screen.findByText('Link copied')).toBeTruthy()
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(new RegExp(`/elections/candidate/${PRESIDENT}$`)))
  })
})

describe('past candidacies', () => {
  it('are listed with how they ended', async () => {
    open(PRESIDENT)
    const past = within(await screen.findByRole('region', { name: 'Past candidacies' }))
    expect(past.getByText('2 candidacies, 1 won')).toBeTruthy()
    expect(past.getByRole('link', { name: 'Won the seat' })).toBeTruthy()
    expect(past.getByText(/120.4 votes from 98 citizens · 43.6%/)).toBeTruthy()
    expect(past.getByRole('link', { name: 'Place 3 of 4' })).toBeTruthy()
    expect(past.queryByRole('button', { name: 'Run again' })).toBeNull()
  })

  it('can be run again by their candidate, after a question', async () => {
    const { sent, router } = open(PRESIDENT, 'candidate')
    const past = within(await screen.findByRole('region', { name: 'Past candidacies' }))
    fireEvent.click(past.getAllByRole('button', { name: 'Run again' })[0]!)
    const question = within(await screen.findByRole('dialog', { name: 'Run again?' }))
    fireEvent.click(question.getByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(sent.some(({ url }) => url === '/api/candidates/run-again')).toBe(true))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/elections\/candidate\//))
  })

  it('open the form with their texts where their position takes no candidacies any more', async () => {
    const nation = fakeNation({ now: NOW, as: 'candidate' })
    nation.answers['candidates.run-again'] = () =>
      refuse(409, 'candidacies_closed', 'Candidacies for this position have closed.')
    const { router } = open(PRESIDENT, 'candidate', nation)
    const past = within(await screen.findByRole('region', { name: 'Past candidacies' }))
    fireEvent.click(past.getAllByRole('button', { name: 'Run again' })[0]!)
    const question = within(await screen.findByRole('dialog', { name: 'Run again?' }))
    fireEvent.click(question.getByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/elections/create-profile'))
    expect(router.state.location.search).toBe(`?from=${idOf(2, 701)}`)
  })
})

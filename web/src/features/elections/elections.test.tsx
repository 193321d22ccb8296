import type { CallAnswer } from '@nation/domain/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation, refuse } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'

/** A Wednesday: the first three positions are voted on, ministries are not open yet. */
const WEDNESDAY = Date.UTC(2026, 10, 18, 15, 20)
/** A Friday: the other way round. */
const FRIDAY = Date.UTC(2026, 10, 20, 9)
/** So near to the end of the week that no election is opened any more. */
const SUNDAY = Date.UTC(2026, 10, 22, 8)

/** The cards under the title of an office, or of the one office that is listed. */
const cardsOf = async (office: string) => {
  const list = await screen.findByRole('list', { name: 'Candidates' })
  return within(within(list).queryByRole('list', { name: office }) ?? list).getAllByRole('article')
}

describe('the elections hub', () => {
  it('shows a visitor the candidates, most votes first, and asks to sign in before voting', async () => {
    renderAt('/elections', fakeNation({ now: WEDNESDAY }), WEDNESDAY)
    const [first] = await cardsOf('President')
    expect(within(first!).getByRole('button', { name: 'Sign in to Vote' })).toBeTruthy()
    expect(screen.getByText('Phase one: President, Prime Minister, Secretary of State')).toBeTruthy()
    expect(screen.getByText('Total Candidates')).toBeTruthy()
  })

  it('keeps ministries closed before phase two and names the instant', async () => {
    renderAt('/elections?position=all', fakeNation({ now: WEDNESDAY, as: 'citizen' }), WEDNESDAY)
    const [finance] = await cardsOf('Minister of Finance')
    expect(within(finance!).getByRole<HTMLButtonElement>('button', { name: 'Vote' }).disabled).toBe(true)
    expect(finance!.textContent).toContain('Voting opens Thu 19 Nov, 12:00 UTC')
  })

  it('closes the presidency on Thursday noon and opens the ministries', async () => {
    renderAt('/elections?position=all', fakeNation({ now: FRIDAY, as: 'newborn' }), FRIDAY)
    const [president] = await cardsOf('President')
    expect(within(president!).getByRole<HTMLButtonElement>('button', { name: 'Voting Closed' }).disabled).toBe(true)
    const [finance] = await cardsOf('Minister of Finance')
    await waitFor(() => expect(finance!.textContent).toContain('at least 6 months old to vote'))
  })

  it('casts a vote once, counts it at once, and offers to switch elsewhere', async () => {
    const { sent } = renderAt('/elections?position=secretary', fakeNation({ now: WEDNESDAY, as: 'citizen' }), WEDNESDAY)
    const [first, second] = await cardsOf('Secretary of State')
    fireEvent.click(await within(first!).findByRole('button', { name: 'Vote' }))
    expect(await within(first!).findByRole('button', { name: 'Voted' })).toBeTruthy()
    expect(await within(second!).findByRole('button', { name: 'Switch Vote' })).toBeTruthy()
    const casts = sent.filter(({ url }) => url === '/api/votes/cast')
    expect(casts).toHaveLength(1)
    expect(casts[0]!.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)

    fireEvent.click(within(second!).getByRole('button', { name: 'Switch Vote' }))
    expect(await within(second!).findByRole('button', { name: 'Voted' })).toBeTruthy()
    expect(await within(first!).findByRole('button', { name: 'Switch Vote' })).toBeTruthy()
  })

  it('says why a vote was refused and changes nothing', async () => {
    const nation = fakeNation({ now: WEDNESDAY, as: 'citizen' })
    nation.answers['votes.cast'] = () => refuse(409, 'phase_closed', 'Voting for this position has closed.')
    renderAt('/elections?position=secretary', nation, WEDNESDAY)
    const [first] = await cardsOf('Secretary of State')
    fireEvent.click(await within(first!).findByRole('button', { name: 'Vote' }))
    expect(await screen.findByText('Voting for this position has closed.')).toBeTruthy()
    expect(within(first!).getByRole('button', { name: 'Vote' })).toBeTruthy()
  })

  it('invites to be the first where there is no candidate', async () => {
    renderAt('/elections', fakeNation({ now: WEDNESDAY, empty: true }), WEDNESDAY)
    expect(await screen.findByText('No candidates found for this position')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Be the first candidate!' }).getAttribute('href')).toBe(
      '/elections/create-profile',
    )
  })

  it('offers to try again when candidates cannot be had', async () => {
    const nation = fakeNation({ now: WEDNESDAY })
    const working = nation.answers['candidates.list']!
    nation.answers['candidates.list'] = () =>
      refuse(429, 'rate_limited', 'Rate limit exceeded. Please try again later.')
    renderAt('/elections', nation, WEDNESDAY)
    expect((await screen.findByRole('alert', { name: '' })).textContent).toBeDefined()
    const again = await screen.findByRole('button', { name: 'Try Again' })
    nation.answers['candidates.list'] = working
    fireEvent.click(again)
    expect(await cardsOf('President')).toHaveLength(3)
  })

  it('lets an administrator delete a candidate after asking', async () => {
    const { sent } = renderAt('/elections?position=president', fakeNation({ now: WEDNESDAY, as: 'admin' }), WEDNESDAY)
    const [first] = await cardsOf('President')
    fireEvent.click(within(first!).getByRole('button', { name: /^Delete / }))
    const reason = await screen.findByLabelText('Reason (optional)')
    fireEvent.change(reason, { target: { value: 'A stolen name' } })
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent.some(({ url }) => url === '/api/candidates/delete')).toBe(true))
    const { body } = sent.find(({ url }) => url === '/api/candidates/delete')!
    expect(JSON.parse(body!)).toMatchObject({ reason: 'A stolen name' })
  })
})

describe('standing for office', () => {
  it('asks visitors to sign in', async () => {
    renderAt('/elections/create-profile', fakeNation({ now: WEDNESDAY }), WEDNESDAY)
    expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return to Home' })).toBeTruthy()
  })

  it('names what is missing and sends nothing', async () => {
    const { sent } = renderAt('/elections/create-profile', fakeNation({ now: WEDNESDAY, as: 'citizen' }), WEDNESDAY)
    fireEvent.click(await screen.findByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Missing Information: Please fill in all required fields')).toBeTruthy()
    expect(screen.getByText('Please choose a position.')).toBeTruthy()
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(4)
    expect(sent.some(({ url }) => url.includes('candidates/create'))).toBe(false)
  })

  it('has its sections in the order of the requirements, and folds what is optional until something in it is wrong', async () => {
    renderAt('/elections/create-profile', fakeNation({ now: WEDNESDAY, as: 'citizen' }), WEDNESDAY)
    const form = await screen.findByRole('form', { name: 'Candidate profile' })
    const sections = within(form).getAllByRole('heading', { level: 2 })
    expect(sections.map(({ textContent }) => textContent)).toEqual([
      'Profile Images',
      'Select Position',
      'Basic Information',
      'Campaign Information',
    ])
    const more = screen.getByText('More about you').closest('details')!
    expect(more.open).toBe(false)
    fireEvent.change(screen.getByLabelText(/^Website/), { target: { value: 'not an address' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(more.open).toBe(true))
    more.open = false
    fireEvent(more, new Event('toggle'))
    expect(more.open).toBe(true)
  })

  it('creates the candidacy and shows it', async () => {
    const { sent, router } = renderAt(
      '/elections/create-profile',
      fakeNation({ now: WEDNESDAY, as: 'citizen' }),
      WEDNESDAY,
    )
    fireEvent.click(await screen.findByRole('radio', { name: 'Minister of Development' }))
    for (const label of [/^Bio/, /^Campaign slogan/, /^Vision/, /^Why vote for me/]) {
      fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: 'We build.' } })
    }
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/elections\/candidate\//))
    const creation = sent.find(({ url }) => url === '/api/candidates/create')
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
    expect(JSON.parse(creation!.body!)).toMatchObject({ position: 'minister_development', bio: 'We build.', goals: [] })
  })

  it('asks before what was written is left, and brings it back', async () => {
    const nation = fakeNation({ now: WEDNESDAY, as: 'citizen' })
    const { router } = renderAt('/elections/create-profile', nation, WEDNESDAY)
    const write = async () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Bio/ })
    fireEvent.change(await write(), { target: { value: 'Half a life' } })
    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/elections/create-profile')

    fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByRole('heading', { name: 'Elections' })
    expect(router.state.location.pathname).toBe('/elections')
    await router.navigate('/elections/create-profile')
    expect((await write()).value).toBe('Half a life')
    expect(screen.getByText(/What you wrote before is back/)).toBeTruthy()
  })

  it('brings back what was written without an office that has closed since', async () => {
    const open = (now: number) => renderAt('/elections/create-profile', fakeNation({ now, as: 'citizen' }), now)
    const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)
    const { unmount } = open(WEDNESDAY)
    fireEvent.click(await screen.findByRole('radio', { name: 'President' }))
    expect(chosen()).toHaveLength(1)
    unmount()
    open(FRIDAY)
    expect(await screen.findByText(/What you wrote before is back/)).toBeTruthy()
    expect(chosen()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Please choose a position.')).toBeTruthy()
  })

  it('says why a citizen may not stand yet, and lets them write already', async () => {
    renderAt('/elections/create-profile', fakeNation({ now: WEDNESDAY, as: 'newborn' }), WEDNESDAY)
    expect(await screen.findByText('You are not eligible to run for office yet.')).toBeTruthy()
    expect(screen.getByText(/at least 100 followers/, { selector: 'li' })).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(true)
  })

  it('leads back to what one ran with before, also where that election was cancelled', async () => {
    const nation = fakeNation({ now: WEDNESDAY, as: 'citizen' })
    const { body } = nation.handle('GET', '/api/candidates/list?position=secretary', null)
    const [one] = (body as CallAnswer<'candidates.list'>).candidates
    const may = { edit: false, changePosition: false, delete: false, runAgain: true, rival: false }
    const mine = nation.answers['candidates.mine']!
    nation.answers['candidates.mine'] = (input) => {
      const answer = mine(input)
      if (!('past' in answer)) return answer
      return { ...answer, past: [{ ...one!, status: 'archived', cancelled: true, may, bio: 'What I wrote then.' }] }
    }
    renderAt('/elections/create-profile', nation, WEDNESDAY)
    expect(
      await screen.findByText(/You ran for Secretary of State before, and that election was cancelled/),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Begin with what you wrote then' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Bio/ }).value).toBe('What I wrote then.'),
    )
    expect(screen.queryByRole('link', { name: 'Begin with what you wrote then' })).toBeNull()
  })

  it('has no form between two elections, and says when the next one opens', async () => {
    const nation = fakeNation({ now: SUNDAY, as: 'citizen' })
    const { body } = nation.handle('GET', '/api/candidates/list?position=secretary', null)
    const [one] = (body as CallAnswer<'candidates.list'>).candidates
    const may = { edit: false, changePosition: false, delete: false, runAgain: true, rival: false }
    const { 'elections.current': current, 'candidates.mine': mine } = nation.answers
    nation.answers['candidates.mine'] = (input) => {
      const answer = mine!(input)
      return 'past' in answer ? { ...answer, past: [{ ...one!, status: 'archived', may }] } : answer
    }
    nation.answers['elections.current'] = (input) => {
      const answer = current!(input)
      if (!('election' in answer) || !answer.election) return answer
      const { election } = answer
      const positions = election.positions.map((office) => ({ ...office, votingOpen: false, candidaciesOpen: false }))
      const ended = { status: 'past', phase: 'completed', isActive: false, resultsReady: true } as const
      return { ...answer, election: { ...election, ...ended, endsAt: SUNDAY - 3_600_000, positions } }
    }
    const { unmount } = renderAt('/elections/create-profile', nation, SUNDAY)
    const heading = await screen.findByRole('heading', { name: 'No election is open' })
    expect(heading.parentElement!.textContent).toMatch(/The next one opens Mon 23 Nov, 00:00 UTC\.View Elections$/)
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Begin with what you wrote then' }))
    expect(await screen.findByText(/then begins with what you ran with for Secretary of State\./)).toBeTruthy()
    unmount()
    nation.answers['elections.current'] = current!
    renderAt('/elections/create-profile', nation, SUNDAY)
    expect(await screen.findByRole('form', { name: 'Candidate profile' })).toBeTruthy()
  })

  it('sends a candidate to their campaign', async () => {
    renderAt('/elections/create-profile', fakeNation({ now: WEDNESDAY, as: 'candidate' }), WEDNESDAY)
    expect(await screen.findByRole('link', { name: 'View Campaign' })).toBeTruthy()
  })
})

describe('a candidate’s page', () => {
  it('shows the programme, the counts and the ballot', async () => {
    const nation = fakeNation({ now: WEDNESDAY, as: 'citizen' })
    const listed = nation.handle('GET', '/api/candidates/list?position=secretary', null).body as {
      candidates: { id: string; displayName: string }[]
    }
    const { id, displayName } = listed.candidates[0]!
    renderAt(`/elections/candidate/${id}`, nation, WEDNESDAY)
    expect(await screen.findByRole('heading', { level: 1, name: displayName })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Vote For Candidate' }))
    expect(await screen.findByRole('button', { name: 'Already Voted' })).toBeTruthy()
  })

  it('says so when there is no such candidate', async () => {
    renderAt('/elections/candidate/nobody', fakeNation({ now: WEDNESDAY }), WEDNESDAY)
    expect(await screen.findByText('Candidate not found')).toBeTruthy()
  })
})

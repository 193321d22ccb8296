import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query/query'
import { fakeNation, idOf, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { useToasts } from '../../../ui/toasts/toast'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
/** The candidacy of the citizen who is signed in as 'candidate', and another citizen's. */
const OWN = idOf(2, 0)
const OTHER = idOf(2, 1)

const edit = (
  id: string,
  as: 'candidate' | 'citizen' | 'visitor' = 'candidate',
  nation = fakeNation({ now: NOW, as }),
) => renderAt(`/elections/edit-profile/${id}`, nation, NOW)
const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const write = async (name: RegExp, value: string) => fireEvent.change(await field(name), { target: { value } })

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('editing a candidacy', () => {
  it('begins with what stands, and sends what was changed alone', async () => {
    const { sent, router } = edit(OWN)
    expect((await field(/^Vision/)).value).toContain('every decision can be followed back')
    await write(/^Bio/, 'Citizen since the first week, secretary twice.')
    await write(/^Goal 2/, '')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Your page opens in a moment.', { exact: false })).toBeTruthy()
    const update = sent.find(({ url }) => url === '/api/candidates/update')
    expect(JSON.parse(update!.body!)).toEqual({
      candidateId: OWN,
      bio: 'Citizen since the first week, secretary twice.',
      goals: ['Publish the treasury’s books every Sunday', 'Halve the number of meetings'],
    })
    expect(router.state.location.pathname).toBe(`/elections/edit-profile/${OWN}`)
    await vi.advanceTimersByTimeAsync(2100)
    await waitFor(() => expect(router.state.location.pathname).toBe(`/elections/candidate/${OWN}`))
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
  })

  it('changes one’s own day and what is open, as a candidacy may have moved to an office without candidates', async () => {
    edit(OWN)
    await write(/^Bio/, 'Citizen since the first week, secretary twice.')
    const readAnew = vi.spyOn(queryClient, 'invalidateQueries')
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Your page opens in a moment.', { exact: false })).toBeTruthy()
    const ids = readAnew.mock.calls.map(([which]) => which?.queryKey?.[0])
    expect(ids).toEqual(expect.arrayContaining(['participation.overview', 'participation.day']))
    readAnew.mockRestore()
  })

  it('names what is missing and sends nothing', async () => {
    const { sent } = edit(OWN)
    await write(/^Display name/, ' ')
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Missing Information: Please fill in all required fields')).toBeTruthy()
    expect(sent.some(({ url }) => url === '/api/candidates/update')).toBe(false)
  })

  it('names a slogan that is too long, and does not say that something is missing', async () => {
    useToasts.setState({ toasts: [] })
    const { sent } = edit(OWN)
    await write(/^Campaign slogan/, 'x'.repeat(120))
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect((await field(/^Campaign slogan/)).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('At most 100 characters.')).toHaveLength(1)
    expect(screen.queryByText(/Missing Information/)).toBeNull()
    expect(sent.some(({ url }) => url === '/api/candidates/update')).toBe(false)
  })

  it('says what the nation said against it, at its field, and keeps what was written', async () => {
    const nation = fakeNation({ now: NOW, as: 'candidate' })
    nation.answers['candidates.update'] = () => ({
      failed: 400,
      body: {
        success: false,
        error: 'Some fields are missing or not valid.',
        code: 'invalid_input',
        details: [{ path: 'website', code: 'invalid', message: 'Please give an https address.' }],
      },
    })
    edit(OWN, 'candidate', nation)
    await write(/^Website/, 'https://example.org/x')
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Please give an https address.')).toBeTruthy()
    expect((await field(/^Website/)).value).toBe('https://example.org/x')
    await write(/^Website/, 'https://example.org/y')
    await waitFor(() => expect(screen.queryByText('Please give an https address.')).toBeNull())
  })

  it('stores what was written on the device, and says so when the profile was changed since', async () => {
    const first = edit(OWN)
    await write(/^Bio/, 'Half a life')
    first.unmount()
    const nation = fakeNation({ now: NOW, as: 'candidate' })
    const get = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = (input) => {
      const answer = get(input)
      return 'candidate' in answer ? { ...answer, candidate: { ...answer.candidate, updatedAt: NOW } } : answer
    }
    edit(OWN, 'candidate', nation)
    expect((await field(/^Bio/)).value).toBe('Half a life')
    expect(screen.getByText(/The profile was changed since/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Start anew' }))
    expect((await field(/^Bio/)).value).toContain('I have lived in this nation')
  })

  it('is over when voting for the position has closed, and the page says so', async () => {
    const nation = fakeNation({ now: NOW, as: 'candidate' })
    const get = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = (input) => {
      const answer = get(input)
      if (!('candidate' in answer)) return answer
      return { ...answer, candidate: { ...answer.candidate, may: { ...answer.candidate.may, edit: false } } }
    }
    edit(OWN, 'candidate', nation)
    expect(
      await screen.findByText('Voting for President has closed: it stays as it was when citizens voted.'),
    ).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
  })

  it('is its owner’s alone', async () => {
    edit(OTHER)
    expect(
      await screen.findByText('Access Denied: You can only edit your own candidate profile', { selector: 'h2' }),
    ).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
  })

  it('asks visitors to sign in', async () => {
    edit(OWN, 'visitor')
    expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeTruthy()
  })

  it('that cannot be read is not called missing, and leads back to the elections', async () => {
    useToasts.setState({ toasts: [] })
    const nation = fakeNation({ now: NOW, as: 'candidate' })
    nation.answers['candidates.get'] = () => refuse(429, 'rate_limited', 'Rate limit exceeded. Please try again later.')
    const { router } = edit(OWN, 'candidate', nation)
    await waitFor(() => expect(router.state.location.pathname).toBe('/elections'))
    const said = useToasts
      .getState()
      .toasts.map(({ message }) => message)
      .join()
    expect(said).toContain('Your candidacy could not be loaded. Rate limit exceeded.')
    expect(said).not.toContain('Candidate not found')
  })

  it('leads back to the elections where there is nothing to edit', async () => {
    const { router } = edit('nobody')
    await waitFor(() => expect(router.state.location.pathname).toBe('/elections'))
    const bare = renderAt('/elections/edit-profile', fakeNation({ now: NOW, as: 'candidate' }), NOW)
    await waitFor(() => expect(bare.router.state.location.pathname).toBe('/elections'))
  })

  it('keeps the position after the first vote', async () => {
    edit(OWN)
    const position = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Position/ })
    expect(position.disabled).toBe(false)
    expect(position.value).toBe('president')
  })

  it('says that it is over when it is', async () => {
    const nation = fakeNation({ now: NOW, as: 'candidate' })
    const get = nation.answers['candidates.get']!
    nation.answers['candidates.get'] = (input) => {
      const answer = get(input)
      if (!('candidate' in answer)) return refuse(404, 'candidate_not_found', 'Candidate not found')
      const may = { edit: false, changePosition: false, delete: false, runAgain: true, rival: false }
      return { ...answer, candidate: { ...answer.candidate, status: 'archived', may } }
    }
    edit(OWN, 'candidate', nation)
    expect(await screen.findByText('This candidacy can no longer be edited')).toBeTruthy()
  })
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session/session'
import { fakeNation, idOf, refuse, type FakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const admin = () => fakeNation({ now: NOW, as: 'admin' })
const emptyPolls = {
  success: true as const,
  polls: [],
  total: 0,
  counts: { all: 0, active: 0, closed: 0 },
  limit: 20,
  offset: 0,
  nextCursor: null,
  now: NOW,
}

/** An official who is no administrator. */
function official(): FakeNation {
  const nation = fakeNation({ now: NOW, as: 'citizen' })
  const answer = nation.answers['auth.refresh']!
  nation.answers['auth.refresh'] = (input) => {
    const given = answer(input)
    return 'user' in given ? { ...given, user: { ...given.user, governmentRole: 'financeMinister' } } : given
  }
  return nation
}

const tabs = () => within(screen.getByRole('navigation', { name: 'Dashboard' })).getAllByRole('link')
const openInterviews = async (nation: FakeNation) => {
  const opened = renderAt('/government?tab=interviews', nation, NOW)
  await screen.findByRole('navigation', { name: 'Dashboard' })
  return opened
}

describe('the gate of the dashboard', () => {
  it('says that it looks, as long as the session is unknown', async () => {
    renderAt('/government', admin(), NOW)
    useSession.setState({ status: 'unknown', user: null })
    expect(await screen.findByText('Verifying access...')).toBeTruthy()
  })

  it('meets visitors with the auth wall', async () => {
    renderAt('/government', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByText('Authentication Required')).toBeTruthy()
  })

  it('stays shut for citizens without an office, and leads home', async () => {
    renderAt('/government?tab=interviews', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    expect(await screen.findByRole('heading', { name: 'Government Access Restricted' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
    expect(screen.queryByRole('navigation', { name: 'Dashboard' })).toBeNull()
  })

  it('opens for those in office, and closes when they lose it', async () => {
    renderAt('/government', official(), NOW)
    expect(await screen.findByText('Minister of Finance')).toBeTruthy()
    useSession.setState(({ user }) => ({ user: user && { ...user, governmentRole: null } }))
    expect(await screen.findByRole('heading', { name: 'Government Access Restricted' })).toBeTruthy()
  })

  it('shows the tabs that are built, opens the one that is asked for, and the first for one that is not there', async () => {
    const nation = admin()
    nation.answers['government.get-polls'] = () => emptyPolls
    const { router } = renderAt('/government?tab=treasure', nation, NOW)
    expect(await screen.findByText('Cabinet Members')).toBeTruthy()
    expect(tabs().map((tab) => tab.getAttribute('href'))).toEqual([
      '/government?tab=overview',
      '/government?tab=hierarchy',
      '/government?tab=communication',
      '/government?tab=polls',
      '/government?tab=tasks',
      '/government?tab=interviews',
    ])
    fireEvent.click(tabs().at(-1)!)
    expect(await screen.findByRole('button', { name: 'Create Interview' })).toBeTruthy()
    expect(router.state.location.search).toBe('?tab=interviews')
    expect(tabs().at(-1)!.getAttribute('aria-current')).toBe('page')
  })
})

describe('the polls of the dashboard', () => {
  /** The newest poll of this nation, with a question and figures of its own. */
  const pollOf = (nation: FakeNation) => {
    const given = nation.answers['government.get-polls']!({})
    const [first] = 'polls' in given ? given.polls : []
    const votes = [
      { id: idOf(6, 1), text: 'Yes', votes: 2, percentage: 66.6667, shownPercentage: 67 },
      { id: idOf(6, 2), text: 'No', votes: 1, percentage: 33.3333, shownPercentage: 33 },
    ]
    return { ...first!, question: 'Shall the ferry run at night?', options: votes, totalVotes: 3 }
  }

  it('show what each option has', async () => {
    const nation = admin()
    const poll = pollOf(nation)
    nation.answers['government.get-polls'] = () => ({
      ...emptyPolls,
      polls: [poll],
      total: 1,
      counts: { all: 1, active: 1, closed: 0 },
    })
    renderAt('/government?tab=polls', nation, NOW)
    const sheet = await screen.findByRole('article', { name: 'Shall the ferry run at night?' })
    const options = within(within(sheet).getByRole('list', { name: 'Options' })).getAllByRole('listitem')
    expect(options.map((option) => option.textContent)).toEqual([
      expect.stringMatching(/^Yes.*2 votes67%$/),
      expect.stringMatching(/^No.*1 vote33%$/),
    ])
    expect(within(sheet).getByText(/in all/).textContent).toMatch(/3 votes in all$/)
  })

  it('say what failed, and are read again', async () => {
    const nation = admin()
    nation.answers['government.get-polls'] = () => refuse(400, 'invalid_input', 'The box is stuck.')
    renderAt('/government?tab=polls', nation, NOW)
    expect(await screen.findByText(/The box is stuck\./)).toBeTruthy()
    nation.answers['government.get-polls'] = () => emptyPolls
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('No active polls')).toBeTruthy()
  })
})

describe('the interviews of the dashboard', () => {
  const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
  const dialog = () => screen.findByRole('dialog', { name: 'Create Interview' })

  it('are for administrators to manage; officials see what is asked', async () => {
    await openInterviews(official())
    expect(await screen.findByRole('link', { name: /old harbour/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Create Interview' })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
  })

  it('begin with one blank question; more come and go, renumbered, and one stays', async () => {
    await openInterviews(admin())
    press('Create Interview')
    const form = await dialog()
    expect(within(form).getAllByLabelText(/^Question \d/)).toHaveLength(1)
    expect(within(form).queryByRole('button', { name: /^Remove question/ })).toBeNull()
    press('Add Question')
    press('Add Question')
    write('Question 1', 'First')
    write('Question 2', 'Second')
    write('Question 3', 'Third')
    press('Remove question 2')
    const left = within(form).getAllByLabelText<HTMLTextAreaElement>(/^Question \d/)
    expect(left.map(({ value }) => value)).toEqual(['First', 'Third'])
    expect(within(form).getByLabelText<HTMLTextAreaElement>('Question 2').value).toBe('Third')
    press('Remove question 1')
    expect(within(form).queryByRole('button', { name: /^Remove question/ })).toBeNull()
  })

  it('are not asked without a title, a description and a question; blank questions are dropped', async () => {
    const { sent } = await openInterviews(admin())
    press('Create Interview')
    const form = await dialog()
    const problem = () => within(form).getByRole('alert').textContent
    const save = () => fireEvent.submit(form.querySelector('form')!)
    save()
    expect(problem()).toBe(
      'Title and description are required. At least one question is required.TitleDescriptionQuestion 1',
    )
    write('Title', 'Harbour')
    write('Description', 'About the harbour')
    save()
    expect(problem()).toBe('At least one question is required')
    press('Add Question')
    press('Add Question')
    write('Question 2', 'Why?')
    write('Question 3', '  ')
    save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { body } = sent.find(({ url }) => url === '/api/interviews/create')!
    expect(JSON.parse(body!)).toMatchObject({ title: 'Harbour', questions: [{ question: 'Why?', order: 1 }] })
    expect(await screen.findByRole('article', { name: 'Harbour' })).toBeTruthy()
  })

  it('say why one could not be asked: in the server’s words, or in their own', async () => {
    const nation = admin()
    nation.answers['interviews.create'] = () => refuse(400, 'invalid_input', 'The quill is dry.')
    await openInterviews(nation)
    press('Create Interview')
    const form = await dialog()
    write('Title', 'Harbour')
    write('Description', 'About the harbour')
    write('Question 1', 'Why?')
    fireEvent.submit(form.querySelector('form')!)
    expect(await within(form).findByText('The quill is dry.')).toBeTruthy()
  })

  it('say what is wrong with a question where it was typed, also after blank ones', async () => {
    const nation = admin()
    const details = [{ path: 'questions.1.question', code: 'invalid_input', message: 'This is too long.' }]
    const { failed, body } = refuse(400, 'invalid_input', 'No.')
    nation.answers['interviews.create'] = () => ({ failed, body: { ...body, details } })
    await openInterviews(nation)
    press('Create Interview')
    const form = await dialog()
    for (let more = 0; more < 3; more += 1) press('Add Question')
    write('Title', 'Harbour')
    write('Description', 'About the harbour')
    write('Question 2', 'Why?')
    write('Question 4', 'How?')
    fireEvent.submit(form.querySelector('form')!)
    await within(form).findByText('This is too long.')
    expect(document.activeElement).toBe(within(form).getByLabelText('Question 4'))
    expect(within(form).getByLabelText('Question 2').getAttribute('aria-invalid')).not.toBe('true')
  })

  it('are closed and opened by their status', async () => {
    const { sent } = await openInterviews(admin())
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /old harbour/ })
    expect(toggle.checked).toBe(true)
    fireEvent.click(toggle)
    await waitFor(() => expect(toggle.checked).toBe(false))
    const row = screen.getByRole('article', { name: /old harbour/ })
    expect(within(row).getByText('Inactive')).toBeTruthy()
    const { body } = sent.find(({ url }) => url === '/api/interviews/update')!
    expect(JSON.parse(body!)).toMatchObject({ isActive: false })
  })

  it('are deleted after a question, and are listed under Deleted with their responses', async () => {
    const { sent } = await openInterviews(admin())
    const row = await screen.findByRole('article', { name: /old harbour/ })
    fireEvent.click(within(row).getByRole('button', { name: 'Delete' }))
    const asked = await screen.findByRole('dialog')
    expect(asked.textContent).toContain('Are you sure you want to delete this interview?')
    fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.some(({ url }) => url === '/api/interviews/delete')).toBe(false)
    fireEvent.click(within(row).getByRole('button', { name: 'Delete' }))
    fireEvent.change(await screen.findByLabelText('Reason (optional)'), { target: { value: '  Asked twice ' } })
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: /old harbour/ })).toBeNull())
    const { body } = sent.find(({ url }) => url === '/api/interviews/delete')!
    expect(JSON.parse(body!)).toMatchObject({ reason: 'Asked twice' })
    fireEvent.click(screen.getByRole('radio', { name: 'Deleted' }))
    const deleted = await screen.findByRole('article', { name: /old harbour/ })
    expect(within(deleted).getByRole('link', { name: 'View Responses' })).toBeTruthy()
    expect(within(deleted).queryByRole('switch')).toBeNull()
  })
})

describe('the responses to an interview', () => {
  async function answered(): Promise<{ nation: FakeNation; id: string }> {
    const nation = admin()
    const { interviews } = nation.handle('GET', '/api/interviews/list', null).body as {
      interviews: { id: string; questions: { id: string }[] }[]
    }
    const [{ id, questions }] = interviews as [(typeof interviews)[0]]
    const answers = questions.map((question, index) => ({ questionId: question.id, answer: `Benches ${index + 1}` }))
    nation.handle('POST', '/api/interviews/submit', JSON.stringify({ interviewId: id, answers }))
    return { nation, id }
  }

  it('are read by citizen and by question, and searched', async () => {
    const { nation, id } = await answered()
    renderAt(`/government?tab=interviews&interview=${id}`, nation, NOW)
    expect(await screen.findByRole('heading', { name: /^Responses: What should become/ })).toBeTruthy()
    const list = screen.getByRole('list', { name: 'Responses' })
    expect(within(list).getByText('Benches 3')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'By question' }))
    expect(within(screen.getByRole('list', { name: 'Answers to question 1' })).getByText('Benches 1')).toBeTruthy()
    expect(screen.queryByText('Benches 2')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Next question' }))
    expect(within(screen.getByRole('list', { name: 'Answers to question 2' })).getByText('Benches 2')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Search responses'), { target: { value: 'ches 2' } })
    expect(await screen.findByText('ches 2', { selector: 'mark' })).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Search responses'), { target: { value: 'boats' } })
    expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
  })

  it('are none at first, and there is nothing to export', async () => {
    const nation = admin()
    const { interviews } = nation.handle('GET', '/api/interviews/list', null).body as { interviews: { id: string }[] }
    renderAt(`/government?tab=interviews&interview=${interviews[1]!.id}`, nation, NOW)
    expect(await screen.findByRole('heading', { name: 'No responses yet' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })

  it('of an interview that is not there lead back to those that are', async () => {
    renderAt('/government?tab=interviews&interview=01890a5d-ac96-774b-8000-000000000000', admin(), NOW)
    expect(await screen.findByRole('heading', { name: 'Interview not found' })).toBeTruthy()
  })
})

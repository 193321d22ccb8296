import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { forget, queryClient } from '../../lib/query/query'
import { saveFile } from '../../lib/save-file'
import { fakeNation, idOf, refuse } from '../../testing/fake-nation'
import type { FakeNation } from '../../testing/fake-nation'
import { holdAnswer } from '../../testing/hold-call'
import { storeInAnotherTab } from '../../testing/in-another-tab'
import { renderAt } from '../../testing/render-at'
import { saveDraft, readDraft } from './answer/drafts'
import { createdInWords } from './interview-words'
import { fillStorage } from '../../testing/full-storage'

vi.mock('../../lib/save-file', () => ({ saveFile: vi.fn() }))

const NOW = Date.UTC(2026, 10, 18, 15, 20)

/** The open interviews of the nation in memory. */
const openOf = (nation: FakeNation) =>
  (nation.handle('GET', '/api/interviews/list', null).body as { interviews: { id: string; title: string }[] })
    .interviews
const uidOf = (nation: FakeNation) =>
  (nation.handle('POST', '/api/auth/refresh', null).body as { user: { uid: string } }).user.uid

/** Opens the first interview of a nation. */
function openFirst(nation: FakeNation) {
  const id = openOf(nation)[0]!.id
  return { id, ...renderAt(`/interviews/${id}`, nation, NOW) }
}

const submitButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Submit Response' })
const fields = () => screen.findAllByRole<HTMLTextAreaElement>('textbox')
/** Sends the first interview's answers: the nation takes them, and its answer is under way until it comes. */
async function sendUnanswered() {
  const nation = fakeNation({ now: NOW, as: 'citizen' })
  const opened = openFirst(nation)
  await answerAll('Benches')
  const answerComes = holdAnswer('/api/interviews/submit')
  fireEvent.click(await submitButton())
  await waitFor(() => expect(opened.sent.some(({ url }) => url === '/api/interviews/submit')).toBe(true))
  return { ...opened, uid: uidOf(nation), answerComes }
}

async function answerAll(text = 'Quiet') {
  for (const field of await fields()) fireEvent.change(field, { target: { value: text } })
}

describe('the list of interviews', () => {
  it('shows each open one with what it is about, since when, and how many questions', async () => {
    renderAt('/interviews', fakeNation({ now: NOW }), NOW)
    const list = await screen.findByRole('list', { name: 'Interviews' })
    const [card] = within(list).getAllByRole('article')
    expect(
      within(card!)
        .getByRole('link', { name: /old harbour/ })
        .getAttribute('href'),
    ).toMatch(/^\/interviews\/0189/)
    expect(within(card!).getByText('Active')).toBeTruthy()
    expect(within(card!).getByText('3 questions')).toBeTruthy()
    expect(within(card!).getByText('16 Nov 2026')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'My responses' })).toBeNull()
  })

  it('says N/A where its creation was not recorded', () => {
    for (const nothing of [null, undefined, Number.NaN]) expect(createdInWords(nothing)).toBe('N/A')
  })

  it('says so when there are no questions', async () => {
    renderAt('/interviews', fakeNation({ now: NOW, empty: true }), NOW)
    expect(await screen.findByRole('heading', { name: 'No Active Interviews' })).toBeTruthy()
  })

  it('says what failed, and tries again', async () => {
    const nation = fakeNation({ now: NOW })
    const answer = nation.answers['interviews.list']!
    nation.answers['interviews.list'] = () => refuse(400, 'invalid_input', 'The list is torn.')
    renderAt('/interviews', nation, NOW)
    expect(await screen.findByText(/The list is torn\./)).toBeTruthy()
    nation.answers['interviews.list'] = answer
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('list', { name: 'Interviews' })).toBeTruthy()
  })
})

describe('an interview', () => {
  it('is there for visitors to read; answering asks them to sign in', async () => {
    openFirst(fakeNation({ now: NOW }))
    expect(await screen.findByRole('heading', { name: 'Sign in to answer' })).toBeTruthy()
    expect(screen.getByText('What do you miss by the water?')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Submit Response' })).toBeNull()
  })

  it('says before it is sent that a response is final, and takes none before every question is answered', async () => {
    openFirst(fakeNation({ now: NOW, as: 'citizen' }))
    expect((await submitButton()).disabled).toBe(true)
    expect(screen.getByText('A response is final.')).toBeTruthy()
    const [one, two, three] = await fields()
    for (const field of [one!, two!]) fireEvent.change(field, { target: { value: 'Quiet' } })
    fireEvent.change(three!, { target: { value: '  \n ' } })
    expect((await submitButton()).disabled).toBe(true)
    expect(screen.getByText(/^1 of 3 questions are left/)).toBeTruthy()
    fireEvent.change(three!, { target: { value: 'Noise' } })
    expect((await submitButton()).disabled).toBe(false)
  })

  it('keeps a draft of each citizen and interview on the device, and forgets it once it is sent', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const { id, unmount } = openFirst(nation)
    const [first] = await fields()
    fireEvent.change(first!, { target: { value: 'The quiet' } })
    unmount()
    const other = openOf(nation)[1]!.id
    const again = renderAt(`/interviews/${other}`, nation, NOW)
    expect((await fields()).map(({ value }) => value)).toEqual(['', ''])
    again.unmount()
    renderAt(`/interviews/${id}`, nation, NOW)
    expect((await fields())[0]!.value).toBe('The quiet')
    expect(readDraft(id, 'another-citizen')).toEqual({})
    await answerAll()
    fireEvent.click(await submitButton())
    await screen.findByRole('heading', { name: 'Response Submitted!' })
    expect(readDraft(id, uidOf(nation))).toEqual({})
  })

  it('shows what another tab writes to the same interview, and neither loses what the other has', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const { id } = openFirst(nation)
    const uid = uidOf(nation)
    const [first] = await fields()
    fireEvent.change(first!, { target: { value: 'The quiet' } })
    const [one, two] = [Object.keys(readDraft(id, uid))[0]!, 'q-of-the-other-tab']
    storeInAnotherTab(
      Object.keys(localStorage).find((key) => key.includes(id))!,
      JSON.stringify({ [one]: 'The quiet', [two]: 'Bread' }),
    )
    fireEvent.change(first!, { target: { value: 'The quiet mornings' } })
    expect(readDraft(id, uid)).toEqual({ [one]: 'The quiet mornings', [two]: 'Bread' })
  })

  it('that another tab has answered is written here no more', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const { id } = openFirst(nation)
    const uid = uidOf(nation)
    const [first, second] = await fields()
    fireEvent.change(first!, { target: { value: 'The quiet' } })
    const key = Object.keys(localStorage).find((one) => one.includes(id))!
    const question = Object.keys(readDraft(id, uid))[0]!
    storeInAnotherTab(key, JSON.stringify({ [question]: 'The quiet mornings' }))
    storeInAnotherTab(key, null)
    expect(first!.value).toBe('')
    fireEvent.change(second!, { target: { value: 'Bread' } })
    expect(Object.values(readDraft(id, uid))).toEqual(['Bread'])
  })

  it('takes a response, says so, and leads back to the list after two seconds; there it is marked as answered', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const nation = fakeNation({ now: NOW, as: 'citizen' })
      const { router, sent } = openFirst(nation)
      await answerAll('Benches')
      fireEvent.click(await submitButton())
      expect(await screen.findByRole('heading', { name: 'Response Submitted!' })).toBe(document.activeElement)
      const { body, headers } = sent.find(({ url }) => url === '/api/interviews/submit')!
      const { answers } = JSON.parse(body!) as { answers: { answer: string }[] }
      expect(answers.map(({ answer }) => answer)).toEqual(['Benches', 'Benches', 'Benches'])
      expect(headers.get('idempotency-key')).toBeTruthy()
      expect(router.state.location.pathname).not.toBe('/interviews')
      await vi.advanceTimersByTimeAsync(2000)
      await waitFor(() => expect(router.state.location.pathname).toBe('/interviews'))
      expect(await screen.findByText('Answered')).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  it('says that the response is in, also where that was heard of before the answer came', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { id, uid, router, answerComes } = await sendUnanswered()
      await act(() => forget(['interviews.my-responses']))
      expect(await screen.findByRole('heading', { name: 'You have answered this interview' })).toBeTruthy()
      answerComes()
      expect(await screen.findByRole('heading', { name: 'Response Submitted!' })).toBeTruthy()
      expect(readDraft(id, uid)).toEqual({})
      await vi.advanceTimersByTimeAsync(2000)
      await waitFor(() => expect(router.state.location.pathname).toBe('/interviews'))
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps what another tab wrote while the response was under way', async () => {
    const { id, uid, answerComes } = await sendUnanswered()
    const [question] = Object.keys(readDraft(id, uid))
    saveDraft(id, uid, { [question!]: 'More than that' })
    answerComes()
    await screen.findByRole('heading', { name: 'Response Submitted!' })
    expect(Object.values(readDraft(id, uid))).toEqual(['More than that'])
  })

  it('that one has answered shows the answers, and no way to answer again', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const { id, unmount } = openFirst(nation)
    await answerAll('Benches')
    fireEvent.click(await submitButton())
    await screen.findByRole('heading', { name: 'Response Submitted!' })
    unmount()
    renderAt(`/interviews/${id}`, nation, NOW)
    expect(await screen.findByRole('heading', { name: 'You have answered this interview' })).toBeTruthy()
    expect(screen.getAllByText('Benches')).toHaveLength(3)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('that is closed while one writes keeps what was written, to be read and copied', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const { id } = openFirst(nation)
    const [first] = await fields()
    fireEvent.change(first!, { target: { value: 'The quiet' } })
    nation.handle('POST', '/api/interviews/update', JSON.stringify({ interviewId: id, isActive: false }))
    await queryClient.invalidateQueries({ queryKey: ['interviews.get'] })
    expect(await screen.findByText('This interview does not accept answers at the moment')).toBeTruthy()
    expect((await fields())[0]).toMatchObject({ value: 'The quiet', readOnly: true })
    expect(screen.queryByRole('button', { name: 'Submit Response' })).toBeNull()
    nation.handle('POST', '/api/interviews/delete', JSON.stringify({ interviewId: id }))
    await queryClient.invalidateQueries({ queryKey: ['interviews.get'] })
    expect(await screen.findByText('This interview was deleted')).toBeTruthy()
    expect((await fields())[0]!.value).toBe('The quiet')
  })

  it('that refuses a response says why, and keeps what was written', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const { id } = openFirst(nation)
    await answerAll('Benches')
    nation.answers['interviews.submit'] = () => refuse(429, 'rate_limited', 'Not so fast.')
    fireEvent.click(await submitButton())
    expect(await screen.findByText(/Not so fast\. What you wrote is kept/)).toBeTruthy()
    expect(Object.values(readDraft(id, uidOf(nation)))).toEqual(['Benches', 'Benches', 'Benches'])
  })

  it('says so where the device cannot store what is written, before it is sent and when it is refused', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const makeRoom = fillStorage()
    openFirst(nation)
    await answerAll('Benches')
    expect(
      await screen.findByText(/Your response is ready\. What you wrote could not be kept on this device/),
    ).toBeTruthy()
    nation.answers['interviews.submit'] = () => refuse(429, 'rate_limited', 'Not so fast.')
    fireEvent.click(await submitButton())
    expect(await screen.findByText(/Not so fast\. What you wrote could not be kept on this device/)).toBeTruthy()
    makeRoom()
  })

  it('shows no form while it is not known whether it was answered, and asks again', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const answer = nation.answers['interviews.my-responses']!
    nation.answers['interviews.my-responses'] = () => refuse(400, 'invalid_input', 'The drawer is stuck.')
    openFirst(nation)
    expect(await screen.findByRole('heading', { name: 'Your response could not be loaded' })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    nation.answers['interviews.my-responses'] = answer
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await fields()).toHaveLength(3)
  })

  it('that is not there says so, and leads to those that are', async () => {
    renderAt('/interviews/01890a5d-ac96-774b-8000-000000000000', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    expect(await screen.findByRole('heading', { name: 'Interview not found' })).toBeTruthy()
  })

  it('takes no harm from a draft that something else wrote', () => {
    localStorage.setItem('nation.draft.interview.i.u', '{"a":1,"b":"Kept","c":null}')
    expect(readDraft('i', 'u')).toEqual({ b: 'Kept' })
    for (const broken of ['{', '"text"', 'null']) {
      localStorage.setItem('nation.draft.interview.i.u', broken)
      expect(readDraft('i', 'u')).toEqual({})
    }
    saveDraft('i', 'u', { a: '' })
    expect(localStorage.getItem('nation.draft.interview.i.u')).toBeNull()
  })
})

describe('my responses', () => {
  it('are read word for word, also of an interview that was deleted since', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    const { id, unmount } = openFirst(nation)
    await answerAll('Benches')
    fireEvent.click(await submitButton())
    await screen.findByRole('heading', { name: 'Response Submitted!' })
    unmount()
    nation.handle('POST', '/api/interviews/delete', JSON.stringify({ interviewId: id }))
    renderAt('/interviews?show=mine', nation, NOW)
    const list = await screen.findByRole('list', { name: 'My responses' })
    expect(within(list).getByText('Interview deleted')).toBeTruthy()
    expect(within(list).getAllByText('Benches')).toHaveLength(3)
    expect(within(list).queryByRole('link')).toBeNull()
  })

  it('are none at first', async () => {
    renderAt('/interviews?show=mine', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    expect(await screen.findByRole('heading', { name: 'No responses yet' })).toBeTruthy()
  })
})

describe('responses as a file', () => {
  /** An interview with a response, whose file answers as `file` says. */
  async function openResponses(file: { status: number; body: unknown }) {
    vi.mocked(saveFile).mockClear()
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const { id } = openOf(nation)[0]!
    const answers = nation.answers['interviews.responses']!({ interviewId: id })
    const stored = [{ id: idOf(8, 1), userId: idOf(3, 2), username: 'Ben', submittedAt: NOW, answers: [] }]
    const { interview } = answers as Extract<typeof answers, { success: true }>
    nation.answers['interviews.responses'] = () => ({
      success: true,
      interview: { ...interview, responseCount: 3 },
      responses: stored,
      matching: 3,
      nextCursor: null,
    })
    const handle: FakeNation['handle'] = (method, url, body) =>
      url.startsWith('/api/interviews/export') ? file : nation.handle(method, url, body)
    const opened = renderAt(`/government?tab=interviews&interview=${id}`, { ...nation, handle }, NOW)
    fireEvent.change(await screen.findByLabelText('Search responses'), { target: { value: 'quiet & calm' } })
    await screen.findByText('3 of 3 found')
    return { ...opened, id }
  }

  it('are asked of the nation with the search, and saved under the interview’s name', async () => {
    const { sent, id } = await openResponses({ status: 200, body: ['saved'] })
    fireEvent.click(screen.getByRole('button', { name: 'Export JSON' }))
    const name = 'what-should-become-of-the-old-harbour-responses.json'
    expect(await screen.findByText(`${name} is saved.`)).toBeTruthy()
    const [asked] = sent.filter(({ url }) => url.includes('/export'))
    const { searchParams } = new URL(asked?.url ?? '', 'http://nation.test')
    expect(Object.fromEntries(searchParams)).toEqual({ interviewId: id, format: 'json', search: 'quiet & calm' })
    const [[content, as]] = vi.mocked(saveFile).mock.calls as [[Blob, string]]
    expect([await content.text(), as]).toEqual(['["saved"]', name])
  })

  it('say why when they do not come, and save nothing', async () => {
    await openResponses({ status: 503, body: refuse(503, 'busy', 'The nation is busy.').body })
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText('The export failed. The nation is busy.')).toBeTruthy()
    expect(saveFile).not.toHaveBeenCalled()
  })
})

it('every field of a form keeps its own question', async () => {
  openFirst(fakeNation({ now: NOW, as: 'citizen' }))
  const [first] = await fields()
  await waitFor(() => expect(screen.getByLabelText('What do you miss by the water?')).toBe(first))
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import { fakePledge, fakeTerm, promiseAnswers } from '../../../testing/fake-promises'
import { holdCall } from '../../../testing/hold-call'
import { namedAfter } from '../../../testing/named-after'
import { renderAt } from '../../../testing/render-at'
import { useToasts } from '../../../ui/toasts/toast'
import type { Official } from '../types'
import { doneInWords } from './promise-words'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const uid = '01890a5d-ac96-774b-8003-000000000001'

const term: Official['term'] = {
  office: 'president',
  title: 'President',
  startedAt: Date.UTC(2026, 10, 16),
  endedAt: null,
  endedHow: null,
  endedBy: null,
  how: 'elected',
  appointedBy: null,
  electionId: uid,
  candidateId: uid,
  votes: 62.1,
  supportersCount: 54,
  contenders: 3,
  share: 42.2,
  rule: 'weight',
}

const campaign: NonNullable<Official['campaign']> = {
  candidateId: uid,
  displayName: 'Piet de Vries',
  title: null,
  campaignSlogan: 'Mind the dike',
  bannerImage: null,
  vision: 'Do few things.',
  policies: null,
  bio: 'Dike reeve.',
  experience: null,
  qualifications: null,
  goals: ['A handover book'],
  promises: ['No emergency powers', 'A dry cellar for everybody', 'A page a week'],
}

interface Scene {
  as?: 'visitor' | 'citizen' | 'newborn'
  may?: { set: boolean; mark: boolean }
  own?: boolean
  answers?: ReturnType<typeof promiseAnswers>
  official?: Partial<Official>
}

function open({ as = 'visitor', may = { set: false, mark: false }, answers, official }: Scene = {}) {
  const nation = fakeNation({ now: NOW, as })
  Object.assign(nation.answers, answers ?? promiseAnswers(NOW, [fakeTerm(NOW, uid, may)]))
  const person: Official = {
    id: uid,
    uid,
    userId: uid,
    username: 'Piet de Vries',
    governmentRole: 'president',
    twitterUsername: 'piet_president',
    twitterFollowers: 96_400,
    twitterVerified: true,
    profilePicture: null,
    pageNumber: null,
    status: 'ACTIVE',
    position: 'President',
    joinedAt: NOW,
    term,
    earlierTerms: [],
    campaign,
    ...official,
  }
  nation.answers['members.get-official'] = () => ({ success: true, official: person })
  return renderAt(`/gov-official/${uid}`, nation, NOW)
}

/** The part of the page, as soon as it is there. */
const section = () => screen.findByRole('region', { name: 'Promises kept' })

async function pledge(text: string) {
  await section()
  await waitFor(() => expect(screen.queryByText('Loading the state of these promises')).toBeNull())
  const item = (await within(await section()).findByText(text)).closest('li')
  if (!item) throw new Error(`${text} is in no list.`)
  return within(item)
}

beforeEach(() => useToasts.setState({ toasts: [] }))

describe('What became of an official’s promises', () => {
  it('is read by visitors: state, sentence, link, and how many agree', async () => {
    open()
    expect(await within(await section()).findByText('1 of 4 promises done, 1 broken')).toBeTruthy()
    const book = await pledge('A handover book')
    expect(book.getByText('Done')).toBeTruthy()
    expect(book.getByText('It lies in the archive.')).toBeTruthy()
    expect(book.getByRole('link', { name: /^example\.org/ }).getAttribute('href')).toBe('https://example.org/book')
    expect(book.getByText('12 agree, 3 disagree')).toBeTruthy()
    const powers = await pledge('No emergency powers')
    expect(powers.getByText('Broken')).toBeTruthy()
    expect(powers.getByText('Said before (1)')).toBeTruthy()
    expect((await pledge('A page a week')).getByText('Nothing has been said about it yet.')).toBeTruthy()
    expect(within(await section()).queryAllByRole('button')).toEqual([])
    expect(
      within(await section()).getByText('Sign in with X to say whether you agree with these reports.'),
    ).toBeTruthy()
  })

  it('is marked by a citizen, who changes the mark and takes it back', async () => {
    const { sent } = open({ as: 'citizen', may: { set: false, mark: true } })
    const book = await pledge('A handover book')
    const agree = book.getByRole('button', { name: 'Agree 12' })
    expect(agree.getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(agree)
    expect(await book.findByRole('button', { name: 'Agree 13', pressed: true })).toBeTruthy()
    fireEvent.click(book.getByRole('button', { name: 'Disagree 3' }))
    expect(await book.findByRole('button', { name: 'Disagree 4', pressed: true })).toBeTruthy()
    expect(book.getByRole('button', { name: 'Agree 12', pressed: false })).toBeTruthy()
    fireEvent.click(book.getByRole('button', { name: 'Disagree 4' }))
    expect(await book.findByRole('button', { name: 'Disagree 3', pressed: false })).toBeTruthy()
    expect((await pledge('A page a week')).queryAllByRole('button')).toEqual([])
    expect(namedAfter('government.mark-promise', 'government.promise-marked', sent)).toEqual([])
  })

  it('keeps no mark that the nation refuses, and says why', async () => {
    const said = 'The official has changed the report in the meantime. Please read it and mark it again.'
    const answers = promiseAnswers(NOW, [fakeTerm(NOW, uid, { set: false, mark: true })])
    open({
      as: 'citizen',
      answers: { ...answers, 'government.mark-promise': () => refuse(409, 'promise_changed', said) },
    })
    const book = await pledge('A handover book')
    fireEvent.click(book.getByRole('button', { name: 'Agree 12' }))
    await waitFor(() => expect(useToasts.getState().toasts).toMatchObject([{ kind: 'error', detail: said }]))
    expect(await book.findByRole('button', { name: 'Agree 12', pressed: false })).toBeTruthy()
  })

  it('tells a citizen who may not vote yet why there is nothing to press', async () => {
    open({ as: 'newborn' })
    expect(await within(await section()).findByText(/Your ID card says from when you may/)).toBeTruthy()
  })

  it('is said by the official in a form that brings its errors', async () => {
    const { sent } = open({ as: 'citizen', may: { set: true, mark: false } })
    const page = await pledge('A page a week')
    fireEvent.click(page.getByRole('button', { name: 'Say what became of it: A page a week' }))
    const form = within(await screen.findByRole('dialog', { name: 'Update this promise' }))
    fireEvent.click(form.getByRole('radio', { name: 'Done' }))
    fireEvent.change(form.getByLabelText('Link (optional)'), { target: { value: 'http://example.org' } })
    fireEvent.click(form.getByRole('button', { name: 'Publish' }))
    const links = await form.findAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['What happened', 'Link (optional)'])
    expect(document.activeElement).toBe(form.getByLabelText('What happened'))
    fireEvent.change(form.getByLabelText('What happened'), { target: { value: 'Seven pages in seven days.' } })
    fireEvent.change(form.getByLabelText('Link (optional)'), { target: { value: 'https://example.org/pages' } })
    fireEvent.click(form.getByRole('button', { name: 'Publish' }))
    expect(await page.findByText('Seven pages in seven days.')).toBeTruthy()
    expect(page.getByText('Done')).toBeTruthy()
    expect(within(await section()).getByText('2 of 4 promises done, 1 broken')).toBeTruthy()
    const body = sent.find(({ url }) => url.endsWith('/api/government/set-promise'))?.body ?? ''
    expect(JSON.parse(body)).toMatchObject({ candidateId: uid, kind: 'promise', place: 2, state: 'done' })
  })

  it('shows a refusal of the nation in the form, and keeps what was written', async () => {
    const said = 'Only the official who was elected with this promise may report on it, and only while in office.'
    const answers = promiseAnswers(NOW, [fakeTerm(NOW, uid, { set: true, mark: false })])
    open({
      as: 'citizen',
      answers: { ...answers, 'government.set-promise': () => refuse(403, 'promise_not_yours', said) },
    })
    const book = await pledge('A handover book')
    fireEvent.click(book.getByRole('button', { name: 'Update: A handover book' }))
    const form = within(await screen.findByRole('dialog', { name: 'Update this promise' }))
    expect(form.getByText(/citizens mark the new words anew/)).toBeTruthy()
    fireEvent.click(form.getByRole('button', { name: 'Publish' }))
    expect(await form.findByText(said)).toBeTruthy()
    expect(form.getByLabelText<HTMLTextAreaElement>('What happened').value).toBe('It lies in the archive.')
  })

  it('shows what was promised while the rest is on its way, and when it could not be read', async () => {
    open()
    const answer = holdCall('/api/government/promises')
    expect(await within(await section()).findByText('A handover book')).toBeTruthy()
    expect(within(await section()).getByText('Loading the state of these promises')).toBeTruthy()
    answer()
    expect(await within(await section()).findByText('Done')).toBeTruthy()
  })

  it('offers to read again what could not be read', async () => {
    open({ answers: { 'government.promises': () => refuse(500, 'internal', 'Something went wrong.') } })
    expect(await within(await section()).findByRole('alert')).toBeTruthy()
    expect(within(await section()).getByRole('button', { name: 'Try Again' })).toBeTruthy()
    expect(within(await section()).getByText('A page a week')).toBeTruthy()
  })

  it('has nothing to tell of an appointed official, and says so of a campaign without promises', async () => {
    const none = { answers: promiseAnswers(NOW, []) }
    const appointed = { ...term, how: 'appointed' as const, candidateId: null }
    const { unmount } = open({ ...none, official: { campaign: null, term: appointed } })
    await screen.findByText(/had no campaign for the seat/)
    expect(screen.queryByRole('region', { name: 'Promises kept' })).toBeNull()
    unmount()
    open({ ...none, official: { campaign: { ...campaign, goals: [], promises: [] } } })
    const said = await screen.findByText(/named no goals and no promises for the seat\.$/)
    expect(said.textContent).toBe('Piet de Vries named no goals and no promises for the seat.')
  })

  it('keeps the terms before, folded', async () => {
    const before = {
      ...fakeTerm(NOW, '01890a5d-ac96-774b-8003-000000000002', { set: false, mark: false }),
      endedAt: Date.UTC(2026, 10, 16),
      startedAt: Date.UTC(2026, 10, 9),
    }
    open({ answers: promiseAnswers(NOW, [fakeTerm(NOW, uid, { set: false, mark: false }), before]) })
    const summary = (await within(await section()).findByText('President, 9 Nov 2026 to 16 Nov 2026')).closest(
      'summary',
    )!
    expect(within(summary).getByText('1 of 4 promises done, 1 broken')).toBeTruthy()
    // Nothing more can be said of them: what has no word is not open any more.
    const term = within(summary.parentElement!)
    const page = within(term.getByText('A page a week').closest('li')!)
    expect(page.getByText('No report')).toBeTruthy()
    expect(page.queryByText('Nothing has been said about it yet.')).toBeNull()
    expect(within(term.getByText('A dry cellar for everybody').closest('li')!).getByText('Left open')).toBeTruthy()
  })
})

it('Promises of several terms are counted together', () => {
  const items = [fakePledge(0, 'One'), fakePledge(1, 'Two')]
  expect(doneInWords([{ done: 1, broken: 0, items: items.slice(1) }])).toBe('1 of 1 promise done')
  expect(
    doneInWords([
      { done: 2, broken: 0, items },
      { done: 0, broken: 1, items },
    ]),
  ).toBe('2 of 4 promises done, 1 broken')
})

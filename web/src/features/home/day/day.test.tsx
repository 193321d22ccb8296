import type { CallAnswer } from '@nation/domain/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forget } from '../../../lib/query/query'
import { useSession } from '../../../lib/session/session'
import { DAY_KEY, readStored, VISIT_KEYS } from '../../../lib/store/device'
import { aCalmDay } from '../../../testing/fake-day'
import { fakeNation, idOf, refuse } from '../../../testing/fake-nation'
import type { FakeOptions } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { lineOf, namesInWords } from './wait-words'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const HOUR = 3_600_000

const nationOf = (options: Omit<FakeOptions, 'now'>) => fakeNation({ now: NOW, ...options })
const waits = () => screen.findByRole('list', { name: 'What waits for you' })
const visits = () => Object.keys(localStorage).filter((key) => key.startsWith(VISIT_KEYS))

beforeEach(() => localStorage.clear())
afterEach(() => document.documentElement.removeAttribute('data-here'))

describe('A citizen’s day', () => {
  it('stands first on the home page, with one action for each kind that waits, the first to close first', async () => {
    renderAt('/', nationOf({ as: 'citizen' }), NOW)
    const lines = within(await waits()).getAllByRole('listitem')
    expect(lines.map((line) => within(line).getByRole('heading').textContent)).toEqual([
      'Your vote for 3 offices',
      '3 polls ask for your vote',
      'An interview asks for your answer',
    ])
    expect(lines.map((line) => within(line).getByRole('link').getAttribute('href'))).toEqual([
      '/elections/ballot/president',
      `/vote?poll=${idOf(8, 1)}`,
      `/interviews/${idOf(11, 1)}`,
    ])
    expect(lines[0]?.textContent).toMatch(/Voting closes in (20 hours|19 hours 59 minutes)/)
    expect(screen.getByRole('heading', { level: 2, name: '3 things wait for you.' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ id }) => id)).toEqual(['day'])
  })

  it('says that nothing waits, and to newcomers why', async () => {
    const nation = nationOf({ as: 'citizen', empty: true })
    const { unmount } = renderAt('/', nation, NOW)
    expect(await screen.findByText('Nothing waits for you.')).toBeTruthy()
    expect(screen.getByText(/You have voted wherever you can/)).toBeTruthy()
    unmount()
    nation.answers['participation.day'] = () => ({ ...aCalmDay(NOW), eligibleToVote: false })
    renderAt('/', nation, NOW)
    expect(await screen.findByText(/You may not vote yet/)).toBeTruthy()
  })

  it('offers to try again when it cannot be read, and leaves the page otherwise whole', async () => {
    const nation = nationOf({ as: 'citizen' })
    const read = nation.answers['participation.day']!
    nation.answers['participation.day'] = () => refuse(500, 'internal', 'Something went wrong')
    renderAt('/', nation, NOW)
    const failed = (await screen.findByText('What waits for you could not be read', {}, { timeout: 10_000 })).closest(
      'div',
    )!
    expect(screen.getByText('Lately in the nation')).toBeTruthy()
    nation.answers['participation.day'] = read
    fireEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
    expect(await waits()).toBeTruthy()
  }, 20_000)

  it('says once that nothing of it could be read, with one button for all', async () => {
    const nation = nationOf({ as: 'citizen' })
    const { 'participation.day': day, 'gazette.list': news } = nation.answers
    const refused = () => refuse(400, 'invalid_input', 'The nation is busy.')
    Object.assign(nation.answers, { 'participation.day': refused, 'gazette.list': refused })
    renderAt('/', nation, NOW)
    expect(await screen.findByText('The news could not be read, either.')).toBeTruthy()
    expect(screen.getByText(/Try Again reads all of this page anew\./)).toBeTruthy()
    const [again, ...others] = screen.getAllByRole('button', { name: 'Try Again' })
    expect(others).toEqual([])
    Object.assign(nation.answers, { 'participation.day': day, 'gazette.list': news })
    fireEvent.click(again!)
    expect(await waits()).toBeTruthy()
    expect(await screen.findByRole('link', { name: /gazette/ })).toBeTruthy()
  })

  const rememberedLines = () =>
    (JSON.parse(readStored(DAY_KEY) ?? '{"lines":[]}') as { lines: { title: string }[] }).lines.map(
      ({ title }) => title,
    )

  it('is remembered by the device on whatever page it is read, until nothing waits', async () => {
    const nation = nationOf({ as: 'citizen' })
    renderAt('/rules', nation, NOW)
    await waitFor(() => expect(rememberedLines()[0]).toBe('Your vote for 3 offices'), { timeout: 10_000 })
    expect(JSON.parse(readStored(DAY_KEY)!)).toMatchObject({ uid: useSession.getState().user?.uid })
    nation.answers['participation.day'] = () => aCalmDay(NOW)
    await act(() => forget(['participation.day']))
    await waitFor(() => expect(readStored(DAY_KEY)).toBeNull(), { timeout: 10_000 })
  })

  it('leaves out what an operator has switched off', async () => {
    renderAt('/', nationOf({ as: 'citizen', off: ['elections'] }), NOW)
    const titles = within(await waits())
      .getAllByRole('heading')
      .map(({ textContent }) => textContent)
    expect(titles).not.toContain('Your vote for 3 offices')
  })

  it('tells how one’s votes went in the last election, and leads to its results', async () => {
    renderAt('/', nationOf({ as: 'citizen' }), NOW)
    const outcome = within(await screen.findByRole('region', { name: 'Four of your six won' }))
    expect(outcome.getByRole('link', { name: 'See the results' }).getAttribute('href')).toBe(
      `/elections/results/${idOf(1, 0)}`,
    )
    expect(outcome.getByRole('button', { name: 'Share' })).toBeTruthy()
  })

  it('shows candidates their place, and administrators what they alone do', async () => {
    const { unmount } = renderAt('/', nationOf({ as: 'candidate' }), NOW)
    const standing = await screen.findByRole('region', { name: 'Your candidacy' })
    expect(standing.textContent).toContain('2nd of 4')
    unmount()
    renderAt('/', nationOf({ as: 'admin' }), NOW)
    const text = (await waits()).textContent
    expect(text).toMatch(/An office is vacant.*2 reports to look at.*3 salaries to mark as paid/)
    expect(text).toContain('The treasury lacks $125.00')
    expect(text).toContain('2 pieces of the nation’s work have failed')
    expect(text).toContain('Salaries failed at the last run. One waits for a retry.')
  })

  it('tells candidates when the seats change after a closed vote, and that they lead only where they do', async () => {
    const closed = async (facts: object) => {
      const nation = nationOf({ as: 'candidate' })
      const read = nation.answers['participation.day']!
      nation.answers['participation.day'] = (input) => {
        const day = read(input) as CallAnswer<'participation.day'>
        const candidacy = { ...day.candidacy!, closesAt: NOW - 1000, endsAt: Date.UTC(2026, 11, 2, 12), ...facts }
        return { ...day, candidacy }
      }
      const { unmount } = renderAt('/', nation, NOW)
      const text = (await screen.findByRole('region', { name: 'Your candidacy' })).textContent
      unmount()
      return text
    }
    const leads = await closed({ rank: 1 })
    expect(leads).toContain('You lead the closed vote. The seats change Wed 2 Dec, 12:00 UTC.')
    expect(await closed({ rank: 1, level: true })).toContain('You are level at the head of the closed vote')
    expect(await closed({ rank: 1, level: true, votes: 0, supportersCount: 0 })).toContain('Voting has closed. The')
    expect(await closed({ rank: 2 })).toContain('Voting has closed. The')
  })

  it('is not read for visitors, who meet the brochure', async () => {
    document.documentElement.setAttribute('data-here', '')
    const { sent } = renderAt('/', nationOf({}), NOW)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/A nation that elects/)
    expect(sent.filter(({ url }) => url.includes('participation/day'))).toEqual([])
    expect(document.documentElement.hasAttribute('data-here')).toBe(false)
  })
})

describe('What is new since the last visit', () => {
  const key = async () => {
    await waitFor(() => expect(visits()).toHaveLength(1))
    return visits()[0]!
  }

  it('is what the gazette has published since, and on a first visit the latest', async () => {
    const nation = nationOf({ as: 'citizen' })
    const first = renderAt('/', nation, NOW)
    expect(await screen.findByText('Lately in the nation')).toBeTruthy()
    const at = await key()
    expect(JSON.parse(readStored(at)!)).toEqual({ since: null, seen: expect.any(Number) as number })
    first.unmount()

    localStorage.setItem(at, JSON.stringify({ since: null, seen: NOW - 48 * HOUR }))
    renderAt('/', nation, NOW)
    const news = (await screen.findByText('Since you were last here')).closest('section')!
    expect(news).toBeTruthy()
    await waitFor(() => expect(JSON.parse(readStored(at)!)).toMatchObject({ since: NOW - 48 * HOUR }))
  })

  it.each(['{', '"x"', '{"since":"a","seen":1}', 'null'])('begins anew when the stored visit is %s', async (stored) => {
    const nation = nationOf({ as: 'citizen' })
    const first = renderAt('/', nation, NOW)
    const at = await key()
    first.unmount()
    localStorage.setItem(at, stored)
    renderAt('/', nation, NOW)
    expect(await screen.findByText('Lately in the nation')).toBeTruthy()
  })
})

describe('The words of a day', () => {
  it('name a few and count the rest', () => {
    expect(namesInWords([])).toBe('')
    expect(namesInWords(['A'])).toBe('A')
    expect(namesInWords(['A', 'B'])).toBe('A and B')
    expect(namesInWords(['A', 'B', 'C'])).toBe('A, B and C')
    expect(namesInWords(['A', 'B', 'C'], 7)).toBe('A, B and 5 more')
  })

  it('lead to the one thing where there is one, and to the list where there are several', () => {
    const task = { id: idOf(9, 1), title: 'Count the chairs', dueDate: NOW + HOUR, overdue: false }
    const wait = { kind: 'tasks', count: 1, until: null } as const
    const day = { ...aCalmDay(NOW), tasks: { total: 1, first: [task] } }
    expect(lineOf(wait, day)).toMatchObject({ title: 'A task for you', detail: 'Count the chairs', ends: 'Due' })
    expect(lineOf(wait, day).to).toContain(task.id)
    const several = { ...day, tasks: { total: 5, first: [task, { ...task, title: 'B' }, { ...task, title: 'C' }] } }
    expect(lineOf({ ...wait, count: 5 }, several)).toMatchObject({
      title: '5 tasks for you',
      detail: 'Count the chairs, B and 3 more',
      action: 'Open your tasks',
    })
  })
})

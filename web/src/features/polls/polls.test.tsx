import type { CallAnswer } from '@nation/domain/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query/query'
import { fakeNation, idOf, refuse, userOf } from '../../testing/fake-nation'
import { endow, fakeWallet } from '../../testing/fake-citizen'
import type { FakeOptions } from '../../testing/fake-nation'
import { namedAfter } from '../../testing/named-after'
import { renderAt } from '../../testing/render-at'
import type { Sent } from '../../testing/render-at'
import { useConfirm } from '../../ui/confirm/confirm'
import { useToasts } from '../../ui/toasts/toast'
import type { Poll } from './types'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

const open = (
  as: NonNullable<FakeOptions['as']>,
  change: (nation: ReturnType<typeof fakeNation>) => void = () => {},
  path = '/vote',
  more: Partial<FakeOptions> = {},
) => {
  const nation = fakeNation({ now: NOW, as, ...more })
  change(nation)
  return { nation, ...renderAt(path, nation, NOW) }
}
const poll = (question: RegExp) => screen.findByRole('article', { name: question })
const unfold = async (question: RegExp) => {
  const card = await poll(question)
  fireEvent.click(within(card).getByRole('button', { name: question }))
  await within(card).findByRole('list', { name: 'What happened to this poll' })
  return card
}
const press = (where: HTMLElement, name: string) => fireEvent.click(within(where).getByRole('button', { name }))
const said = () => useToasts.getState().toasts.map(({ message }) => message)
const sentTo = (sent: readonly Sent[], path: string) => sent.filter(({ url }) => url.startsWith(path))
const bridge = /bridge of the capital/
const budget = /part of the budget/

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  useConfirm.setState({ asked: null })
})

describe('the Vote Hub', () => {
  it('is for citizens who are signed in', async () => {
    open('visitor')
    expect(await screen.findByText('Authentication Required')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return to Home' })).toBeTruthy()
  })

  it('shows no balance where the chain has not told of the wallet yet', async () => {
    open('citizen', (nation) => endow(Object.assign(userOf(nation), { balanceKnown: false }), fakeWallet, 0, NOW))
    const figures = await screen.findByLabelText('The Vote Hub in figures')
    expect(await within(figures).findByText('not known')).toBeTruthy()
    expect(figures.textContent).not.toContain('$ON')
  })

  it('shows polls in the tab, the balance, and the votes cast', async () => {
    open('citizen')
    const figures = await screen.findByLabelText('The Vote Hub in figures')
    await within(figures).findAllByText('3')
    expect(within(figures).getByText('Active Polls')).toBeTruthy()
    expect(within(figures).getByText('1.25M $ON')).toBeTruthy()
    expect(await within(figures).findByText(/3 to answer/)).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Archived Polls' }))
    expect(await within(figures).findByText('Archived Polls')).toBeTruthy()
    expect(await poll(/Which colour/)).toBeTruthy()
    expect(screen.queryByRole('article', { name: bridge })).toBeNull()
  })

  it('says that more may wait for an answer than are on the first page', async () => {
    open('citizen', (nation) => {
      const list = nation.answers['polls.list']!
      nation.answers['polls.list'] = (input) =>
        ({ ...(list(input) as object), nextCursor: 'more' }) as ReturnType<typeof list>
    })
    const figures = await screen.findByLabelText('The Vote Hub in figures')
    expect(await within(figures).findByText(/3 or more to answer/)).toBeTruthy()
  })

  it('has a button at each poll that waits for one’s vote, which opens it and keeps the focus there', async () => {
    open('citizen')
    const card = await poll(bridge)
    press(card, 'Vote')
    expect(await within(card).findByRole('button', { name: 'Submit Vote' })).toBeTruthy()
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')
    expect(within(card).queryByRole('button', { name: 'Vote' })).toBeNull()
  })

  it('moves between its tabs by the arrow keys, and opens at the tab of the address', async () => {
    open('citizen', undefined, '/vote?tab=archived')
    const archived = await screen.findByRole('tab', { name: 'Archived Polls' })
    expect(archived.getAttribute('aria-selected')).toBe('true')
    fireEvent.keyDown(archived, { key: 'ArrowLeft' })
    const active = screen.getByRole('tab', { name: 'Active Polls' })
    expect(active.getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(active)
  })

  it('lists a poll once at a glance: among those with the most votes, or among the newest, closed ones with what was decided', async () => {
    open('citizen')
    const beside = async (title: string) => {
      const region = await screen.findByRole('region', { name: title })
      return within(await within(region).findByRole('list')).getAllByRole('button')
    }
    const questionOf = (row: HTMLElement) => row.querySelector('span')?.textContent
    const [most, closed] = [(await beside('Most votes')).map(questionOf), await beside('Recent')]
    expect(most).toContainEqual(expect.stringMatching(bridge))
    expect(closed.map(questionOf).filter((question) => most.includes(question))).toEqual([])
    expect(closed[0]?.textContent).toMatch(/No votes$|A tie$|, \d+%$/)
  })

  it('repeats beside the archived polls none of them, and says of each what was decided', async () => {
    open('citizen', undefined, '/vote?tab=archived')
    const archived = within(await screen.findByRole('list', { name: 'Archived polls' })).getAllByRole('article')
    for (const one of archived) expect(one.textContent).toMatch(/Decided:|No votes yet/)
    expect(await screen.findByRole('region', { name: 'Open now, most votes' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull()
  })

  it('says what the requirements say when there is nothing, or nothing could be read', async () => {
    const { unmount } = open('citizen', undefined, '/vote', { empty: true })
    expect(await screen.findByText('No Active Polls')).toBeTruthy()
    expect(screen.getByText('Check back later for new voting opportunities')).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Archived Polls' }))
    expect(await screen.findByText('No Archived Polls')).toBeTruthy()
    expect(screen.getByText('No polls have been archived yet')).toBeTruthy()
    unmount()
    const { nation } = open('citizen', (nation) => {
      nation.answers['polls.list'] = () => refuse(400, 'invalid_input', 'The list is away.')
    })
    expect(await screen.findByText('Error Loading Polls')).toBeTruthy()
    expect(screen.getByText(/The list is away\./)).toBeTruthy()
    Object.assign(nation.answers, { 'polls.list': fakeNation({ now: NOW, as: 'citizen' }).answers['polls.list'] })
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await poll(bridge)).toBeTruthy()
  })

  it('shows the poll that the address names on top, whatever tab it is in', async () => {
    const archived = fakeNation({ now: NOW, as: 'citizen' }).handle('GET', '/api/polls/list?status=closed', null)
    const [flag] = (archived.body as { polls: { id: string }[] }).polls
    open('citizen', undefined, `/vote?poll=${flag?.id}`)
    const card = await poll(/Which colour/)
    expect(await within(card).findByText('Closed by its date', { exact: false })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show all polls' }))
    await vi.waitFor(() => expect(screen.queryByRole('article', { name: /Which colour/ })).toBeNull(), {
      timeout: 15_000,
    })
  })

  it('says that more polls could not be read, and reads them when it is asked again', async () => {
    const { nation } = open('citizen', (nation) => {
      const read = nation.answers['polls.list']!
      nation.answers['polls.list'] = (input) => {
        if ('cursor' in input) return refuse(403, 'forbidden', 'Not now.')
        const answer = read(input)
        return 'polls' in answer ? { ...answer, nextCursor: 'more' } : answer
      }
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect((await screen.findByText(/Not now\./)).textContent).toBe('More polls could not be loaded. Not now.')
    expect(await poll(bridge)).toBeTruthy()
    const none = fakeNation({ now: NOW, as: 'citizen', empty: true })
    Object.assign(nation.answers, { 'polls.list': none.answers['polls.list'] })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(screen.queryByText(/Not now/)).toBeNull(), { timeout: 15_000 })
  })
})

describe('the poll that the address names', () => {
  const named = `/vote?poll=${idOf(8, 0)}`

  it('goes from the page once it is deleted, also with what one could do with it', async () => {
    open('admin', undefined, named)
    press(await poll(bridge), 'Delete Poll')
    useConfirm.getState().asked?.answer({})
    expect(await screen.findByText('There is no such poll.')).toBeTruthy()
    expect(screen.queryByRole('article', { name: bridge })).toBeNull()
  })

  it('is not called deleted where the nation only refuses to tell of it now', async () => {
    const { nation } = open(
      'citizen',
      (nation) => {
        nation.answers['polls.get'] = () => refuse(429, 'rate_limited', 'Please wait a moment.')
      },
      named,
    )
    expect(await screen.findByText('Please wait a moment.')).toBeTruthy()
    expect(screen.queryByText('There is no such poll.')).toBeNull()
    Object.assign(nation.answers, { 'polls.get': fakeNation({ now: NOW, as: 'citizen' }).answers['polls.get'] })
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Show all polls' })).toBeTruthy()
  })
})

describe('a poll', () => {
  it('unfolds to options with counts and percentages that add up', async () => {
    open('citizen')
    const card = await unfold(budget)
    const options = within(card).getAllByRole('radio')
    expect(options).toHaveLength(3)
    const percents = options.map((option) => /(\d\d)\1%/.exec(option.closest('label')?.textContent ?? '')?.[1])
    expect(percents).toEqual(['34', '33', '33'])
    expect(within(card).getAllByText('1 vote')).toHaveLength(3)
    expect(within(card).getByText('Poll closes in').textContent).toMatch(/^Poll closes in \d+ (day|hour|minute)/)
  })

  it('takes one vote, shows at once how it is counted, and none after it', async () => {
    const { sent } = open('citizen')
    const card = await unfold(bridge)
    press(card, 'Submit Vote')
    expect(within(card).getByText('Please select an option')).toBeTruthy()
    expect(document.activeElement).toBe(within(card).getAllByRole('radio')[0])
    expect(said()).toEqual([])
    expect(sentTo(sent, '/api/polls/vote')).toEqual([])
    fireEvent.click(within(card).getByRole('radio', { name: /south/ }))
    within(card).getByRole('button', { name: 'Submit Vote' }).focus()
    press(card, 'Submit Vote')
    await within(card).findByText('Your vote')
    expect(said()).toContain('Vote submitted successfully! It is counted now, and final.')
    expect(within(card).getByText('62 votes')).toBeTruthy()
    expect(within(card).queryByRole('button', { name: 'Submit Vote' })).toBeNull()
    expect(within(card).getByRole<HTMLFieldSetElement>('radiogroup', { name: bridge }).disabled).toBe(true)
    const outcome = within(card).getByText('You have voted. Poll votes are final.')
    await vi.waitFor(() => expect(document.activeElement === outcome.parentElement).toBe(true))
    expect(sentTo(sent, '/api/polls/vote')).toHaveLength(1)
    expect(sentTo(sent, '/api/polls/get').length).toBeGreaterThan(1)
    expect(namedAfter('polls.vote', 'polls.voted', sent)).toEqual([])
  })

  it('keeps the choice when a vote fails, and says why', async () => {
    const { nation } = open('citizen')
    const card = await unfold(bridge)
    nation.answers['polls.vote'] = () => refuse(409, 'poll_closed', 'Poll is closed')
    const south = within(card).getByRole<HTMLInputElement>('radio', { name: /south/ })
    fireEvent.click(south)
    press(card, 'Submit Vote')
    expect(await within(card).findByText('Poll is closed')).toBeTruthy()
    expect(south.checked).toBe(true)
    nation.answers['polls.vote'] = () => refuse(500, 'internal', 'Oops! Something went wrong')
    press(card, 'Submit Vote')
    const words = 'Failed to submit vote: Oops! Something went wrong'
    expect(await within(card).findByText(words)).toBeTruthy()
    nation.answers['polls.vote'] = () => refuse(503, 'feature_off', 'This feature is switched off at the moment.')
    press(card, 'Submit Vote')
    expect(await within(card).findByText('This feature is switched off at the moment.')).toBeTruthy()
  })

  it('that one may not vote on says why, and nothing can be chosen', async () => {
    open('newborn')
    const card = await unfold(bridge)
    expect(within(card).getByText(/Not eligible to vote/)).toBeTruthy()
    expect(within(card).getByRole<HTMLFieldSetElement>('radiogroup', { name: bridge }).disabled).toBe(true)
    expect(within(card).queryByRole('button', { name: 'Submit Vote' })).toBeNull()
  })

  it.each([
    ['a young account', 'Your X account must be at least 6 months old to vote.', NOW + 86_400_000],
    ['a vote under an account that was left', 'You voted in this election before you left.', undefined],
  ])('that one may not vote on says which reason holds: %s', async (_, message, until) => {
    const { nation } = open('newborn')
    const read = nation.answers['vote-hub.check-vote-status']!
    nation.answers['vote-hub.check-vote-status'] = (input) => {
      const answer = read(input)
      const reason = { code: 'told', message, todo: 'Wait.', ...(until !== undefined && { until }) }
      return 'reasons' in answer ? { ...answer, reasons: [reason] } : answer
    }
    const card = await unfold(bridge)
    const why = await within(card).findByText(new RegExp(message))
    expect(why.textContent.includes('You may vote from')).toBe(until !== undefined)
    if (until === undefined) expect(within(card).queryByText(/months old/)).toBeNull()
  })

  it('that is closed says so, and offers nothing to a citizen', async () => {
    open('citizen', undefined, '/vote?tab=archived')
    const card = await unfold(/Which colour/)
    expect(within(card).getByText('Poll Closed')).toBeTruthy()
    expect(within(card).getByText(/Poll is closed since/)).toBeTruthy()
    expect(within(card).queryByRole('button', { name: 'Close Poll' })).toBeNull()
    expect(within(card).queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })

  it('is closed once that was confirmed, by those who may', async () => {
    const { sent } = open('admin')
    const card = await unfold(bridge)
    press(card, 'Close Poll')
    expect(useConfirm.getState().asked?.message).toBe('Are you sure you want to close this poll?')
    useConfirm.getState().asked?.answer(null)
    await vi.waitFor(() => expect(useConfirm.getState().asked).toBeNull(), { timeout: 15_000 })
    expect(sentTo(sent, '/api/polls/close')).toEqual([])
    press(card, 'Close Poll')
    useConfirm.getState().asked?.answer({})
    await vi.waitFor(() => expect(said()).toContain('Poll closed successfully'), { timeout: 15_000 })
    await vi.waitFor(() => expect(screen.queryByRole('article', { name: bridge })).toBeNull(), { timeout: 15_000 })
    fireEvent.click(screen.getByRole('tab', { name: 'Archived Polls' }))
    expect(await poll(bridge)).toBeTruthy()
  })

  it('is deleted for the reason that was given', async () => {
    const { sent } = open('admin')
    press(await unfold(bridge), 'Delete Poll')
    expect(useConfirm.getState().asked?.withReason).toBe(true)
    useConfirm.getState().asked?.answer({ reason: 'Asked twice' })
    await vi.waitFor(
      () =>
        expect(sentTo(sent, '/api/polls/delete').map(({ body }) => JSON.parse(body!) as object)).toMatchObject([
          { reason: 'Asked twice' },
        ]),
      { timeout: 15_000 },
    )
  })

  it('is not closed, created or exported by a citizen who made none', async () => {
    open('citizen')
    const card = await unfold(bridge)
    expect(within(card).queryByRole('group', { name: 'Keeping this poll' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create Poll' })).toBeNull()
  })
})

/** The form that changes a poll without votes. */
async function editBooks() {
  press(await unfold(/publish its books/), 'Edit Poll')
  return screen.findByRole('dialog', { name: 'Edit Poll' })
}
/** Reads everything again; polls as they are by themselves read differently now. */
async function readAnew(nation: ReturnType<typeof fakeNation>, change: (poll: Poll) => Poll) {
  const read = nation.answers['polls.get']!
  nation.answers['polls.get'] = (input) => {
    const answer = read(input)
    return 'poll' in answer ? { ...answer, poll: change(answer.poll) } : answer
  }
  await act(() => queryClient.refetchQueries())
}
const withAVote = (poll: Poll): Poll => ({ ...poll, totalVotes: 1, may: { ...poll.may, updateTexts: false } })

describe('asking the nation', () => {
  it('needs a question and options that are not blank, and reads the list again', async () => {
    const { sent } = open('admin')
    fireEvent.click(await screen.findByRole('button', { name: 'Create Poll' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create Poll' })
    expect(within(dialog).getAllByLabelText(/^Option \d+$/)).toHaveLength(2)
    press(dialog, 'Create Poll')
    expect(within(dialog).getByRole('alert').textContent).toContain('Please fill in all poll fields')
    const write = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
    write('Question', 'Shall we have a lighthouse?')
    write('Option 1', 'Yes')
    write('Option 2', ' yes ')
    press(dialog, 'Create Poll')
    expect(within(dialog).getByText('Each option must differ from the others.')).toBeTruthy()
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Option 2'))
    write('Option 2', 'No')
    press(dialog, 'Add Option')
    expect(within(dialog).getAllByLabelText(/^Option \d+$/)).toHaveLength(3)
    press(dialog, 'Remove option 3')
    press(dialog, 'Create Poll')
    expect(await poll(/lighthouse/)).toBeTruthy()
    expect(said()).toEqual(['Poll created successfully!'])
    const [request] = sentTo(sent, '/api/polls/create')
    expect(JSON.parse(request?.body ?? '')).toEqual({
      question: 'Shall we have a lighthouse?',
      options: ['Yes', 'No'],
    })
  })

  it('says what failed, and keeps what was written', async () => {
    const { nation } = open('admin')
    nation.answers['polls.create'] = () => refuse(400, 'poll_closing_date_invalid', 'Please choose a closing date.')
    fireEvent.click(await screen.findByRole('button', { name: 'Create Poll' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create Poll' })
    for (const [label, value] of [
      ['Question', 'Q?'],
      ['Option 1', 'A'],
      ['Option 2', 'B'],
    ] as const) {
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
    }
    press(dialog, 'Create Poll')
    expect(await within(dialog).findByText('Please choose a closing date.')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>('Question').value).toBe('Q?')
  })

  it('keeps what is written about a poll that is closed meanwhile, and leaves the list', async () => {
    const { nation } = open('admin')
    press(await unfold(/publish its books/), 'Edit Poll')
    const question = within(await screen.findByRole('dialog', { name: 'Edit Poll' })).getByLabelText('Question')
    fireEvent.change(question, { target: { value: 'Daily books?' } })
    nation.answers['polls.close']!({ pollId: idOf(8, 2) })
    await act(() => queryClient.refetchQueries())
    const listed = () => screen.queryByRole('article', { name: /publish its books/, hidden: true })
    await vi.waitFor(() => expect(listed()).toBeNull(), { timeout: 15_000 })
    const dialog = screen.getByRole('dialog', { name: 'Edit Poll' })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Question').value).toBe('Daily books?')
  })

  it('begins from what was read last, also where another administrator has changed the poll since it was unfolded', async () => {
    open('admin')
    const card = await unfold(/publish its books/)
    const changed = (poll: Poll) => ({ ...poll, question: 'Weekly books?', updatedAt: poll.updatedAt + 1 })
    act(() => {
      queryClient.setQueriesData<InfiniteData<CallAnswer<'polls.list'>>>({ queryKey: ['polls.list'] }, (lists) => {
        const pages = lists?.pages.map((page) => ({
          ...page,
          polls: page.polls.map((poll) => (poll.id === idOf(8, 2) ? changed(poll) : poll)),
        }))
        return lists && pages && { ...lists, pages }
      })
    })
    await within(card).findByRole('button', { name: 'Weekly books?' })
    press(card, 'Edit Poll')
    const dialog = await screen.findByRole('dialog', { name: 'Edit Poll' })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Question').value).toBe('Weekly books?')
  })

  it('says that new words are not saved when the first vote comes meanwhile, and shows those that stay', async () => {
    const { nation } = open('admin')
    const dialog = await editBooks()
    fireEvent.change(within(dialog).getByLabelText('Question'), { target: { value: 'Daily books?' } })
    await readAnew(nation, withAVote)
    const lost = await within(dialog).findByText(/What you wrote there is not saved/)
    expect([lost.role, lost.textContent]).toEqual(['alert', expect.stringContaining('Only its closing date')])
    expect(within(dialog).getByText(/publish its books/)).toBeTruthy()
    expect(dialog.textContent).not.toContain('Daily books?')
  })

  it.each(['question', 'closing date'] as const)(
    'is sent with its %s alone where nothing else was changed here, whatever others changed meanwhile',
    async (what) => {
      const { nation, sent } = open('admin')
      const dialog = await editBooks()
      const write = (label: RegExp, value: string) =>
        fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
      const closesAt = NOW + 86_400_000
      const changed = { question: 'Weekly books?', closesAt, updatedAt: NOW + 1 }
      await readAnew(nation, (poll) => ({ ...poll, ...changed }))
      const date = '2026-11-20T12:00'
      if (what === 'question') write(/^Question/, 'Daily books?')
      else write(/Closing date/, date)
      press(dialog, 'Save Poll')
      await vi.waitFor(() => expect(sentTo(sent, '/api/polls/update')).toHaveLength(1), { timeout: 15_000 })
      const [request] = sentTo(sent, '/api/polls/update')
      const own = what === 'question' ? { question: 'Daily books?' } : { closesAt: new Date(date).getTime() }
      expect(JSON.parse(request?.body ?? '')).toEqual({ pollId: idOf(8, 2), ...own })
    },
  )

  it('is saved with another date after the first vote, although the question was emptied before it', async () => {
    const { nation, sent } = open('admin')
    const dialog = await editBooks()
    fireEvent.change(within(dialog).getByLabelText('Question'), { target: { value: '' } })
    await readAnew(nation, withAVote)
    await within(dialog).findByText(/What you wrote there is not saved/)
    const date = '2026-11-20T12:00'
    fireEvent.change(within(dialog).getByLabelText(/Closing date/), { target: { value: date } })
    press(dialog, 'Save Poll')
    await vi.waitFor(() => expect(sentTo(sent, '/api/polls/update')).toHaveLength(1), { timeout: 15_000 })
    const [request] = sentTo(sent, '/api/polls/update')
    expect(JSON.parse(request?.body ?? '')).toEqual({ pollId: idOf(8, 2), closesAt: new Date(date).getTime() })
  })

  it('can be changed until the first vote, and afterwards in its closing date alone', async () => {
    open('admin')
    const books = await unfold(/publish its books/)
    press(books, 'Edit Poll')
    const dialog = await screen.findByRole('dialog', { name: 'Edit Poll' })
    fireEvent.change(within(dialog).getByLabelText('Question'), { target: { value: 'Daily books?' } })
    press(dialog, 'Save Poll')
    expect(await poll(/Daily books/)).toBeTruthy()
    const voted = await unfold(bridge)
    press(voted, 'Edit Poll')
    const second = await screen.findByRole('dialog', { name: 'Edit Poll' })
    expect(within(second).queryByLabelText('Question')).toBeNull()
    expect(within(second).getByText(/its question and options stay as they are/)).toBeTruthy()
    expect(within(second).getByLabelText(/Closing date/)).toBeTruthy()
  })
})

import type { CallAnswer } from '@nation/domain/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import type { FakeNation } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import type { Result, Results, UserVotes } from '../shared/types'
import { choicesOf, wonInWords } from './choices'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const open = (nation: FakeNation) => renderAt('/elections/results/any', nation, NOW)
const nationOf = (as?: 'citizen') => fakeNation({ now: NOW, ...(as && { as }) })
const vote = (candidateId: string) => [{ candidateId, voteWeight: 1, votedAt: NOW }]

const resultsIn = (nation: FakeNation) => nation.answers['elections.results']!({}) as Results

/** Says that the citizen voted so in the election whose results are shown. */
function votedFor(nation: FakeNation, userVotes: UserVotes): { asked: unknown[] } {
  const status = nation.answers['votes.status']!
  const asked: unknown[] = []
  nation.answers['votes.status'] = (input) => {
    asked.push(input)
    return { ...(status(input) as CallAnswer<'votes.status'>), userVotes }
  }
  return { asked }
}

describe('The citizen’s own votes on the page of results', () => {
  it('say how they went, for this election, and that only the voter sees them', async () => {
    const nation = nationOf('citizen')
    const { results } = resultsIn(nation)
    const at = (position: string) => results.find((result) => result.position === position)!
    const { asked } = votedFor(nation, {
      president: vote(at('president').candidates[0]!.id),
      prime_minister: vote(at('prime_minister').candidates[1]!.id),
      secretary: vote(at('secretary').candidates[0]!.id),
      minister_finance: vote('01890a5d-ac96-774b-bcce-b302099a8057'),
    })
    open(nation)
    const yours = within(await screen.findByRole('region', { name: 'Two of your three won' }))
    expect(yours.getByText('Only you see for whom you voted.')).toBeTruthy()
    expect(yours.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/President.*Won$/),
      expect.stringMatching(
        new RegExp(
          `Prime Minister.*@\\w+.*${at('prime_minister').winner!.displayName} \\(@${at('prime_minister').winner!.twitterHandle}\\) won$`,
        ),
      ),
      expect.stringMatching(/Secretary.*Won$/),
    ])
    expect(asked).toEqual([{ electionId: 'any' }])
  })

  it('are not there for those who did not vote, and not asked for by visitors', async () => {
    const nation = nationOf('citizen')
    votedFor(nation, {})
    const first = open(nation)
    await screen.findByRole('list', { name: 'Results by position' })
    expect(screen.queryByText(/Only you see/)).toBeNull()
    first.unmount()
    const { sent } = open(nationOf())
    await screen.findByRole('list', { name: 'Results by position' })
    expect(sent.filter(({ url }) => url.includes('votes/status'))).toEqual([])
  })

  it('can be asked for again where they could not be read, and the results stand', async () => {
    const nation = nationOf('citizen')
    const { results } = resultsIn(nation)
    nation.answers['votes.status'] = () => refuse(403, 'forbidden', 'No')
    open(nation)
    const again = await screen.findByRole('button', { name: 'Try Again' })
    expect(screen.getByText('Your votes could not be read.', { exact: false })).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Results by position' })).toBeTruthy()
    nation.answers['votes.status'] = nationOf('citizen').answers['votes.status']!
    votedFor(nation, { president: vote(results[0]!.candidates[0]!.id) })
    fireEvent.click(again)
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your candidate won' })).toBeTruthy())
  })
})

describe('How one’s votes went, in a sentence', () => {
  it.each([
    [4, 6, true, 'Four of your six won'],
    [1, 6, true, 'One of your six won'],
    [0, 6, true, 'None of your six won'],
    [6, 6, true, 'All six of yours won'],
    [2, 2, true, 'Both of yours won'],
    [1, 1, true, 'Your candidate won'],
    [0, 1, true, 'Your candidate did not win'],
    [4, 6, false, 'Four of your six lead'],
    [1, 6, false, 'One of your six leads'],
    [0, 6, false, 'None of your six leads'],
    [2, 2, false, 'Both of yours lead'],
    [0, 1, false, 'Your candidate does not lead'],
  ])('%i of %i, final: %s: %s', (won, all, final, words) => expect(wonInWords(won, all, final)).toBe(words))

  it('counts no lead before the count where two are level', () => {
    const [ada, ben] = ['a', 'b'].map((id) => ({ id, votes: 2, supportersCount: 2 }))
    const result = { position: 'president', candidates: [ada, ben], winner: ada, rule: 'earlier' } as unknown as Result
    const wonBy = (id: string, final: boolean) => choicesOf([result], { president: vote(id) }, final)[0]?.won
    expect([wonBy('a', false), wonBy('b', false), wonBy('a', true)]).toEqual([false, false, true])
  })

  it('leaves out candidates who are not in the results any more', () => {
    const result = { position: 'president', candidates: [], winner: null } as unknown as Result
    expect(choicesOf([result], { president: vote('gone') })).toEqual([])
  })
})

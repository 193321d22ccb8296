import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation, idOf, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { allTiers } from './count-by'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const open = (path = '/elections/results/any', nation = fakeNation({ now: NOW })) => renderAt(path, nation, NOW)
const seat = async (name: string) => within(await screen.findByRole('region', { name }))
const rows = async (name: string) =>
  (await seat(name))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))

describe('results', () => {
  it.each([
    [429, 'rate_limited', 'Rate limit exceeded. Please try again later.'],
    [409, 'election_not_open', 'This election has not opened yet.'],
  ])(
    'that were refused (%i) are not called missing: the page says why, and tries again',
    async (status, code, says) => {
      const nation = fakeNation({ now: NOW })
      const read = nation.answers['elections.results']!
      nation.answers['elections.results'] = () => refuse(status, code, says)
      open('/elections/results/any', nation)
      const failed = within((await screen.findByText('The results could not be loaded')).closest('div')!)
      expect(failed.getByText(says)).toBeTruthy()
      expect(screen.getByRole('heading', { level: 1, name: 'Results' })).toBeTruthy()
      nation.answers['elections.results'] = read
      fireEvent.click(failed.getByRole('button', { name: 'Try Again' }))
      expect(await seat('President')).toBeTruthy()
    },
  )

  it('name winner, count and the rule that decided, in words', async () => {
    open()
    const finance = await seat('Minister of Finance')
    expect(finance.getByText('Weights were equal. Decided by the number of voters.')).toBeTruthy()
    expect((await seat('Minister of Citizens')).getByText('Position Vacant')).toBeTruthy()
    expect(
      (await seat('Minister of Raid Corps')).getByText('Elected unopposed: there was no other candidate.'),
    ).toBeTruthy()
    expect(
      (await seat('Minister of Marketing')).getByText(
        'Weights and voters were equal. Decided by the earlier candidacy.',
      ),
    ).toBeTruthy()
  })

  it('show the verified handle beside every name', async () => {
    const nation = fakeNation({ now: NOW })
    open('/elections/results/any', nation)
    const answer = nation.answers['elections.results']!({})
    if (!('results' in answer)) throw new Error('no results')
    const [president] = answer.results
    const handles = president!.candidates.map(({ twitterHandle }) => `@${twitterHandle}`)
    const shown = await seat('President')
    expect(shown.getByRole('heading', { level: 2 }).textContent).toBe(`${president!.winner!.displayName} ${handles[0]}`)
    const rowHeads = shown.getAllByRole('rowheader')
    expect(rowHeads.map((head) => within(head).getByText(/^@/).textContent)).toEqual(handles)
    const chart = within(screen.getByRole('figure'))
    expect(chart.getAllByText(/^@/)).toHaveLength(8)
    expect((await seat('Prime Minister')).getByText(/More people, though, voted for .* \(@\w+\)\.$/)).toBeTruthy()
  })

  it('switch between weight and voters, and say where people alone would have chosen otherwise', async () => {
    const { router } = open()
    expect((await rows('Prime Minister')).map((row) => row.slice(0, 1))).toEqual(['1', '2', '3', '4'])
    expect((await rows('Prime Minister'))[0]).toMatch(/110.4 \| 64 \| 45.1%$/)
    expect((await seat('Prime Minister')).getByText(/More people, though, voted for/)).toBeTruthy()
    expect((await seat('President')).queryByText(/More people, though/)).toBeNull()

    fireEvent.click(screen.getByRole('radio', { name: 'Voters' }))
    await waitFor(async () => expect((await rows('Prime Minister'))[0]).toMatch(/^2 \| .* \| 92.1 \| 81 \| 43.8%$/))
    expect(router.state.location.search).toBe('?by=voters')
    expect(screen.getByText('Shares of voters, by seat')).toBeTruthy()
  })

  it('show turnout, the roll, and what the ballots weighed', async () => {
    open()
    expect(await screen.findByText('812 of 1,102 who could vote')).toBeTruthy()
    expect(screen.getByText('6 with the last known balance. Read in slot 312,345,678')).toBeTruthy()
    const side = within(screen.getByRole('complementary', { name: 'Who voted' }))
    expect(side.getByText('73.7%')).toBeTruthy()
    expect(side.getAllByRole('listitem')).toHaveLength(4)
    fireEvent.click(screen.getByRole('radio', { name: 'Voters' }))
    await waitFor(() => expect(side.getAllByRole('listitem')[0]!.textContent).toMatch(/ballots · \d/))
  })

  it('add up the tiers of all seats without losing a ballot', () => {
    const nation = fakeNation({ now: NOW })
    const answer = nation.answers['elections.results']!({})
    if (!('results' in answer)) throw new Error('no results')
    const sum = (of: readonly { voters: number }[]) => of.reduce((before, one) => before + one.voters, 0)
    expect(sum(allTiers(answer.results)!)).toBe(sum(answer.results))
    expect(allTiers(answer.results.map((one) => ({ ...one, tiers: null })))).toBeNull()
  })

  it('say what the ballots weighed in parts that add up to 100', async () => {
    const nation = fakeNation({ now: NOW })
    const results = nation.answers['elections.results']!
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      const [first] = answer.results
      // Three of the four tiers gave as much as each other: a third each, rounded alone, makes 99.9.
      const tiers = first!.tiers!.map((tier, index) => ({ ...tier, voters: index === 3 ? 0 : 7, weightUnits: 70 }))
      return { ...answer, results: [{ ...first!, tiers }] }
    }
    open('/elections/results/any', nation)
    const side = within(await screen.findByRole('complementary', { name: 'Who voted' }))
    fireEvent.click(screen.getByRole('radio', { name: 'Voters' }))
    const parts = () => side.getAllByRole('listitem').map((one) => one.textContent.match(/[\d.]+%$/)?.[0])
    await waitFor(() => expect(parts()).toEqual(['33.4%', '33.3%', '33.3%', '0.0%']))
  })

  it('can be taken home as CSV and JSON', async () => {
    open()
    for (const format of ['CSV', 'JSON']) {
      const href = (await screen.findByRole('link', { name: format })).getAttribute('href')
      expect(href).toMatch(new RegExp(`^/api/elections/export\\?electionId=[\\w-]{36}&format=${format.toLowerCase()}$`))
    }
  })

  it('list ten of many, and all when asked', async () => {
    const nation = fakeNation({ now: NOW, many: 400 })
    const results = nation.answers['elections.results']!
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      const [first] = answer.results
      const candidates = Array.from({ length: 40 }, (_, index) => ({
        ...first!.candidates[0]!,
        id: idOf(2, index),
        rank: index + 1,
        winner: index === 0,
      }))
      return { ...answer, results: [{ ...first!, candidates }] }
    }
    open('/elections/results/any', nation)
    expect(await rows('President')).toHaveLength(10)
    fireEvent.click(screen.getByRole('button', { name: 'Show all 40 candidates' }))
    expect(await rows('President')).toHaveLength(40)
  })

  it('are standings while the count goes on', async () => {
    const nation = fakeNation({ now: NOW })
    const results = nation.answers['elections.results']!
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      return { ...answer, final: false, turnout: null, results: answer.results.map((one) => ({ ...one, tiers: null })) }
    }
    open('/elections/results/any', nation)
    expect(await screen.findByRole('heading', { level: 1, name: 'Standings' })).toBeTruthy()
    expect((await seat('President')).getByText('Leads at the moment.')).toBeTruthy()
    const vacant = await seat('Minister of Citizens')
    expect(vacant.getByText('No candidates')).toBeTruthy()
    expect(vacant.queryByText('Position Vacant')).toBeNull()
    expect((await seat('Minister of Marketing')).getByText(/^Level with another candidate/)).toBeTruthy()
    expect(screen.queryByRole('complementary', { name: 'Who voted' })).toBeNull()
  })

  it('name no leader before the first vote, and no vacancy while candidacies are open', async () => {
    const nation = fakeNation({ now: NOW })
    const results = nation.answers['elections.results']!
    const current = nation.answers['elections.current']!({})
    if (!('election' in current) || !current.election) throw new Error('no election')
    const { positions: _, nextInstant: _next, turnoutSoFar: _soFar, ...election } = current.election
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      const without = answer.results.map((one) => ({
        ...one,
        winner: null,
        tiers: null,
        voters: 0,
        candidates: one.candidates.map((candidate) => ({ ...candidate, supportersCount: 0, votes: 0, winner: false })),
      }))
      return { ...answer, final: false, turnout: null, election, results: without }
    }
    open('/elections/results/any', nation)
    const president = await seat('President')
    expect(president.getByText('No leader yet')).toBeTruthy()
    expect(president.getByText('No votes yet.')).toBeTruthy()
    const finance = await seat('Minister of Finance')
    expect(finance.getByText(/^Voting opens/).textContent).toBe('Voting opens Thu 19 Nov, 12:00 UTC')
    expect((await seat('Minister of Citizens')).getByText('Nobody stands yet')).toBeTruthy()
    expect(screen.queryByText('Leads at the moment.')).toBeNull()
    const chart = within(screen.getByRole('figure'))
    expect(chart.queryByText(/Vacant|leads/)).toBeNull()
    expect(chart.getAllByText('No votes yet')).toHaveLength(3)
    expect(chart.getAllByText('Not open yet')).toHaveLength(5)
    expect(chart.getByText('Nobody stands yet')).toBeTruthy()
    expect(screen.getByText('Seats contested').parentElement?.textContent).toContain('8/9')
  })

  it('write a share as the nation says it, which is how the files write it', async () => {
    const nation = fakeNation({ now: NOW })
    const results = nation.answers['elections.results']!
    const shares = [33.4, 33.3, 33.3]
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      const [first] = answer.results
      const candidates = shares.map((share, index) => ({
        ...first!.candidates[0]!,
        id: idOf(2, index),
        share,
        // Counted by voters the same three are divided otherwise.
        supportersShare: [50, 25.1, 24.9][index]!,
        rank: index + 1,
        winner: index === 0,
      }))
      return { ...answer, results: [{ ...first!, candidates }] }
    }
    open('/elections/results/any', nation)
    const lastCells = async () => (await rows('President')).map((row) => row.split(' | ').at(-1))
    expect(await lastCells()).toEqual(['33.4%', '33.3%', '33.3%'])
    fireEvent.click(screen.getByRole('radio', { name: 'Voters' }))
    await waitFor(async () => expect(await lastCells()).toEqual(['50.0%', '25.1%', '24.9%']))
  })

  it('say why there are none where the election was cancelled', async () => {
    const nation = fakeNation({ now: NOW })
    const results = nation.answers['elections.results']!
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      const cancelled = { at: NOW, reason: 'The dates were mistaken.' }
      return {
        ...answer,
        final: false,
        turnout: null,
        election: { ...answer.election, status: 'cancelled', phase: null, cancelled },
      }
    }
    open('/elections/results/any', nation)
    expect(await screen.findByRole('heading', { level: 1, name: 'Election cancelled' })).toBeTruthy()
    expect(screen.getByText(/The dates were mistaken\./)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull()
  })

  it('say so where there is no such election', async () => {
    const nation = fakeNation({ now: NOW })
    nation.answers['elections.results'] = () => refuse(404, 'election_not_found', 'There is no such election.')
    open('/elections/results/none', nation)
    expect(await screen.findByText('There is no such election.')).toBeTruthy()
  })
})

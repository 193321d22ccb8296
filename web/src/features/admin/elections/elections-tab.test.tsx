import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakePassword } from '../../../testing/fake-admin'
import { fakeNation, refuse } from '../../../testing/fake-nation'
import { renderAt } from '../../../testing/render-at'
import { usePanel } from '../panel-session'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => usePanel.setState({ token: null, adminId: null, ended: false }))

async function open(nation = fakeNation({ now: NOW, as: 'admin' })) {
  const opened = renderAt('/admin?tab=elections', nation, NOW)
  fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
  fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
  return opened
}

const candidates = async () => within(await screen.findByRole('list', { name: 'Candidates' }))

describe('elections in the panel', () => {
  it('plans and cancels in the name of the panel', async () => {
    const { sent } = await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Plan an election' }))
    const form = within(screen.getByRole('form', { name: 'Plan an election' }))
    fireEvent.click(form.getByRole('button', { name: 'Plan Election' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel the election of Week 48, 2026' }))
    const why = within(screen.getByRole('form', { name: 'Cancel the election of Week 48, 2026' }))
    fireEvent.change(why.getByLabelText(/^Why is it cancelled/), { target: { value: 'Mistaken.' } })
    fireEvent.click(why.getByRole('button', { name: 'Cancel Election' }))
    const asked = within(await screen.findByRole('dialog'))
    fireEvent.click(asked.getByRole('button', { name: 'Cancel Election' }))
    expect(await screen.findByText('The election is cancelled.')).toBeTruthy()
    for (const path of ['/api/elections/create', '/api/elections/cancel']) {
      expect(sent.find(({ url }) => url === path)?.headers.get('authorization')).toBe('Bearer panel')
    }
  })

  it('tells who is seated and whom the next rollover would seat, office by office', async () => {
    await open()
    const table = within(await screen.findByRole('table', { name: /^Who holds each office/ }))
    expect(table.getAllByRole('row')).toHaveLength(11)
    const president = within(table.getByRole('row', { name: /^President/ }))
    expect(president.getByText(/leading|counted/)).toBeTruthy()
    expect(table.getByText('Only by appointment')).toBeTruthy()
  })

  it('seats nobody next once the last election has seated its government, until the next one opens', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const current = nation.answers['elections.current']!
    nation.answers['elections.current'] = (input) => {
      const answer = current(input)
      if (!('election' in answer) || !answer.election) return answer
      return { ...answer, election: { ...answer.election, status: 'past', isActive: false, resultsReady: true } }
    }
    await open(nation)
    const table = within(await screen.findByRole('table', { name: /^Who holds each office/ }))
    expect(screen.getByText(/^No election is open or planned: until one opens, seats change only/)).toBeTruthy()
    expect(table.queryByText(/leading|counted/)).toBeNull()
  })

  it('names nobody as next without a vote, and nobody as leading where two are level', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const results = nation.answers['elections.results']!
    nation.answers['elections.results'] = (input) => {
      const answer = results(input)
      if (!('results' in answer)) return answer
      const changed = answer.results.map((result, at) => {
        const [first, second, ...others] = result.candidates
        if (at === 0) return { ...result, winner: null }
        if (at !== 1 || !first || !second) return result
        const level = { ...second, votes: first.votes, supportersCount: first.supportersCount }
        return { ...result, rule: 'earlier' as const, winner: first, candidates: [first, level, ...others] }
      })
      return { ...answer, final: false, results: changed }
    }
    await open(nation)
    const table = within(await screen.findByRole('table', { name: /^Who holds each office/ }))
    expect(await table.findByText('No votes yet')).toBeTruthy()
    expect(table.getAllByText(/^level with another, with/).length).toBeGreaterThan(0)
  })

  it('says once how the officials came to their seats, and beside a name only where it was otherwise', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    const answer = nation.answers['members.get-government']!
    nation.answers['members.get-government'] = (input) => {
      const response = answer(input)
      if (!('members' in response)) return response
      const [first, ...others] = response.members
      const appointed = { ...first!, term: { ...first!.term, how: 'appointed' as const } }
      return { ...response, members: [appointed, ...others] }
    }
    await open(nation)
    expect(await screen.findByText(/The officials were elected on 16 Nov 2026, unless their line says/)).toBeTruthy()
    const table = within(screen.getByRole('table', { name: /^Who holds each office/ }))
    expect(table.queryByText(/elected on/)).toBeNull()
    expect(table.getAllByText(/^appointed on/)).toHaveLength(1)
  })

  it('names each candidate with the verified handle, and says what the figures are of', async () => {
    await open()
    for (const item of (await candidates()).getAllByRole('listitem'))
      expect(item.textContent).toMatch(/@\w+ · [\w ]+ · [\d.]+ votes? · [\d,]+ supporters?/)
  })

  it('shows the candidates of one office', async () => {
    await open()
    await candidates()
    fireEvent.change(screen.getByLabelText('Office'), { target: { value: 'secretary' } })
    await waitFor(async () => {
      const lines = (await candidates()).getAllByRole('listitem').map(({ textContent }) => textContent)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.filter((line) => !line.includes(' · Secretary · '))).toEqual([])
    })
  })

  it('searches the candidates of an election, and deletes one with a reason', async () => {
    const { sent } = await open()
    const first = (await candidates()).getAllByRole('button', { name: /^More for / })[0]!
    const name = first.getAttribute('aria-label') ?? ''
    fireEvent.click(first)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete candidate' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete candidate' }))
    fireEvent.change(asked.getByRole('textbox'), { target: { value: 'An impostor' } })
    fireEvent.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect((await candidates()).queryByRole('button', { name })).toBeNull())
    const deletion = sent.find(({ url }) => url === '/api/candidates/delete')
    expect(deletion?.headers.get('authorization')).toBe('Bearer panel')
    expect(JSON.parse(deletion!.body!)).toMatchObject({ reason: 'An impostor' })
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search candidates' }), {
      target: { value: 'no such name' },
    })
    expect(await screen.findByText('No candidates found')).toBeTruthy()
  })

  it('says so when the seating cannot be read', async () => {
    const nation = fakeNation({ now: NOW, as: 'admin' })
    nation.answers['elections.results'] = () => refuse(429, 'rate_limited', 'Rate limit exceeded.')
    await open(nation)
    expect(await screen.findByText('The seating could not be loaded')).toBeTruthy()
  })
})

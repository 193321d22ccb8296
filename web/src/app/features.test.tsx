import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../lib/query/query'
import { fakeNation, refuse } from '../testing/fake-nation'
import { renderAt } from '../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const footer = async () => within(await screen.findByRole('navigation', { name: 'Footer' }))

describe('a feature that is switched off', () => {
  it('hides its navigation', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW, off: ['elections', 'voting'] }), NOW)
    const links = await footer()
    expect(links.getByRole('link', { name: 'Constitution' })).toBeTruthy()
    await waitFor(() => expect(links.queryByRole('link', { name: 'Elections' })).toBeNull())
    expect(links.queryByRole('link', { name: 'Vote' })).toBeNull()
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'View Elections' })).toBeNull()
  })

  it.each([
    ['/gov-staff', 'Position Vacant'],
    ['/profile', 'Candidacy'],
    ['/nowhere', 'Page not found'],
    ['/government', 'Government Access Restricted'],
  ])('leaves no way to the elections at %s', async (path, shown) => {
    const ways = () => screen.queryAllByRole('link').filter((one) => one.getAttribute('href')?.startsWith('/elections'))
    const inside = (one: HTMLElement) => one.closest('main') !== null
    const { unmount } = renderAt(path, fakeNation({ now: NOW, as: 'citizen' }), NOW)
    await screen.findAllByText(shown)
    await waitFor(() => expect(ways().filter(inside)).not.toEqual([]))
    unmount()
    renderAt(path, fakeNation({ now: NOW, as: 'citizen', off: ['elections'] }), NOW)
    await screen.findAllByText(shown)
    await waitFor(() => expect(ways()).toEqual([]))
  })

  it('is said at participation, in place of figures and of what is to come', async () => {
    renderAt('/participation', fakeNation({ now: NOW, as: 'citizen', off: ['elections', 'voting'] }), NOW)
    for (const name of ['Elections', 'Vote']) {
      const card = within(await screen.findByRole('article', { name }))
      const button = await card.findByRole<HTMLButtonElement>('button', { name: 'Switched off at the moment' })
      expect(button.disabled).toBe(true)
      expect(card.queryByText(/You have yet to vote/)).toBeNull()
    }
    expect(screen.queryByText('Opens soon')).toBeNull()
    expect(screen.queryByText('Active polls')).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to the interviews' })).toBeTruthy()
  })

  it.each([
    ['/elections', 'Elections are switched off'],
    ['/elections/create-profile', 'Elections are switched off'],
    ['/elections/ballot/president', 'Elections are switched off'],
    ['/elections/results/any', 'Elections are switched off'],
    ['/vote', 'Voting is switched off'],
  ])('says so at %s', async (path, says) => {
    renderAt(path, fakeNation({ now: NOW, as: 'citizen', off: ['elections', 'voting'] }), NOW)
    expect(await screen.findByRole('heading', { name: says })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return to Home' })).toBeTruthy()
  })

  it('leaves elections to be read while voting alone is off', async () => {
    renderAt('/elections?position=secretary', fakeNation({ now: NOW, as: 'citizen', off: ['voting'] }), NOW)
    const list = within(await screen.findByRole('list', { name: 'Candidates' }))
    await waitFor(() => expect(list.getAllByText('Voting is switched off at the moment.')).toHaveLength(5))
    expect(list.getAllByRole<HTMLButtonElement>('button', { name: 'Vote' }).every((one) => one.disabled)).toBe(true)
  })

  it('is noticed at the first refusal, at once and without asking again and again', async () => {
    const nation = fakeNation({ now: NOW })
    const settings = nation.answers['system.settings']!
    let off = false
    nation.answers['system.settings'] = (input) => {
      const answer = settings(input)
      return off && 'features' in answer ? { ...answer, features: { ...answer.features, elections: false } } : answer
    }
    const { sent } = renderAt('/elections', nation, NOW)
    await screen.findByRole('list', { name: 'Candidates' })
    off = true
    nation.answers['elections.current'] = () =>
      refuse(503, 'feature_off', 'This feature is switched off at the moment.')
    const before = sent.filter(({ url }) => url.startsWith('/api/elections/current')).length
    await queryClient.invalidateQueries({ queryKey: ['elections.current'] })
    expect(await screen.findByRole('heading', { name: 'Elections are switched off' })).toBeTruthy()
    expect(sent.filter(({ url }) => url.startsWith('/api/elections/current')).length).toBe(before + 1)
  })
})

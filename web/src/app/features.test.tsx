import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { usePanel } from '../features/admin/panel-session'
import { queryClient } from '../lib/query/query'
import { fakePassword } from '../testing/fake-admin'
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

  it('waits for nobody: the day and the menu say neither votes nor polls while voting is off', async () => {
    const said = () => screen.queryAllByText(/^, (one waits|\d+ wait) for you$/).map(({ textContent }) => textContent)
    const titles = async () =>
      within(await screen.findByRole('list', { name: 'What waits for you' }))
        .getAllByRole('heading')
        .map(({ textContent }) => textContent)
    const { unmount } = renderAt('/', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    expect(await titles()).toHaveLength(3)
    await waitFor(() => expect(said()).toContain(', 7 wait for you'))
    unmount()
    renderAt('/', fakeNation({ now: NOW, as: 'citizen', off: ['voting'] }), NOW)
    await waitFor(async () => expect(await titles()).toEqual(['An interview asks for your answer']))
    expect(screen.getByRole('heading', { level: 2, name: 'One thing waits for you.' })).toBeTruthy()
    expect(new Set(said())).toEqual(new Set([', one waits for you']))
  })

  it('offers no way to the ballot while voting is off, and the way to stand is the filled button', async () => {
    const ballots = () =>
      screen.queryAllByRole('link').filter((one) => one.getAttribute('href')?.startsWith('/elections/ballot'))
    const run = () => screen.getByRole('link', { name: 'Run for Office' }).dataset.variant ?? 'filled'
    const { unmount } = renderAt('/elections', fakeNation({ now: NOW }), NOW)
    await screen.findByRole('link', { name: 'Vote office by office' })
    await waitFor(() => expect(ballots().length).toBeGreaterThan(1))
    expect(run()).toBe('default')
    unmount()
    renderAt('/elections', fakeNation({ now: NOW, off: ['voting'] }), NOW)
    await screen.findByRole('list', { name: 'Candidates' })
    await waitFor(() => expect(ballots()).toEqual([]))
    expect(screen.queryByRole('link', { name: 'Vote office by office' })).toBeNull()
    expect(run()).toBe('filled')
  })

  it('has no tab in the dashboard, and its address says so', async () => {
    const tabs = () => within(screen.getByRole('navigation', { name: 'Dashboard' })).queryAllByRole('link')
    const { router, sent } = renderAt('/government', fakeNation({ now: NOW, as: 'admin', off: ['voting'] }), NOW)
    await screen.findByText('Cabinet Members')
    await waitFor(() => expect(tabs().map(({ textContent }) => textContent)).not.toContain('Polls (Vote Hub)Polls'))
    expect(tabs()).toHaveLength(5)
    expect(screen.queryByRole('link', { name: 'Manage Polls' })).toBeNull()
    await router.navigate('/government?tab=polls')
    expect(await screen.findByRole('heading', { name: 'Voting is switched off' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
    expect(sent.some(({ url }) => url.startsWith('/api/government/get-polls'))).toBe(false)
  })

  it('has no tab in the panel, and its address says so', async () => {
    usePanel.setState({ token: null, adminId: null, ended: false })
    const nation = fakeNation({ now: NOW, as: 'admin', off: ['elections'] })
    const { router } = renderAt('/admin?tab=elections', nation, NOW)
    fireEvent.change(await screen.findByLabelText(/^Username/), { target: { value: 'root' } })
    fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: fakePassword } })
    fireEvent.submit(screen.getByRole('button', { name: 'Enter' }).closest('form')!)
    expect(await screen.findByRole('heading', { name: 'Elections are switched off' })).toBeTruthy()
    const tabs = within(screen.getByRole('navigation', { name: 'Administration' }))
    expect(tabs.queryByRole('link', { name: 'Elections' })).toBeNull()
    expect(tabs.getByRole('link', { name: 'Jobs' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
    await router.navigate('/admin?tab=dashboard')
    const glance = within(await screen.findByRole('region', { name: 'At a glance' }))
    expect(await glance.findByText('Active polls')).toBeTruthy()
    expect(glance.queryByText('Turnout')).toBeNull()
    expect(screen.queryByText('Voters could not be loaded')).toBeNull()
  })

  it('is no work of administrators on the home page', async () => {
    renderAt('/', fakeNation({ now: NOW, as: 'admin', off: ['elections'] }), NOW)
    const work = within(await screen.findByRole('region', { name: 'Administration' }))
    expect(work.getByRole('link', { name: 'Jobs' })).toBeTruthy()
    await waitFor(() => expect(work.queryByRole('link', { name: 'Elections' })).toBeNull())
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

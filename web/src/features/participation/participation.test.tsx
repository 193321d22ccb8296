import type { CallAnswer } from '@nation/domain/contract'
import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { App } from '../../app/App'
import { OpenScreens } from '../../lib/built'
import { fakeNation, refuse } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'
import { Way } from './Way'

type Overview = CallAnswer<'participation.overview'>

// Wednesday afternoon: the presidential seat is being voted on.
const NOW = Date.UTC(2026, 10, 18, 15, 20)

const card = (name: string) => screen.findByRole('article', { name })

describe('Participation', () => {
  it('leads to the elections, and tells what is open and how long for', async () => {
    renderAt('/participation', fakeNation({ now: NOW }), NOW)
    const elections = await card('Elections')
    expect(within(elections).getByRole('link', { name: 'Go to the elections' }).getAttribute('href')).toBe('/elections')
    expect(await within(elections).findByText(/Secretary of State/)).toBeTruthy()
    expect(within(elections).getByText('Voting closes in').parentElement?.textContent).toMatch(
      /^Voting closes in20 hours (39|40) minutes/,
    )
    expect(within(elections).getByText('Candidates')).toBeTruthy()
  })

  it('tells what is open in the Vote Hub and the interviews, and a citizen what they have yet to do', async () => {
    const { unmount } = renderAt('/participation', fakeNation({ now: NOW }), NOW)
    expect((await within(await card('Vote')).findByText('Active polls')).nextSibling?.textContent).toContain('3')
    expect(within(await card('Interviews')).getByText('Active interviews')).toBeTruthy()
    expect(screen.queryByText('For you to answer')).toBeNull()
    unmount()

    const nation = fakeNation({ now: NOW, as: 'citizen' })
    renderAt('/participation', nation, NOW)
    const toAnswer = async (name: string) =>
      (await within(await card(name)).findByText('For you to answer')).nextSibling?.textContent
    expect(await toAnswer('Vote')).toContain('3')
    expect(await toAnswer('Interviews')).toContain('1')
    expect(within(await card('Elections')).getByText('You have yet to vote for 3 of 3 offices.')).toBeTruthy()
  })

  it('says that nothing is left to do, that nothing is open, and that one may not vote yet', async () => {
    const nation = fakeNation({ now: NOW, as: 'newborn' })
    const overview = nation.handle('GET', '/api/participation/overview', null).body as Overview
    const you = { eligibleToVote: false, positionsToVote: 3, pollsToVote: 3, interviewsToAnswer: 0 }
    nation.answers['participation.overview'] = () => ({ ...overview, you })
    const { unmount } = renderAt('/participation', nation, NOW)
    expect(await within(await card('Vote')).findByText('Not eligible yet')).toBeTruthy()
    expect(within(await card('Interviews')).getByText('All done')).toBeTruthy()
    unmount()
    renderAt('/participation', fakeNation({ now: NOW, empty: true }), NOW)
    expect(await within(await card('Vote')).findByText('No poll is open at the moment.')).toBeTruthy()
    expect(within(await card('Interviews')).getByText('No interview is open at the moment.')).toBeTruthy()
  })

  it('leaves the election out and shows dashes for figures that cannot be read', async () => {
    const nation = fakeNation({ now: NOW })
    nation.answers['elections.current'] = () => refuse(400, 'invalid_input', 'No.')
    nation.answers['participation.overview'] = () => refuse(400, 'invalid_input', 'No.')
    renderAt('/participation', nation, NOW)
    const elections = await card('Elections')
    expect(await within(elections).findByRole('link', { name: 'Go to the elections' })).toBeTruthy()
    expect(within(elections).queryByText('Candidates')).toBeNull()
    for (const [name, term] of [
      ['Vote', 'Active polls'],
      ['Interviews', 'Active interviews'],
    ] as const) {
      const figure = (await within(await card(name)).findByText(term)).nextElementSibling
      expect(figure?.textContent).toBe('–not known')
    }
  })

  it('leads nowhere where nothing is built, and says that it opens soon; and leads there once it is', async () => {
    const show = (screens: RouteObject[]) => {
      const page = (
        <Way to="/vote" title="Vote" sign={null} action="Go to the Vote Hub" terms={[]}>
          <p>Polls.</p>
        </Way>
      )
      const frame = {
        element: (
          <OpenScreens value={screens}>
            <Outlet />
          </OpenScreens>
        ),
        children: [{ index: true, element: page }, ...screens],
      }
      return render(
        <App>
          <RouterProvider router={createMemoryRouter([{ path: '/', ...frame }])} />
        </App>,
      )
    }
    const { unmount } = show([{ path: '*', element: null }])
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Opens soon' })).disabled).toBe(true)
    expect(screen.queryByRole('link')).toBeNull()
    unmount()
    show([
      { path: 'vote', element: null },
      { path: '*', element: null },
    ])
    expect((await screen.findByRole('link', { name: 'Go to the Vote Hub' })).getAttribute('href')).toBe('/vote')
  })
})

import { QueryClientProvider } from '@tanstack/react-query'
import type { CallAnswer } from '@nation/domain/contract'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query/query'
import { writeCounts } from '../../../lib/query/write-counts'
import { fakeNation } from '../../../testing/fake-nation'
import { WallPatterns } from './drawing/WallPatterns'
import { litAt, litAtRest, TILE } from './lit-windows'
import { TurnoutSoFar } from './TurnoutSoFar'

type Current = CallAnswer<'elections.current'>

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const answer = fakeNation({ now: NOW }).answers['elections.current']!({}) as Current
const election = answer.election!
const asOf = election.turnoutSoFar!.asOf

/** The windows and their words, with what is known of the election. */
function show(turnoutSoFar: NonNullable<Current['election']>['turnoutSoFar'] | 'unknown') {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  if (turnoutSoFar !== 'unknown') {
    queryClient.setQueryData<Current>(['elections.current', {}], { ...answer, election: { ...election, turnoutSoFar } })
  }
  return draw().container
}

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <svg>
        <WallPatterns id="w" />
      </svg>
      <TurnoutSoFar />
    </QueryClientProvider>,
  )

/** How many windows each of the walls' tiles has lit. */
const litIn = (container: HTMLElement) =>
  [...container.querySelectorAll('[data-windows="lit"]')].map(
    (path) => (path.getAttribute('d') ?? '').split('M').length - 1,
  )
const every = (count: number) => Array<number>(6).fill(count)

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('The windows of the capital', () => {
  it('are lit as the turnout is, and words say the same', () => {
    const container = show({ voters: 1204, eligible: 3010, percent: 40, asOf })
    expect(litIn(container)).toEqual(every(0.4 * TILE.wide * TILE.high))
    expect(container.textContent).toMatch(/1,204 citizens have voted, 40\.0% of those who may\./)
  })

  it('light up with an event that brings the turnout, and nothing is read for it; an older one darkens none', async () => {
    const container = show({ voters: 2, eligible: 8, percent: 25, asOf })
    const tell = (at: number, voters: number) => {
      const facts = { electionId: election.id, asOf: at, changed: 0, counts: [], voters, eligible: 8 }
      act(() => expect(writeCounts(facts)).toEqual([]))
    }
    tell(asOf + 5_000, 4)
    await waitFor(() => expect(litIn(container)).toEqual(every(litAt({ voters: 4, eligible: 8 }))))
    expect(container.textContent).toContain('4 citizens have voted, 50.0%')
    tell(asOf, 1)
    expect(queryClient.getQueryData<Current>(['elections.current', {}])?.election?.turnoutSoFar?.voters).toBe(4)
    expect(queryClient.getQueryState(['elections.current', {}])?.isInvalidated).toBe(false)
  })

  it('say that no citizen has voted, and speak of one voter as of one', () => {
    expect(show({ voters: 0, eligible: 12, percent: 0, asOf }).textContent).toContain('No citizen has voted yet, of 12')
    queryClient.clear()
    expect(show({ voters: 1, eligible: 12, percent: 8.3, asOf }).textContent).toContain('1 citizen has voted, 8.3%')
  })

  it('are lit as ever while no voting is open, and before anything is known', () => {
    const container = show(null)
    expect(litIn(container)).toEqual(every(litAtRest))
    expect(container.textContent).toContain('While voting is open, the turnout lights')
    queryClient.clear()
    const before = show('unknown')
    expect(litIn(before)).toEqual(every(litAtRest))
    expect(before.textContent?.trim()).toBe('')
  })

  it('say that the turnout could not be read', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: false }, { status: 400 })))
    const { container } = draw()
    await waitFor(() => expect(container.textContent).toContain('The turnout so far could not be read.'))
  })

  it('are there for screen readers without being announced', () => {
    const container = show({ voters: 2, eligible: 8, percent: 25, asOf })
    expect(container.querySelector('[aria-live], [role="status"], [role="alert"]')).toBeNull()
    expect(screen.getByText(/citizens have voted/)).toBeTruthy()
  })
})

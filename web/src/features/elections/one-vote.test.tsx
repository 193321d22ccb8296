import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeNation, idOf } from '../../testing/fake-nation'
import type { FakeNation } from '../../testing/fake-nation'
import { renderAt } from '../../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)
const counts = new Set(['votes', 'totalVotes', 'supportersCount', 'twitterFollowers'])

/** A nation in which every count of votes, supporters and followers is one. */
function nationOfOne(): FakeNation {
  const nation = fakeNation({ now: NOW })
  const one = (key: string, value: unknown) => (counts.has(key) && typeof value === 'number' ? 1 : value)
  return {
    ...nation,
    handle(...request) {
      const { status, body } = nation.handle(...request)
      return { status, body: JSON.parse(JSON.stringify(body), one) as unknown }
    },
  }
}

it.each([
  ['/', '1 vote'],
  ['/elections', '1 vote'],
  [`/elections/candidate/${idOf(2, 0)}`, '1 follower'],
  ['/elections/results/any', '1 vote from'],
  ['/government', '1 follower'],
  [`/gov-official/${idOf(3, 1)}`, '1 follower'],
])('%s says %s, and never 1 votes or 1 followers', async (path, said) => {
  renderAt(path, nationOfOne(), NOW)
  // A live number has its figure twice: for the eye and for readers.
  const shown = () => (document.body.textContent ?? '').replaceAll(/\b11 /g, '1 ')
  await waitFor(() => expect(shown()).toContain(said), { timeout: 10_000 })
  expect(screen.queryByText(/^Loading/)).toBeNull()
  expect(shown()).not.toMatch(/\b1\s(votes|followers)\b/)
})

import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
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

/** All words of the page: those of two parts do not run into each other. */
function shown(): string {
  const words: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) words.push(walker.currentNode.textContent ?? '')
  return words.join(' ').replaceAll(/\s+/g, ' ')
}

// Everything is in view.
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.tell([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  ),
)

it.each([
  ['/', /\b1 (vote|follower)\b/],
  ['/elections', /\b1 vote\b/],
  [`/elections/candidate/${idOf(2, 0)}`, /\b1 follower\b/],
  ['/elections/results/any', /\b1 vote from\b/],
  ['/gov-staff', /\b1 follower\b/],
  ['/office/president', /\b1 vote from\b/],
])('%s says %s of one, and no plural', async (path, said) => {
  renderAt(path, nationOfOne(), NOW)
  await waitFor(() => expect(said.test(shown())).toBe(true), { timeout: 10_000 })
  expect(shown().match(/\b1 (votes|followers)\b/)).toBeNull()
})

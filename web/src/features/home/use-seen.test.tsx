import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSeen } from './use-seen'

/** A screen that is scrolled by hand. */
const screenful = { tell: (_: boolean) => {}, part: undefined as unknown }

class Watch {
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void, options?: { threshold?: unknown }) {
    // A quick scroll reports several moments at once: the last one counts.
    screenful.tell = (seen) => tell([{ isIntersecting: !seen }, { isIntersecting: seen }])
    screenful.part = options?.threshold
  }
  observe() {}
  disconnect() {}
}

function Picture() {
  const element = useRef<HTMLParagraphElement>(null)
  return <p ref={element}>{useSeen(element, 0.15) ? 'awake' : 'resting'}</p>
}

const comeIn = (state: 'visible' | 'hidden') =>
  act(() => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  })
const scroll = (seen: boolean) => act(() => screenful.tell(seen))
const state = () => screen.getByText(/awake|resting/).textContent

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Watch)
  render(<Picture />)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('is looked at while it is on screen, and no longer', () => {
  expect([state(), screenful.part]).toEqual(['resting', 0.15])
  scroll(true)
  expect(state()).toBe('awake')
  scroll(false)
  expect(state()).toBe('resting')
})

it('is not looked at in a tab at the back', () => {
  scroll(true)
  comeIn('hidden')
  expect(state()).toBe('resting')
  comeIn('visible')
  expect(state()).toBe('awake')
})

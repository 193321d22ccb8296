import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useOfficeMoves } from './use-office-moves'

const [previous, next] = [vi.fn(), vi.fn()]

function Office() {
  const place = useRef<HTMLDivElement>(null)
  useOfficeMoves(place, { previous, next })
  return (
    <div ref={place}>
      <p>The candidates</p>
    </div>
  )
}

/** One finger goes aside. */
function swipe(by: number) {
  const part = screen.getByText('The candidates')
  fireEvent.touchStart(part, { touches: [{ clientX: 300, clientY: 400 }] })
  fireEvent.touchEnd(part, { changedTouches: [{ clientX: 300 + by, clientY: 400 }] })
}

it('a swipe goes to the neighbouring office, and moves the view alone while the page is zoomed', () => {
  render(<Office />)
  vi.stubGlobal('visualViewport', { scale: 2 })
  swipe(-120)
  swipe(120)
  expect([previous.mock.calls.length, next.mock.calls.length]).toEqual([0, 0])
  vi.stubGlobal('visualViewport', { scale: 1 })
  swipe(-120)
  expect([previous.mock.calls.length, next.mock.calls.length]).toEqual([0, 1])
})

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawWithScrolling } from './draw-with-scrolling'

const heard = vi.fn()

/** A list that draws where it stands once it hears of a scrolling. */
function List({ atOnce }: { atOnce: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(0)
  useEffect(() => {
    const look = () => {
      heard()
      setPlace(box.current?.scrollTop ?? 0)
    }
    const { current } = box
    current?.addEventListener('scroll', look)
    const drawn = current && atOnce ? drawWithScrolling(current) : undefined
    return () => {
      current?.removeEventListener('scroll', look)
      drawn?.()
    }
  }, [atOnce])
  return (
    <div ref={box} role="list">
      {place}
    </div>
  )
}

/** Draws as a browser does: without act(). */
let root: ReturnType<typeof createRoot>
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  heard.mockClear()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function scrolled(atOnce: boolean): HTMLElement {
  flushSync(() => root.render(<List atOnce={atOnce} />))
  const box = document.querySelector<HTMLElement>('[role=list]')!
  box.scrollTop = 300
  box.dispatchEvent(new Event('scroll'))
  return box
}

it('What is scrolled to is drawn when those who listen have heard of it, which they do once', () => {
  const box = scrolled(true)
  expect(box.textContent).toBe('300')
  expect(heard).toHaveBeenCalledTimes(1)
})

it('By itself, React draws it later', async () => {
  const box = scrolled(false)
  expect(box.textContent).toBe('0')
  await vi.waitFor(() => expect(box.textContent).toBe('300'))
})

it('Once it has ended, listeners get the browser’s own event; what scrolls inside of a box is not taken for the box', () => {
  const [box, inside] = [document.createElement('div'), document.createElement('div')]
  box.append(inside)
  const got: Event[] = []
  for (const one of [box, inside]) one.addEventListener('scroll', (event) => got.push(event))
  const stop = drawWithScrolling(box)
  const [its, before, after] = [new Event('scroll'), new Event('scroll'), new Event('scroll')]
  inside.dispatchEvent(its)
  box.dispatchEvent(before)
  stop()
  box.dispatchEvent(after)
  expect(got).toHaveLength(3)
  expect([got[0], got[2]]).toEqual([its, after])
  expect(got[1]).not.toBe(before)
})

import type { VirtualizerHandle } from 'virtua'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyRoom, type Room } from '../rooms/room'
import type { Line } from './grouping'
import { MessageScroll } from './message-scroll'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A list as the library has it: a jump is done again whenever something is measured, until 150 ms after that. */
function aList() {
  const jumps: number[] = []
  const list = {
    viewportSize: 400,
    findItemIndex: () => 0,
    scrollToIndex: (index: number) => void jumps.push(index),
  } as unknown as VirtualizerHandle
  return { list, jumps }
}

const lines = Array.from({ length: 30 }, (_, n) => ({ number: n + 1 })) as unknown as Line[]
const aRoom = (jump: Room['jump']): Room => ({
  ...emptyRoom,
  messages: lines as Room['messages'],
  lastNumber: 30,
  readNumber: 30,
  jump,
})

function opened() {
  const { list, jumps } = aList()
  const scroll = new MessageScroll('citizens', () => {})
  const box = { scrollTop: 300, scrollHeight: 2_000, clientHeight: 400 } as HTMLElement
  scroll.takeList(list)
  scroll.takeBox(box)
  scroll.show(aRoom({ to: 11, stamp: 1, mark: false }), lines)
  expect(jumps).toEqual([10])
  return { scroll, jumps, box }
}

const toEnd = aRoom({ to: 'end', stamp: 2, mark: false })

it('Whoever writes as soon as the conversation opens is not taken back to where it opened', () => {
  const { scroll, jumps, box } = opened()
  vi.advanceTimersByTime(200)
  scroll.resized()
  vi.advanceTimersByTime(200)
  scroll.show(toEnd, lines)
  // The list has another place to go to now.
  expect(jumps).toEqual([10, 29])
  expect(box.scrollTop).toBe(2_000)
  Object.assign(box, { scrollTop: 1_540 })
  vi.advanceTimersByTime(250)
  expect(box.scrollTop).toBe(2_000)
})

it('Later the end is gone to by the box alone, so that a reader can scroll up at once', () => {
  const { scroll, jumps, box } = opened()
  vi.advanceTimersByTime(1_000)
  scroll.show(toEnd, lines)
  expect([jumps, box.scrollTop]).toEqual([[10], 2_000])
})

import type { VirtualizerHandle } from 'virtua'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { emptyRoom, type Room } from '../rooms/room'
import { changeRoom, clearRooms, roomOf } from '../rooms/rooms'
import type { Line } from './grouping'
import { SHORTEST_LINE } from './line-estimate'
import { MessageScroll } from './message-scroll'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Every line is 60 px high. */
const lines = Array.from({ length: 30 }, (_, n) => ({ number: n + 1 })) as unknown as Line[]
const aRoom = (jump: Room['jump'], shown = lines): Room => ({
  ...emptyRoom,
  messages: shown as Room['messages'],
  lastNumber: shown.length,
  readNumber: 30,
  jump,
})

/** The jumps that the list is asked for. */
const ownJump = vi.fn()

const aList = (height = () => 60) =>
  ({
    viewportSize: 400,
    scrollSize: 0,
    findItemIndex: () => 0,
    getItemOffset: (index: number) => index * height(),
    getItemSize: height,
    scrollToIndex: ownJump,
  }) as unknown as VirtualizerHandle

/** A conversation that is opened at its eleventh message: 64 px above it stay visible. */
function opened() {
  let height = 60
  const list = aList(() => height)
  const scroll = new MessageScroll('citizens', () => {})
  const box = { scrollTop: 300, scrollHeight: 2_000, clientHeight: 400 } as HTMLElement
  scroll.takeList(list)
  scroll.takeBox(box)
  scroll.show(aRoom({ to: 11, stamp: 1, mark: false }), lines)
  expect(box.scrollTop).toBe(600 - 64)
  const measured = (of: number) => {
    height = of
    Object.assign(box, { scrollHeight: of * lines.length + 200 })
    scroll.resized()
  }
  return { scroll, box, measured }
}

const toEnd = aRoom({ to: 'end', stamp: 2, mark: false })

it('The message at which a conversation opens keeps its place while lines are measured', () => {
  const { box, measured } = opened()
  vi.advanceTimersByTime(200)
  measured(80)
  expect(box.scrollTop).toBe(800 - 64)
  vi.advanceTimersByTime(200)
  measured(90)
  expect(box.scrollTop).toBe(900 - 64)
  vi.advanceTimersByTime(1_000)
  measured(100)
  expect(box.scrollTop).toBe(900 - 64)
})

it('The message keeps its place, too, where the first lines are measured late: a slow device', () => {
  const { box, measured } = opened()
  // Time passes, and no frame is drawn meanwhile.
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
  measured(80)
  expect(box.scrollTop).toBe(800 - 64)
  later.mockRestore()
})

it('The message keeps its place also where the first two frames take long, and lines are measured after them', () => {
  const { box, measured } = opened()
  vi.advanceTimersByTime(16)
  // The second frame comes a second later.
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
  vi.advanceTimersByTime(16)
  measured(80)
  expect(box.scrollTop).toBe(800 - 64)
  later.mockRestore()
})

it('A jump while an earlier one is being drawn has frames of its own', () => {
  const { scroll, box, measured } = opened()
  vi.advanceTimersByTime(16)
  scroll.show(aRoom({ to: 16, stamp: 2, mark: false }), lines)
  vi.advanceTimersByTime(16)
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
  measured(80)
  expect(box.scrollTop).toBe(15 * 80 - 64)
  later.mockRestore()
})

it('A reader who goes to the end as soon as the conversation opens stays there, also when more comes before all is measured', () => {
  const { scroll, box, measured } = opened()
  vi.advanceTimersByTime(200)
  scroll.show(toEnd, lines)
  expect(box.scrollTop).toBe(2_000)
  const more = [...lines, { number: 31 }] as unknown as Line[]
  Object.assign(box, { scrollHeight: 2_060 })
  scroll.show(aRoom(toEnd.jump, more), more)
  expect(box.scrollTop).toBe(2_060)
  // A jump of the list would go to the line that was the last one.
  expect(ownJump).not.toHaveBeenCalled()
  measured(70)
  expect(box.scrollTop).toBe(2_300)
})

it('The key End leads to the end and stays there, also when the lines on the way are larger than they looked', () => {
  const { scroll, box, measured } = opened()
  scroll.press('End')
  // The browser goes to the end as it is known now; before that is reported, what is drawn there is measured.
  Object.assign(box, { scrollTop: 1_600 })
  measured(70)
  scroll.look()
  expect(box.scrollTop).toBe(2_300)
  const more = [...lines, { number: 31 }] as unknown as Line[]
  Object.assign(box, { scrollTop: 1_900, scrollHeight: 2_370 })
  scroll.show(aRoom({ to: 11, stamp: 1, mark: false }, more), more)
  expect(box.scrollTop).toBe(2_370)
})

it('A reader at the end stays there when the page has the new height of the list, which the list has reported before', () => {
  const { scroll, box } = opened()
  const heights: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(heard: () => void) {
        heights.push(heard)
      }
      observe() {}
      disconnect() {
        heights.length = 0
      }
    },
  )
  const list = document.createElement('ol')
  Object.assign(box, { querySelector: () => list, addEventListener: vi.fn(), removeEventListener: vi.fn() })
  const leave = scroll.follow()
  scroll.show(toEnd, lines)
  scroll.resized()
  expect(box.scrollTop).toBe(2_000)
  Object.assign(box, { scrollHeight: 4_900 })
  for (const heard of heights) heard()
  expect(box.scrollTop).toBe(4_900)
  leave?.()
  expect(heights).toEqual([])
  vi.unstubAllGlobals()
})

it('The key End leads no further than to what is loaded', () => {
  const { scroll, box, measured } = opened()
  scroll.show({ ...aRoom({ to: 11, stamp: 1, mark: false }), lastNumber: 5_000 }, lines)
  scroll.press('End')
  Object.assign(box, { scrollTop: 1_600 })
  measured(70)
  expect(box.scrollTop).toBe(1_600)
})

it('Another key leads nowhere by itself, and lets go of the message that was jumped to', () => {
  const { scroll, box, measured } = opened()
  scroll.press('ArrowUp')
  Object.assign(box, { scrollTop: 500 })
  measured(70)
  expect(box.scrollTop).toBe(500)
})

it('What is below the view is not seen, and its end not reached, while lines in view are not measured', () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true })))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    clearRooms()
  })
  let height: number = SHORTEST_LINE
  const list = { ...aList(() => height), findItemIndex: (top: number) => Math.min(29, Math.floor(top / height)) }
  const scroll = new MessageScroll('citizens', () => {})
  const box = { scrollTop: 0, scrollHeight: 4_000, clientHeight: 400 } as HTMLElement
  scroll.takeList(list)
  scroll.takeBox(box)
  const room = { ...aRoom({ to: 1, stamp: 1, mark: false }), readNumber: 0 }
  changeRoom('citizens', () => room)
  scroll.show(room, lines)
  scroll.letGo()
  vi.advanceTimersByTime(100)
  expect(roomOf('citizens').readNumber).toBe(0)
  // The bar is dragged to where by its estimate the list ends.
  Object.assign(box, { scrollTop: 800, scrollHeight: 30 * SHORTEST_LINE })
  scroll.look()
  expect(roomOf('citizens').readNumber).toBe(0)
  height = 80
  Object.assign(box, { scrollHeight: 30 * height })
  scroll.resized()
  expect(box.scrollTop).toBe(800)
  expect(roomOf('citizens').readNumber).toBe(15)
})

it('On an iPhone a line in view is measured once it can be seen, whatever the list takes it for', () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true })))
  const platform = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')
  onTestFinished(() => {
    platform.mockRestore()
    vi.unstubAllGlobals()
    clearRooms()
  })
  const box = document.createElement('div')
  Object.defineProperties(box, { scrollHeight: { value: 1_800 }, clientHeight: { value: 400 } })
  const drawn = lines.slice(0, 8).map((_, place) => {
    const item = box.appendChild(document.createElement('li'))
    item.appendChild(document.createElement('div')).dataset.line = String(place + 1)
    item.style.visibility = 'hidden'
    return item
  })
  const list = { ...aList(), findItemIndex: (top: number) => Math.max(0, Math.floor(top / 60)) }
  const scroll = new MessageScroll('citizens', () => {})
  scroll.takeList(list)
  scroll.takeBox(box)
  const room = { ...aRoom({ to: 1, stamp: 1, mark: false }), readNumber: 0 }
  changeRoom('citizens', () => room)
  scroll.show(room, lines)
  scroll.letGo()
  box.scrollTop = 0
  vi.advanceTimersByTime(100)
  expect(roomOf('citizens').readNumber).toBe(0)
  for (const item of drawn) item.style.visibility = ''
  scroll.look()
  expect(roomOf('citizens').readNumber).toBe(7)
})

it('A reader who scrolls while the conversation opens is not taken back', () => {
  const { scroll, box, measured } = opened()
  scroll.letGo()
  Object.assign(box, { scrollTop: 100 })
  scroll.look()
  measured(80)
  expect(box.scrollTop).toBe(100)
})

it('A list that opens near its end follows what comes later', () => {
  const { scroll, box } = opened()
  Object.assign(box, { scrollHeight: 980 })
  vi.advanceTimersToNextFrame()
  vi.advanceTimersToNextFrame()
  scroll.look()
  vi.advanceTimersByTime(1_000)
  const more = [...lines, { number: 31 }] as unknown as Line[]
  Object.assign(box, { scrollHeight: 1_200 })
  scroll.show(aRoom({ to: 11, stamp: 1, mark: false }, more), more)
  expect(box.scrollTop).toBe(1_200)
})

it('A message that is hidden until it is measured has the focus once it can be seen', () => {
  const box = document.createElement('div')
  const line = Object.assign(document.createElement('div'), { tabIndex: -1 })
  line.dataset.number = '11'
  line.style.visibility = 'hidden'
  // As browsers do, and this document does not: what cannot be seen takes no focus.
  line.focus = () => {
    if (line.style.visibility !== 'hidden') HTMLElement.prototype.focus.call(line)
  }
  box.append(line)
  document.body.append(box)
  const scroll = new MessageScroll('citizens', () => {})
  scroll.takeList(aList())
  scroll.takeBox(box)
  scroll.show(aRoom({ to: 11, stamp: 1, mark: true }), lines)
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(document.body)
  line.style.visibility = ''
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(line)
  box.remove()
})

it('A reader who has scrolled up is not taken to the end when older messages are added above', () => {
  let scrollSize = 1_800
  const list = {
    ...aList(),
    get scrollSize() {
      return scrollSize
    },
  } as VirtualizerHandle
  const scroll = new MessageScroll('citizens', () => {})
  const box = { scrollTop: 0, scrollHeight: 2_000, clientHeight: 400 } as HTMLElement
  scroll.takeList(list)
  scroll.takeBox(box)
  scroll.show(toEnd, lines)
  Object.assign(box, { scrollTop: 1_600 })
  scroll.look()
  scroll.letGo()
  Object.assign(box, { scrollTop: 300 })
  scroll.look()
  // The list has moved the reader down by what is new above; the page's height is still on its way.
  scrollSize = 4_800
  Object.assign(box, { scrollTop: 3_300, scrollHeight: 3_750 })
  scroll.look()
  Object.assign(box, { scrollHeight: 5_000 })
  scroll.resized()
  expect(box.scrollTop).toBe(3_300)
})

import type { VirtualizerHandle } from 'virtua'
import { noteSeen } from '../rooms/read-marker'
import { readOn } from '../rooms/read-room'
import { firstLoaded, hasNewer, hasOlder, lastLoaded, type Direction, type Room } from '../rooms/room'
import type { RoomId } from '../types'
import { drawWithScrolling } from './draw-with-scrolling'
import { isOutgoing, keyOf, type Line } from './grouping'
import { lineEstimate } from './line-estimate'

/** Within this many pixels of its end, a list follows what comes (requirements 2.9). */
const NEAR_END = 100
/** Older and newer messages are read when one comes as near to them as this, in pixels. */
const READ_AHEAD = 1_200
/** What stays visible above a message that is jumped to. */
const ABOVE = 64
/** A message that is jumped to is drawn within so many frames. */
const FRAMES = 60
/** A message that was jumped to keeps its place until nothing was measured for so long, in milliseconds. */
const JUMP_LASTS = 250
/** The space below the last message. */
const BELOW = 16

/** What a list of messages shows of its scroll position. */
export interface ScrollState {
  /** Whether the newest message is not in view. */
  readonly isAway: boolean
  /** The direction in which messages could not be read. */
  readonly failed: Direction | null
}

/**
 * Where a list of messages stands: it opens at a message or the end, follows the end while its reader is there, reads on in both
 * directions, and notes what was seen.
 */
export class MessageScroll {
  #list: VirtualizerHandle | null = null
  #box: HTMLElement | null = null
  #room: Room | null = null
  #lines: readonly Line[] = []
  /** Whether the reader is at the end and wants to stay there: until they scroll up, whatever grows meanwhile. */
  #atEnd = true
  /** Whether the end was near when the list was looked at last. */
  #isNearEnd = false
  #scrollTop = 0
  #jumped = 0
  #settling = false
  /** The message that keeps its place while the list measures what it draws, and until when (milliseconds of `performance.now()`). */
  #target: { readonly number: number; readonly align: 'top' | 'center'; until: number } | null = null
  #state: ScrollState = { isAway: false, failed: null }

  constructor(
    private readonly id: RoomId,
    private readonly tell: (state: ScrollState) => void,
  ) {}

  readonly takeList = (list: VirtualizerHandle | null): void => {
    this.#list = list
  }

  readonly takeBox = (box: HTMLElement | null): void => {
    this.#box = box
  }

  /** The room and its lines as they are drawn now. */
  show(room: Room, lines: readonly Line[]): void {
    const grown = lines !== this.#lines
    this.#noteLeaving()
    this.#room = room
    this.#lines = lines
    if (this.#jumped !== room.jump.stamp) this.#goTo(room)
    else if (grown) this.#stay()
    this.look()
  }

  /** Goes where the room says. */
  #goTo(room: Room): void {
    const { to, stamp, mark } = room.jump
    this.#jumped = stamp
    this.#target = null
    this.#settling = false
    this.#atEnd = to === 'end'
    if (to === 'end') return this.#stayAtEnd()
    this.#target = { number: to, align: mark ? 'center' : 'top', until: performance.now() + JUMP_LASTS }
    this.#stayAtTarget()
    this.#settle(stamp)
    if (mark) this.#focus(to, stamp, FRAMES)
  }

  /**
   * Puts the message that was jumped to in its place. The list has a jump of its own, which goes on whatever its reader or a later jump
   * does meanwhile: it takes back who scrolls, or who goes to the end.
   */
  #stayAtTarget(): void {
    const [list, box, target, room] = [this.#list, this.#box, this.#target, this.#room]
    if (!list || !box || !target || !room) return
    const index = target.number - firstLoaded(room)
    const top = list.getItemOffset(index) + (box.firstElementChild?.clientHeight ?? 0)
    const above = target.align === 'top' ? ABOVE : (box.clientHeight - list.getItemSize(index)) / 2
    box.scrollTop = top - above
  }

  /** A reader who scrolls goes where they want to. */
  readonly letGo = (): void => {
    if (this.#target && this.#isNearEnd) this.#atEnd = true
    this.#target = null
  }

  /**
   * A key was pressed in the list. End goes to the end and stays there: the lines on the way are not measured yet, and the end is further
   * away than it looks. Where newer messages are not loaded, it goes to the last one that is.
   */
  readonly press = (key: string): void => {
    this.letGo()
    if (key !== 'End' || !this.#room || hasNewer(this.#room)) return
    this.#atEnd = true
    this.#stayAtEnd()
  }

  /**
   * Gives the focus to the message that was jumped to, once it is drawn: a message that the list has not measured yet is hidden, and
   * takes none. Who writes meanwhile goes on writing.
   */
  #focus(number: number, stamp: number, frames: number): void {
    requestAnimationFrame(() => {
      if (this.#jumped !== stamp || document.activeElement?.matches('textarea, input')) return
      const line = this.#box?.querySelector<HTMLElement>(`[data-number="${number}"]`) ?? null
      line?.focus({ preventScroll: true })
      const isFocused = line !== null && line === document.activeElement
      if (!isFocused && frames > 0) this.#focus(number, stamp, frames - 1)
    })
  }

  /** Nothing is seen before what is drawn has its sizes: until then a short list looks as if it stood at its end. */
  #settle(stamp: number): void {
    this.#settling = true
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        // A later jump has frames of its own.
        if (this.#jumped !== stamp) return
        this.#settling = false
        if (this.#target) this.#target.until = performance.now() + JUMP_LASTS
        this.look()
      }),
    )
  }

  /** Stays at the message that was jumped to, or at the end, when something grew. */
  #stay(): void {
    // On a slow device nothing may be measured for longer than that before the first lines are drawn.
    if (this.#target && !this.#settling && performance.now() > this.#target.until) this.letGo()
    if (this.#target) {
      this.#target.until = performance.now() + JUMP_LASTS
      this.#stayAtTarget()
    } else if (this.#atEnd) this.#stayAtEnd()
  }

  #stayAtEnd(): void {
    if (this.#box) this.#box.scrollTop = this.#box.scrollHeight
  }

  /**
   * Follows the scrolling and the height of the list until the returned function is called. The list says that it measured something before
   * the page has its new height: who stays at the end by that alone stands where the end was.
   */
  readonly follow = (): (() => void) | undefined => {
    const box = this.#box
    const list = box?.querySelector('ol')
    if (!box || !list) return undefined
    const stopDrawing = drawWithScrolling(box)
    const observer = new ResizeObserver(this.resized)
    observer.observe(list)
    return () => {
      observer.disconnect()
      stopDrawing()
    }
  }

  /** What is drawn has other sizes than before, or the window has. */
  readonly resized = (): void => {
    this.#noteLeaving()
    this.#stay()
    this.look()
  }

  /**
   * A reader who has scrolled up leaves the end, also where what comes or grows is reported before the scrolling is. Where the page has
   * become lower instead, it is at its end.
   */
  #noteLeaving(): void {
    if (!this.#box || this.#settling) return
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    if (scrollTop < this.#scrollTop - 2 && scrollHeight - scrollTop - clientHeight >= NEAR_END) this.#atEnd = false
  }

  /** Looks where the list stands, and does what follows from it. */
  readonly look = (): void => {
    if (this.#settling || !this.#room || !this.#list || !this.#box || this.#list.viewportSize === 0) return
    const [room, list] = [this.#room, this.#list]
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    // Where older messages are added above, the list moves the reader down before the page has its new height: by the page's height alone
    // they would be at the end.
    const left = Math.max(scrollHeight, list.scrollSize) - scrollTop - clientHeight
    this.#isNearEnd = left < NEAR_END && !hasNewer(room)
    if (!this.#isNearEnd) this.#noteLeaving()
    const [first, last] = [scrollTop, scrollTop + clientHeight - ABOVE / 2].map((top) => list.findItemIndex(top))
    // By what lines are taken for, more of them would be in view than there are: who reads them is told of by the next look.
    const isMeasured = this.#isMeasured(first!, last!)
    if (this.#isNearEnd && isMeasured && !this.#target) this.#atEnd = true
    this.#scrollTop = scrollTop
    this.#change({ isAway: !this.#atEnd && !this.#isNearEnd })
    const bottom = this.#lines[last!]
    if (bottom && isMeasured) noteSeen(this.id, isOutgoing(bottom) || left < BELOW ? lastLoaded(room) : bottom.number)
    if (scrollTop < READ_AHEAD && hasOlder(room)) this.#readAhead('older')
    if (left < READ_AHEAD && hasNewer(room)) this.#readAhead('newer')
  }

  #isMeasured(first: number, last: number): boolean {
    const estimate = lineEstimate()
    for (let index = first; index <= last; index++) {
      if (estimate === undefined ? !this.#isShown(index) : this.#list?.getItemSize(index) === estimate) return false
    }
    return true
  }

  /** Whether a line is drawn and can be seen: the list hides what it has not measured. */
  #isShown(index: number): boolean {
    const line = this.#lines[index]
    const drawn = line && this.#box?.querySelector(`[data-line="${CSS.escape(keyOf(line))}"]`)?.parentElement
    return !!drawn && drawn.style.visibility !== 'hidden'
  }

  /** What failed is not tried again by scrolling, but when the reader says so. */
  #readAhead(direction: Direction): void {
    if (this.#state.failed !== null) return
    readOn(this.id, direction).catch(() => this.#change({ failed: direction }))
  }

  readonly readAgain = (direction: Direction): void => {
    this.#change({ failed: null })
    this.#readAhead(direction)
  }

  #change(change: Partial<ScrollState>): void {
    const next = { ...this.#state, ...change }
    if (next.isAway === this.#state.isAway && next.failed === this.#state.failed) return
    this.#state = next
    this.tell(next)
  }
}

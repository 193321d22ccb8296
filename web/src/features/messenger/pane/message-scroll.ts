import type { VirtualizerHandle } from 'virtua'
import { noteSeen } from '../rooms/read-marker'
import { readOn } from '../rooms/read-room'
import { firstLoaded, hasNewer, hasOlder, lastLoaded, type Direction, type Room } from '../rooms/room'
import type { RoomId } from '../types'
import { isOutgoing, type Line } from './grouping'

/** Within this many pixels of its end, a list follows what comes (requirements 2.9). */
const NEAR_END = 100
/** Older and newer messages are read when one comes as near to them as this, in pixels. */
const READ_AHEAD = 1_200
/** What stays visible above a message that is jumped to. */
const ABOVE = 64
/** A message that is jumped to is drawn within so many frames. */
const FRAMES = 60
/** So long after its last measuring, in milliseconds, the list still goes where it was told to (150 in virtua, and some more). */
const JUMP_LASTS = 250
/** The space below the last message. */
const BELOW = 16

/** What a list shows of where it stands. */
export interface Standing {
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
  #scrollTop = 0
  #jumped = 0
  #settling = false
  /** Until when the list may still go on with its jump to a message, in milliseconds of `performance.now()`. */
  #jumpsUntil = 0
  #standing: Standing = { isAway: false, failed: null }

  constructor(
    private readonly id: RoomId,
    private readonly tell: (standing: Standing) => void,
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
    else if (grown && this.#atEnd) this.#stayAtEnd()
    this.look()
  }

  /** Goes where the room says. */
  #goTo(room: Room): void {
    const { to, stamp, mark } = room.jump
    this.#jumped = stamp
    if (to === 'end') return this.#toEnd()
    this.#atEnd = false
    const [align, offset] = mark ? (['center', 0] as const) : (['start', -ABOVE] as const)
    this.#list?.scrollToIndex(to - firstLoaded(room), { align, offset })
    this.#jumpsUntil = performance.now() + JUMP_LASTS
    this.#settle()
    if (mark) this.#focus(to, stamp, FRAMES)
  }

  /** Gives the focus to the message that was jumped to, once it is drawn. Who writes meanwhile goes on writing. */
  #focus(number: number, stamp: number, frames: number): void {
    requestAnimationFrame(() => {
      if (this.#jumped !== stamp || document.activeElement?.matches('textarea, input')) return
      const line = this.#box?.querySelector<HTMLElement>(`[data-number="${number}"]`)
      if (line) line.focus({ preventScroll: true })
      else if (frames > 0) this.#focus(number, stamp, frames - 1)
    })
  }

  /** Nothing is seen before what is drawn has its sizes: until then a short list looks as if it stood at its end. */
  #settle(): void {
    this.#settling = true
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.#settling = false
        this.look()
      }),
    )
  }

  /**
   * Jumps to the end, and stays there while the list measures what it draws: by the box itself. A jump of the list goes on until 150 ms
   * after the last measuring, and takes back a reader who scrolls up meanwhile. Only such a jump to a message that may not be over is
   * replaced by one of the list's: it would take back whoever writes as soon as the conversation opens.
   */
  #toEnd(): void {
    this.#atEnd = true
    if (performance.now() < this.#jumpsUntil) {
      this.#list?.scrollToIndex(this.#lines.length - 1, { align: 'end' })
      // What comes meanwhile is behind the line that the list goes to.
      setTimeout(() => this.#atEnd && this.#stayAtEnd(), JUMP_LASTS)
    }
    this.#jumpsUntil = 0
    this.#stayAtEnd()
  }

  /** Stays at the end when something grew. */
  #stayAtEnd(): void {
    if (this.#box) this.#box.scrollTop = this.#box.scrollHeight
  }

  /** What is drawn has other sizes than before, or the window has. */
  readonly resized = (): void => {
    if (performance.now() < this.#jumpsUntil) this.#jumpsUntil = performance.now() + JUMP_LASTS
    this.#noteLeaving()
    if (this.#atEnd) this.#stayAtEnd()
    this.look()
  }

  /** A reader who has scrolled up leaves the end, also where what comes or grows is heard of before the scrolling is. */
  #noteLeaving(): void {
    if (!this.#box || this.#settling) return
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    if (scrollTop < this.#scrollTop - 2 && scrollHeight - scrollTop - clientHeight >= NEAR_END) this.#atEnd = false
  }

  /** Looks where the list stands, and does what follows from it. */
  readonly look = (): void => {
    if (this.#settling || !this.#room || !this.#list || !this.#box || this.#list.viewportSize === 0) return
    const room = this.#room
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    const left = scrollHeight - scrollTop - clientHeight
    if (left < NEAR_END && !hasNewer(room)) this.#atEnd = true
    else this.#noteLeaving()
    this.#scrollTop = scrollTop
    this.#change({ isAway: !this.#atEnd && (left > NEAR_END || hasNewer(room)) })
    const bottom = this.#lines[this.#list.findItemIndex(scrollTop + clientHeight - ABOVE / 2)]
    if (bottom) noteSeen(this.id, isOutgoing(bottom) || left < BELOW ? lastLoaded(room) : bottom.number)
    if (scrollTop < READ_AHEAD && hasOlder(room)) this.#readAhead('older')
    if (left < READ_AHEAD && hasNewer(room)) this.#readAhead('newer')
  }

  /** What failed is not tried again by scrolling, but when the reader says so. */
  #readAhead(direction: Direction): void {
    if (this.#standing.failed !== null) return
    readOn(this.id, direction).catch(() => this.#change({ failed: direction }))
  }

  readonly readAgain = (direction: Direction): void => {
    this.#change({ failed: null })
    this.#readAhead(direction)
  }

  #change(change: Partial<Standing>): void {
    const next = { ...this.#standing, ...change }
    if (next.isAway === this.#standing.isAway && next.failed === this.#standing.failed) return
    this.#standing = next
    this.tell(next)
  }
}

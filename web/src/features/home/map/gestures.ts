/** How far one may zoom, and by how much a button does (requirements 1.5). */
export const zoom = {
  page: { min: 0.8, max: 3 },
  touchFullscreen: { min: 0.5, max: 4 },
  in: 1.2,
  out: 0.8,
  /** What a double tap goes to, and back from. */
  close: 2,
} as const

export interface Bounds {
  readonly min: number
  readonly max: number
}

/** The bounds that hold now. */
export const boundsOf = (touch: boolean, fullscreen: boolean): Bounds =>
  touch && fullscreen ? zoom.touchFullscreen : zoom.page

/** The scale after a step, held within the bounds. */
export const stepped = (scale: number, factor: number, { min, max }: Bounds): number =>
  Math.min(max, Math.max(min, scale * factor))

export interface Tap {
  readonly x: number
  readonly y: number
  /** Milliseconds, of any one clock. */
  readonly at: number
}

/** Two taps within this long, and this near to each other in pixels, are one double tap. */
const DOUBLE = { within: 300, near: 32 } as const

/** Whether a tap makes a double tap with the one before it. */
export function isDoubleTap(before: Tap | null, tap: Tap): boolean {
  if (!before) return false
  return tap.at - before.at <= DOUBLE.within && Math.hypot(tap.x - before.x, tap.y - before.y) <= DOUBLE.near
}

/** Where a double tap zooms to: near, and from anywhere near back to the whole. */
export const toggled = (scale: number): number => (scale > 1.05 ? 1 : zoom.close)

/** A press that moved this many pixels was a drag, and opens nothing. */
export const DRAG = 6

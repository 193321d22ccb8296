/** A part of the coin that shows how a budget is given out: where it begins and ends, in degrees from the top. */
export interface Slice<Item> {
  readonly item: Item
  readonly from: number
  readonly to: number
}

/** Slices of a whole turn by weight, in the order given; nothing when all weigh nothing. */
export function slicesOf<Item extends { readonly percent: number }>(items: readonly Item[]): Slice<Item>[] {
  const whole = items.reduce((sum, { percent }) => sum + percent, 0)
  if (whole <= 0) return []
  let at = 0
  return items.map((item) => {
    const from = at
    at += (item.percent / whole) * 360
    return { item, from, to: at }
  })
}

/** A point of a circle around the origin, at so many degrees from the top, clockwise. */
export function onCircle(radius: number, degrees: number): readonly [number, number] {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [Number((radius * Math.cos(angle)).toFixed(2)), Number((radius * Math.sin(angle)).toFixed(2))]
}

/** The outline of a slice between two radii, with a gap of so many degrees at both ends. A whole turn is two halves. */
export function slicePath(inner: number, outer: number, from: number, to: number, gap = 0.6): string {
  if (to - from >= 359.99)
    return `${slicePath(inner, outer, from, from + 180, 0)}${slicePath(inner, outer, from + 180, to - 0.01, 0)}`
  const [begin, end] = to - from > 2 * gap ? [from + gap, to - gap] : [from, to]
  const large = end - begin > 180 ? 1 : 0
  const point = (radius: number, degrees: number) => onCircle(radius, degrees).join(' ')
  return [
    `M${point(outer, begin)}`,
    `A${outer} ${outer} 0 ${large} 1 ${point(outer, end)}`,
    `L${point(inner, end)}`,
    `A${inner} ${inner} 0 ${large} 0 ${point(inner, begin)}`,
    'Z',
  ].join('')
}

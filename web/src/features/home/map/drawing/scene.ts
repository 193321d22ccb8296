import type { Point } from './iso'

/** A path in one of the drawing's tones; `Capital.module.css` says how a tone looks by day and by night. */
export interface Stroke {
  readonly tone: string
  readonly d: string
}

/** Something that stands on the ground: its footprint, and its strokes from back to front. */
export interface Thing {
  /** Things of a kind are drawn in few tones, and are painted together as far as that goes. */
  readonly kind: 'lamp' | 'car' | 'tree' | 'building'
  readonly from: Point
  readonly to: Point
  readonly strokes: readonly Stroke[]
}

/** Simple things first: a row of buildings takes the most tones, and waits until it is as long as can be. */
const kinds: readonly Thing['kind'][] = ['lamp', 'car', 'tree', 'building']

/**
 * The strokes of many things in an order in which nothing in the back covers what stands before it. Things that do not
 * cover each other share their paths, so that a city of hundreds of houses is some hundred paths.
 */
export function paint(things: readonly Thing[]): Stroke[] {
  const before = inFront(things)
  const waitsFor = things.map(() => 0)
  for (const others of before) for (const other of others) waitsFor[other]!++
  const ready = new Map(kinds.map((kind) => [kind, [] as number[]]))
  const release = (index: number) => ready.get(things[index]!.kind)!.push(index)
  for (const [index, count] of waitsFor.entries()) if (count === 0) release(index)

  const strokes: Stroke[] = []
  for (;;) {
    const kind = kinds.find((one) => ready.get(one)!.length > 0)
    if (!kind) return strokes
    const layer = ready.get(kind)!.splice(0)
    strokes.push(...merge(layer.map((index) => things[index]!)))
    for (const index of layer) {
      for (const other of before[index]!) if (--waitsFor[other]! === 0) release(other)
    }
  }
}

/** For each thing, which things stand before it and may cover it: those that share a part of the paper's width. */
function inFront(things: readonly Thing[]): number[][] {
  // A million pairs: in plain numbers, so that it takes some milliseconds.
  const column = (of: (thing: Thing) => number) => Float64Array.from(things, of)
  const [backX, backY] = [column(({ from }) => from[0]), column(({ from }) => from[1])]
  const [frontX, frontY] = [column(({ to }) => to[0]), column(({ to }) => to[1])]
  const left = backX.map((x, index) => x - frontY[index]!)
  const right = frontX.map((x, index) => x - backY[index]!)
  return things.map((_, one) => {
    const found: number[] = []
    for (let other = 0; other < things.length; other++) {
      if (left[other]! >= right[one]! || right[other]! <= left[one]! || other === one) continue
      if (frontX[one]! <= backX[other]! || frontY[one]! <= backY[other]!) found.push(other)
    }
    return found
  })
}

/** Joins the strokes of one tone, as far as each thing's own order allows; what has most strokes sets the order. */
function merge(layer: readonly Thing[]): Stroke[] {
  const merged: { tone: string; d: string }[] = []
  for (const { strokes } of layer.toSorted((one, other) => other.strokes.length - one.strokes.length)) {
    let place = 0
    for (const { tone, d } of strokes) {
      const found = merged.findIndex((one, index) => index >= place && one.tone === tone)
      if (found >= 0) {
        merged[found]!.d += d
        place = found
      } else {
        place = merged.length
        merged.push({ tone, d })
      }
    }
  }
  return merged
}

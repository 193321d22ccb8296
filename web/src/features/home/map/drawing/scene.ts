import type { Point } from './iso'

/** A path in one of the drawing's tones; `Capital.module.css` says how a tone looks by day and by night. */
export interface Stroke {
  readonly tone: string
  readonly d: string
}

/** Something that stands on the ground: its footprint, and its strokes from back to front. */
export interface Thing {
  readonly from: Point
  readonly to: Point
  readonly strokes: readonly Stroke[]
}

const left = (thing: Thing) => thing.from[0] - thing.to[1]
const right = (thing: Thing) => thing.to[0] - thing.from[1]
const isBehind = (one: Thing, other: Thing) => one.to[0] <= other.from[0] || one.to[1] <= other.from[1]

/**
 * The strokes of many things in an order in which nothing in the back covers what stands before it. Things that do not
 * cover each other share their paths, so that a city of hundreds of houses is some hundred paths.
 */
export function paint(things: readonly Thing[]): Stroke[] {
  const layers: Thing[][] = []
  for (const [index, layer] of layersOf(things).entries()) (layers[layer] ??= []).push(things[index]!)
  return layers.flatMap(merge)
}

/** For each thing, how many stand behind one another behind it. */
function layersOf(things: readonly Thing[]): number[] {
  const behind = things.map((thing) => {
    const [from, to] = [left(thing), right(thing)]
    const found: number[] = []
    for (const [index, other] of things.entries()) {
      if (other !== thing && left(other) < to && right(other) > from && isBehind(other, thing)) found.push(index)
    }
    return found
  })
  const layers: number[] = []
  const layerOf = (index: number): number => {
    const known = layers[index]
    if (known !== undefined) return known
    layers[index] = 0
    let layer = 0
    for (const other of behind[index]!) layer = Math.max(layer, layerOf(other) + 1)
    return (layers[index] = layer)
  }
  return things.map((_, index) => layerOf(index))
}

/** Joins the strokes of one tone, as far as each thing's own order allows. */
function merge(layer: readonly Thing[]): Stroke[] {
  const merged: { tone: string; d: string }[] = []
  for (const { strokes } of layer) {
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

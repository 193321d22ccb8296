import { z } from 'zod'
import { storedFile } from './stored-file'
import type { Bounds } from './parts'

const windowState = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  maximized: z.boolean(),
})

export type WindowState = z.infer<typeof windowState>

export const SMALLEST = { width: 390, height: 560 } as const
export const USUAL = { width: 1280, height: 840 } as const

/** Where the last window was, in `window.json`. A file that cannot be read means the usual place. */
export function windowStateFile(file: string) {
  const state = storedFile(file, 1, windowState)
  return {
    async read(): Promise<WindowState | undefined> {
      const found = await state.read()
      return found.state === 'stored' ? found.value : undefined
    },
    write: (value: WindowState) => state.write(value),
  }
}

/**
 * A window's place, brought onto the displays that are there now: on the one that shows most of it, no larger than that, and whole.
 * Undefined when none shows any of it: the system then finds a place.
 */
export function placedOn(areas: readonly Bounds[], wanted: Bounds): Bounds | undefined {
  const [best] = areas
    .map((area) => ({ area, seen: overlap(area, wanted) }))
    .filter(({ seen }) => seen > 0)
    .sort((a, b) => b.seen - a.seen)
  if (!best) return undefined
  const { area } = best
  const width = Math.min(Math.max(wanted.width, SMALLEST.width), area.width)
  const height = Math.min(Math.max(wanted.height, SMALLEST.height), area.height)
  return {
    width,
    height,
    x: Math.min(Math.max(wanted.x, area.x), area.x + area.width - width),
    y: Math.min(Math.max(wanted.y, area.y), area.y + area.height - height),
  }
}

function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(width, 0) * Math.max(height, 0)
}

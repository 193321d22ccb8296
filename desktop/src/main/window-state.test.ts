import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placedOn, SMALLEST } from './window-state'

const left = { x: 0, y: 0, width: 1920, height: 1080 }
const right = { x: 1920, y: 0, width: 1280, height: 1024 }

describe('the place of a window', () => {
  it('is restored where a display shows all of it', () => {
    const wanted = { x: 2000, y: 100, width: 900, height: 700 }
    expect(placedOn([left, right], wanted)).toEqual(wanted)
  })

  it('is brought back where a display is smaller now, or shows a corner', () => {
    expect(placedOn([right], { x: 1900, y: -300, width: 4000, height: 3000 })).toEqual(right)
    expect(placedOn([left], { x: 1800, y: 1000, width: 800, height: 600 })).toEqual({
      x: 1120,
      y: 480,
      width: 800,
      height: 600,
    })
  })

  it('is the system’s to choose when no display shows any of it', () => {
    expect(placedOn([left], { x: 5000, y: 0, width: 800, height: 600 })).toBeUndefined()
    expect(placedOn([], { x: 0, y: 0, width: 800, height: 600 })).toBeUndefined()
  })

  it('is always whole on one display', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 })
    const size = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const placed = placedOn([left, right], { x, y, width, height })
        if (!placed) return true
        return [left, right].some(
          (area) =>
            placed.x >= area.x &&
            placed.y >= area.y &&
            placed.x + placed.width <= area.x + area.width &&
            placed.y + placed.height <= area.y + area.height &&
            placed.width >= SMALLEST.width,
        )
      }),
    )
  })
})

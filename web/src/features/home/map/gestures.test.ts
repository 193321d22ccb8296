import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, isDoubleTap, stepped, toggled, zoom } from './gestures'

describe('moving about in the map', () => {
  it('zooms from 0.8 to 3, and with fingers on the full screen from 0.5 to 4', () => {
    expect(boundsOf(false, false)).toEqual({ min: 0.8, max: 3 })
    expect(boundsOf(false, true)).toEqual({ min: 0.8, max: 3 })
    expect(boundsOf(true, false)).toEqual({ min: 0.8, max: 3 })
    expect(boundsOf(true, true)).toEqual({ min: 0.5, max: 4 })
  })

  it('steps by 1.2 and 0.8, and never leaves its bounds', () => {
    expect(stepped(1, zoom.in, boundsOf(false, false))).toBeCloseTo(1.2)
    expect(stepped(1, zoom.out, boundsOf(false, false))).toBeCloseTo(0.8)
    const press = fc.constantFrom(zoom.in, zoom.out)
    fc.assert(
      fc.property(fc.array(press, { maxLength: 40 }), fc.boolean(), fc.boolean(), (presses, touch, full) => {
        const bounds = boundsOf(touch, full)
        const scale = presses.reduce((now, factor) => stepped(now, factor, bounds), 1)
        expect(scale).toBeGreaterThanOrEqual(bounds.min)
        expect(scale).toBeLessThanOrEqual(bounds.max)
      }),
    )
  })

  it('takes two taps within 300 ms in one place for a double tap', () => {
    const first = { x: 100, y: 100, at: 1000 }
    expect(isDoubleTap(first, { x: 104, y: 97, at: 1300 })).toBe(true)
    expect(isDoubleTap(first, { x: 104, y: 97, at: 1301 })).toBe(false)
    expect(isDoubleTap(first, { x: 160, y: 100, at: 1100 })).toBe(false)
    expect(isDoubleTap(null, first)).toBe(false)
  })

  it('goes near by a double tap, and back to the whole from anywhere near', () => {
    expect(toggled(1)).toBe(2)
    expect(toggled(0.6)).toBe(2)
    expect(toggled(2)).toBe(1)
    expect(toggled(3.4)).toBe(1)
  })
})

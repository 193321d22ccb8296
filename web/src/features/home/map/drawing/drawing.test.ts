import { describe, expect, it } from 'vitest'
import { buildings } from '../buildings'
import { drawCapital } from './draw-capital'
import { at, groundAt, paper } from './iso'
import { sites } from './landmarks'
import { fromWater, onWater } from './river'
import { paint } from './scene'
import type { Thing } from './scene'
import { around, box } from './solids'

const cube = (x: number, y: number, tone: string): Thing => {
  const base = around(x, y, 1)
  return { kind: 'building', from: [base.x0, base.y0], to: [base.x1, base.y1], strokes: box(base, 0, 4, tone) }
}

const tonesOf = (things: Thing[]) => [...new Set(paint(things).map(({ tone }) => tone.slice(0, -2)))]

describe('the drawing of the capital', () => {
  it('finds its way from the plan to the paper and back', () => {
    const [x, y] = groundAt(at(31, 17))
    expect([x, y]).toEqual([expect.closeTo(31, 6), expect.closeTo(17, 6)])
  })

  it('paints what stands in front last, in whatever order it is given', () => {
    const [back, middle, front] = [cube(0, 0, 'a'), cube(3, 1, 'b'), { ...cube(5, 4, 'c'), kind: 'tree' as const }]
    for (const given of [
      [back, middle, front],
      [front, middle, back],
      [middle, front, back],
    ]) {
      expect(tonesOf(given)).toEqual(['a', 'b', 'c'])
    }
  })

  it('joins what does not cover each other', () => {
    const strokes = paint([cube(0, 8, 'a'), cube(8, 0, 'a')])
    expect(strokes).toHaveLength(3)
  })

  it('is the same on every visit, and cheap enough to be drawn anywhere', () => {
    const drawing = drawCapital()
    expect(drawCapital()).toEqual(drawing)
    const strokes = [...drawing.land, ...drawing.ground, ...drawing.water, ...drawing.far, ...drawing.near]
    expect(strokes.length).toBeLessThan(4000)
    const size = strokes.reduce((sum, { d }) => sum + d.length, 0)
    expect(size).toBeGreaterThan(100_000)
    expect(size).toBeLessThan(900_000)
    expect(strokes.some(({ d }) => /NaN|undefined|Infinity/.test(d))).toBe(false)
  })

  it('builds the four buildings on dry ground, under their pins', () => {
    for (const { id, pin, area } of buildings) {
      const [x, y] = sites[id]
      expect(fromWater(x, y), id).toBeGreaterThan(8)
      const [px, py] = at(x, y)
      const [left, top] = [(px / paper.width) * 100, (py / paper.height) * 100]
      expect(Math.abs(left - pin.left), id).toBeLessThan(4.5)
      expect(top, id).toBeGreaterThan(pin.top)
      expect(left > area[0] && left < area[0] + area[2] && top > area[1] && top < area[1] + area[3], id).toBe(true)
    }
  })

  it('keeps the boats on the water', () => {
    for (let part = 0.6; part < 0.96; part += 0.02) {
      const [px, py] = onWater(part, 0.3)
      // The water lies a little lower than the streets.
      const [x, y] = groundAt([px, py - 7])
      expect(fromWater(x, y)).toBeLessThan(-1)
    }
  })
})

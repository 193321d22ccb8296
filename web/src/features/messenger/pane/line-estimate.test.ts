import { expect, it, onTestFinished, vi } from 'vitest'
import { lineEstimate, SHORTEST_LINE } from './line-estimate'

const on = (userAgent: string, platform: string, maxTouchPoints: number): void => {
  vi.stubGlobal('navigator', { userAgent, platform, maxTouchPoints })
  onTestFinished(() => void vi.unstubAllGlobals())
}

it.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone', 5],
  ['an older iPad', 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)', 'iPad', 5],
  ['an iPad that asks for the pages of a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'MacIntel', 5],
])('On %s, lines are taken for the median of those that were measured', (_, ...device) => {
  on(...device)
  expect(lineEstimate()).toBeUndefined()
})

it.each([
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'MacIntel', 0],
  ['a phone with Android', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'Linux armv8l', 5],
  ['a desktop with a touchscreen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Win32', 10],
])('On %s, lines are taken for the shortest one', (_, ...device) => {
  on(...device)
  expect(lineEstimate()).toBe(SHORTEST_LINE)
})

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../launcher/root'
import { JourneyQueue, journeyFiles } from './journeys'

const files = journeyFiles(path.join(root, 'e2e'))

test('two sequences that take turns take every journey once, in few large shares and small ones in the end', () => {
  const queue = new JourneyQueue(files)
  const shares: string[][] = []
  for (let share = queue.take(); share.length > 0; share = queue.take()) shares.push(share)
  expect(shares.flat()).toEqual(files)
  const sizes = shares.map(({ length }) => length)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect(sizes.slice(-2)).toEqual([1, 1])
  expect(sizes.length).toBeLessThan(files.length / 4)
})

test('the journeys are the files that Playwright finds, the largest first', () => {
  const sizes = files.map((name) => fs.statSync(path.join(root, 'e2e', name)).size)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect([...files].sort()).toEqual(fs.readdirSync(path.join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts')))
})

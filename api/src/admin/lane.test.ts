import { expect, it } from 'vitest'
import { Lane } from './lane'

it('A lane lets so many through at once, in their order, and says when it is full', async () => {
  const lane = new Lane(2, 3)
  const ends: (() => void)[] = []
  const began: number[] = []
  const work = (name: number) =>
    lane.run(() => {
      began.push(name)
      return new Promise<number>((resolve) => ends.push(() => resolve(name)))
    })
  const all = [0, 1, 2, 3].map(work)
  expect([began, lane.isFull]).toEqual([[0, 1], false])
  all.push(work(4))
  expect(lane.isFull).toBe(true)
  for (let i = 0; i < 5; i++) {
    await expect.poll(() => ends.length).toBeGreaterThan(i)
    expect(began.length).toBeLessThanOrEqual(i + 2)
    ends[i]?.()
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
  expect(began).toEqual([0, 1, 2, 3, 4])
  await expect(lane.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const after = work(5)
  await expect.poll(() => began).toContain(5)
  ends[5]?.()
  expect(await after).toBe(5)
})

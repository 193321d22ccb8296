import { describe, expect, it } from 'vitest'
import { singleFlight } from './single-flight'

describe('A shared computation', () => {
  it('runs once for all who ask while it runs, however long that is, and again after its time', async () => {
    let now = 0
    let runs = 0
    const land: ((value: number) => void)[] = []
    const ask = singleFlight<number>(500, () => now)
    const compute = () => {
      runs += 1
      return new Promise<number>((resolve) => land.push(resolve))
    }
    const first = ask('key', compute)
    now = 5_000
    const second = ask('key', compute)
    expect(runs).toBe(1)
    land[0]?.(7)
    expect(await Promise.all([first, second])).toEqual([7, 7])
    void ask('key', compute)
    expect(runs).toBe(2)
  })

  it('shares a failure with those who waited, and is tried again by the next', async () => {
    const ask = singleFlight<number>(500, () => 0)
    await expect(ask('key', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    await expect(ask('key', () => Promise.resolve(1))).resolves.toBe(1)
  })
})

import { describe, expect, it, vi } from 'vitest'
import { inOneTurn } from './in-one-turn'

const shout = (keys: readonly string[]) => Promise.resolve(new Map(keys.map((key) => [key, key.toUpperCase()])))

describe('What is asked for in one turn', () => {
  it('is read together, each key once, and everybody gets their own', async () => {
    const read = vi.fn(shout)
    const get = inOneTurn(read)
    expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['A', 'B', 'A'])
    expect(read.mock.calls).toEqual([[['a', 'b']]])
  })

  it('is read after it was asked for, never shared with what was read before', async () => {
    const read = vi.fn(shout)
    const get = inOneTurn(read)
    const first = get('a')
    await new Promise((resolve) => setImmediate(resolve))
    const second = get('a')
    expect(await Promise.all([first, second])).toEqual(['A', 'A'])
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is nothing where there is nothing, and an error for all where the reading fails, but not for those who ask next', async () => {
    const read = vi.fn(shout)
    const get = inOneTurn(read)
    read.mockResolvedValueOnce(new Map())
    expect(await get('a')).toBeUndefined()
    read.mockRejectedValueOnce(new Error('gone'))
    expect(await Promise.allSettled([get('a'), get('b')])).toMatchObject([
      { reason: { message: 'gone' } },
      { reason: { message: 'gone' } },
    ])
    expect(await get('b')).toBe('B')
  })
})

import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forget, queryClient } from './query'

/** How long the server takes for a page, in milliseconds. */
const ANSWER = 400

let asked: { at: number; cursor: number; signal: AbortSignal }[]
let leave = () => {}

/** A list of as many pages on screen; each page says how many were asked for before it. */
async function show(pages: number) {
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['interviews.responses', {}],
    queryFn: async ({ pageParam, signal }) => {
      asked.push({ at: Date.now(), cursor: pageParam, signal })
      await new Promise((resolve) => setTimeout(resolve, ANSWER))
      return { number: asked.length, nextCursor: pageParam + 1 }
    },
    initialPageParam: 0,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  leave = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(ANSWER)
  for (let page = 1; page < pages; page++) {
    void observer.fetchNextPage()
    await vi.advanceTimersByTimeAsync(ANSWER)
  }
  asked = []
  return observer
}

const hear = () => forget(['interviews.responses'], { paced: true })
const change = () => forget(['interviews.responses'])
const asksFor = () => asked.splice(0).map(({ cursor }) => cursor)

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  asked = []
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

it('A list of several pages is read anew at once, and comes to its end while events go on', async () => {
  const observer = await show(5)
  // An event each half second; a pass takes two seconds.
  for (let n = 0; n < 19; n++) {
    void hear()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(asked.map(({ signal }) => signal.aborted)).not.toContain(true)
  // At most one page a second: the second pass begins five seconds after the first.
  expect(asked.map(({ cursor }) => cursor)).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4])
  expect(asked[5]!.at - asked[0]!.at).toBeGreaterThanOrEqual(5_000)
  expect(observer.getCurrentResult().data?.pages).toHaveLength(5)
  // The last event is read, too, and then there is nothing more to read.
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(15)
  expect(queryClient.getQueryState(['interviews.responses', {}])?.isInvalidated).toBe(false)
})

it('A list of several pages that is on no screen is read when it is shown again', async () => {
  await show(3)
  leave()
  await forget(['interviews.responses'])
  expect(asked).toEqual([])
  expect(queryClient.getQueryState(['interviews.responses', {}])?.isInvalidated).toBe(true)
})

it('A list of one page is read anew at each event', async () => {
  await show(1)
  for (let n = 0; n < 3; n++) {
    void hear()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(asked).toHaveLength(3)
})

describe('A change of one’s own', () => {
  it('is read at once in a list of several pages, and does not wait with the events', async () => {
    await show(5)
    void hear()
    await vi.advanceTimersByTimeAsync(5 * ANSWER)
    expect(asksFor()).toEqual([0, 1, 2, 3, 4])
    void hear()
    await vi.advanceTimersByTimeAsync(100)
    expect(asksFor()).toEqual([])
    let read = false
    void change().then(() => (read = true))
    await vi.advanceTimersByTimeAsync(5 * ANSWER)
    expect([read, asksFor()]).toEqual([true, [0, 1, 2, 3, 4]])
    // What the events told is read five seconds after that.
    await vi.advanceTimersByTimeAsync(5_000 - 5 * ANSWER - 1)
    expect(asksFor()).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asksFor()).toEqual([0, 1, 2, 3, 4])
  })

  it('waits until a pass under way is over, and several at once are one pass', async () => {
    await show(3)
    void hear()
    await vi.advanceTimersByTimeAsync(ANSWER + 100)
    void change()
    void change()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asksFor()).toEqual([0, 1, 2, 0, 1, 2])
  })
})

describe('A further page', () => {
  it('that is on its way when the pause ends does not count as the pass', async () => {
    const observer = await show(3)
    void hear()
    await vi.advanceTimersByTimeAsync(3 * ANSWER)
    expect(asksFor()).toEqual([0, 1, 2])
    void hear()
    await vi.advanceTimersByTimeAsync(3_000 - 3 * ANSWER - 100)
    void observer.fetchNextPage()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asksFor()).toEqual([3, 0, 1, 2, 3])
  })

  it('that calls a pass off is followed by another pass', async () => {
    const observer = await show(3)
    void hear()
    await vi.advanceTimersByTimeAsync(ANSWER + 100)
    void observer.fetchNextPage()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asksFor()).toEqual([0, 1, 3, 0, 1, 2, 3])
  })

  it('that comes before the pass does not make a list new that is left meanwhile', async () => {
    const observer = await show(3)
    void hear()
    await vi.advanceTimersByTimeAsync(3 * ANSWER)
    void observer.fetchNextPage()
    void hear()
    await vi.advanceTimersByTimeAsync(2 * ANSWER)
    leave()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asksFor()).toEqual([0, 1, 2, 3])
    expect(queryClient.getQueryState(['interviews.responses', {}])?.isInvalidated).toBe(true)
  })

  it('is waited for no longer once the list is taken out of the cache', async () => {
    const observer = await show(3)
    void observer.fetchNextPage()
    const over = hear()
    queryClient.removeQueries({ queryKey: ['interviews.responses'] })
    await vi.advanceTimersByTimeAsync(10_000)
    await over
  })
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { takeTurns, turn } from './turns'

/** The tasks that were asked for; each begins when it is said. */
const tasks: (() => void)[] = []

class Channel {
  port1 = { onmessage: () => {}, close: () => {} }
  port2 = { postMessage: () => void tasks.push(() => this.port1.onmessage()) }
}

async function nextTask(): Promise<void> {
  tasks.shift()?.()
  await Promise.resolve()
}

const gone: string[] = []
const ask = (...names: string[]) => names.forEach((name) => void turn().then(() => gone.push(name)))

beforeEach(() => {
  vi.stubGlobal('MessageChannel', Channel)
  gone.length = 0
})
afterEach(async () => {
  while (tasks.length > 0) await nextTask()
  takeTurns(false)
  vi.unstubAllGlobals()
})

it('while the page is taken over each read goes in a task of its own, the first at once', async () => {
  takeTurns(true)
  ask('day', 'news', 'seats')
  await Promise.resolve()
  expect(gone).toEqual(['day'])
  await nextTask()
  expect(gone).toEqual(['day', 'news'])
  // One that comes later is last.
  ask('counts')
  await nextTask()
  expect(gone).toEqual(['day', 'news', 'seats'])
  await nextTask()
  expect(gone).toEqual(['day', 'news', 'seats', 'counts'])
  await nextTask()
  ask('later')
  await Promise.resolve()
  expect(gone.at(-1)).toBe('later')
})

it('those that stand in line go on when the page was taken over; new ones do not wait', async () => {
  takeTurns(true)
  ask('day', 'news')
  takeTurns(false)
  ask('seats')
  await Promise.resolve()
  expect(gone).toEqual(['day', 'seats'])
  await nextTask()
  expect(gone).toEqual(['day', 'seats', 'news'])
})

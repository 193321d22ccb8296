import { describe, expect, it } from 'vitest'
import { Semaphore, SemaphoreByKey } from './semaphore'

/** Work that ends when the test says so. */
function work() {
  let end = (): void => undefined
  const promise = new Promise<string>((resolve) => (end = () => resolve('done')))
  let started = false
  const run = () => {
    started = true
    return promise
  }
  return { run, end, isStarted: () => started }
}

/** Lets everything run that waits for nothing but its turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('Semaphore', () => {
  it('runs heavy work alone, and nothing overtakes what waits', async () => {
    const semaphore = new Semaphore(2, 10, 100)
    const [light, heavy, tooHeavy, last] = [work(), work(), work(), work()]
    const weights = [40, 70, 500, 1]
    const all = [light, heavy, tooHeavy, last]
    const answers = all.map(({ run }, n) => semaphore.run(run, weights[n]))
    const started = () => all.map(({ isStarted }) => isStarted())
    await settled()
    expect(started()).toEqual([true, false, false, false])
    light.end()
    await settled()
    expect(started()).toEqual([true, true, false, false])
    heavy.end()
    await settled()
    expect(started()).toEqual([true, true, true, false])
    tooHeavy.end()
    await settled()
    expect(started()).toEqual([true, true, true, true])
    last.end()
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done', 'done'])
    expect(semaphore.idle).toBe(true)
  })

  it('starts all that fits when heavy work ends', async () => {
    const semaphore = new Semaphore(2, 10, 100)
    const [heavy, ...light] = [work(), work(), work(), work()]
    const answers = [semaphore.run(heavy.run, 100), ...light.map(({ run }) => semaphore.run(run, 10))]
    await settled()
    heavy.end()
    await settled()
    expect(light.map(({ isStarted }) => isStarted())).toEqual([true, true, false])
    for (const { end } of light) end()
    await Promise.all(answers)
  })
})

describe('A semaphore without weights', () => {
  it('runs so much at once and the rest in order, says when it is full, and passes on an error', async () => {
    const semaphore = new Semaphore(2, 2)
    const all = [work(), work(), work(), work()]
    const answers = all.slice(0, 3).map(({ run }) => semaphore.run(run))
    await settled()
    expect(all.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false])
    expect(semaphore.full).toBe(false)
    answers.push(semaphore.run(all[3]!.run))
    expect(semaphore.full).toBe(true)
    await expect(semaphore.run(work().run)).rejects.toMatchObject({ code: 'busy' })
    all[1]!.end()
    await settled()
    expect(all.map(({ isStarted }) => isStarted())).toEqual([true, true, true, false])
    expect(semaphore.full).toBe(false)
    for (const { end } of all) end()
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done', 'done'])
    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(semaphore.idle).toBe(true)
  })
})

describe('SemaphoreByKey', () => {
  it('runs two pieces of work of one key at once, and hands the turn on in order', async () => {
    const semaphore = new SemaphoreByKey(2, 10)
    const all = [work(), work(), work(), work()]
    const answers = all.map(({ run }) => semaphore.run('a', run))
    await settled()
    expect(all.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false])
    all[1]?.end()
    await settled()
    expect(all.map(({ isStarted }) => isStarted())).toEqual([true, true, true, false])
    for (const { end } of all) end()
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('lets another key begin while one is full, and forgets keys without work', async () => {
    const semaphore = new SemaphoreByKey(1, 10)
    const [first, second, other] = [work(), work(), work()]
    const answers = [semaphore.run('a', first.run), semaphore.run('a', second.run), semaphore.run('b', other.run)]
    await settled()
    expect([second.isStarted(), other.isStarted(), semaphore.size]).toEqual([false, true, 2])
    for (const { end } of [first, second, other]) end()
    await Promise.all(answers)
    expect(semaphore.size).toBe(0)
  })

  it('refuses work that would wait behind too much, and goes on after work that failed', async () => {
    const semaphore = new SemaphoreByKey(1, 1)
    const first = work()
    const failing = () => Promise.reject(new Error('no'))
    const answers = [semaphore.run('a', first.run), semaphore.run('a', failing), semaphore.run('a', failing)]
    first.end()
    const ends = await Promise.allSettled(answers)
    expect(ends.map((end) => (end.status === 'rejected' ? String((end.reason as Error).message) : end.value))).toEqual([
      'done',
      'no',
      expect.stringMatching(/busy|try again/i),
    ])
    expect(semaphore.size).toBe(0)
  })
})

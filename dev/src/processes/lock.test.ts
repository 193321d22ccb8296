import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { processId } from './alive'
import { isLock, tryLock, waitForLock, type Lock } from './lock'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nation-lock-'))
const file = path.join(folder, 'lock')
afterEach(() => fs.rmSync(file, { force: true }))

test('a lock that a living process holds names that process', () => {
  const lock = tryLock(file) as Lock
  expect(tryLock(file)).toEqual(processId())
  lock.release()
  expect(isLock(tryLock(file))).toBe(true)
})

test.each([
  ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, started: '1' })],
  ['of another process that got the same number later', JSON.stringify({ pid: process.pid, started: '1' })],
  ['that was cut off while it was written', '{"pid":'],
])('a lock %s is taken over', (_, content) => {
  fs.writeFileSync(file, content)
  expect(isLock(tryLock(file))).toBe(true)
})

test('who waits gets the lock when it is released, and learns once whom it waits for', async () => {
  const lock = tryLock(file) as Lock
  const reported: number[] = []
  const waiting = waitForLock(file, ({ pid }) => {
    reported.push(pid)
    lock.release()
  })
  expect(isLock(await waiting)).toBe(true)
  expect(reported).toEqual([process.pid])
})

test('a lock leaves nothing else behind', () => {
  ;(tryLock(file) as Lock).release()
  expect(fs.readdirSync(folder)).toEqual([])
})

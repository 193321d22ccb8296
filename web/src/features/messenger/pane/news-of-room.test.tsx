import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aMessage } from '../../../testing/fake-messenger'
import { emptyRoom, type Room } from '../rooms/room'
import { NewsOfRoom } from './NewsOfRoom'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const jumped = (stamp: number): Room => ({
  ...emptyRoom,
  messages: [aMessage(7, NOW)],
  lastNumber: 7,
  jump: { to: 7, stamp, mark: true },
})
const announced = () => screen.getByRole('status').textContent
const wait = () => act(() => vi.advanceTimersByTimeAsync(1_000))

it('a jump is announced once, also when its room is left and shown again', async () => {
  const { unmount } = render(<NewsOfRoom room={jumped(-1)} ownUid="" />)
  await wait()
  expect(announced()).toMatch(/^Message of /)
  unmount()
  const again = render(<NewsOfRoom room={jumped(-1)} ownUid="" />)
  await wait()
  expect(announced()).toBe('')
  again.rerender(<NewsOfRoom room={jumped(-2)} ownUid="" />)
  await wait()
  expect(announced()).toMatch(/^Message of /)
})

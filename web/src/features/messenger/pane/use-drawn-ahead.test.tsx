import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DRAWN_AHEAD, useDrawnAhead } from './use-drawn-ahead'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const nextFrame = () => act(() => void vi.advanceTimersToNextFrame())

it('Lines ahead of the reader are drawn once those in view are painted', () => {
  const { result } = renderHook(useDrawnAhead)
  expect(result.current).toBe(0)
  nextFrame()
  expect(result.current).toBe(0)
  nextFrame()
  expect(result.current).toBe(DRAWN_AHEAD)
})

it('A list that is gone draws nothing ahead', () => {
  const { result, unmount } = renderHook(useDrawnAhead)
  nextFrame()
  unmount()
  nextFrame()
  expect(result.current).toBe(0)
})

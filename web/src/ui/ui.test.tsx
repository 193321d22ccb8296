import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HERO_PICTURE, Picture, PLACEHOLDER } from './Picture'
import { Toasts } from './toasts/Toasts'
import { toast, useToasts } from './toasts/toast'

describe('a picture', () => {
  const shown = () => screen.getByAltText('the harbour').getAttribute('src')

  it('that does not load is stood in for by the local one, and that by a single pixel', () => {
    const { rerender } = render(<Picture src="/gone.png" alt="the harbour" />)
    expect(shown()).toBe('/gone.png')
    fireEvent.error(screen.getByAltText('the harbour'))
    expect(shown()).toBe(HERO_PICTURE)
    fireEvent.error(screen.getByAltText('the harbour'))
    expect(shown()).toBe(PLACEHOLDER)
    rerender(<Picture src="/another.png" alt="the harbour" />)
    expect(shown()).toBe('/another.png')
  })

  it('that there never was is the local one', () => {
    render(<Picture src={null} alt="the harbour" />)
    expect(shown()).toBe(HERO_PICTURE)
  })
})

describe('an announcement', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    useToasts.setState({ toasts: [] })
    render(<Toasts />)
  })
  afterEach(() => void vi.useRealTimers())

  const pass = (milliseconds: number) =>
    act(() => {
      vi.advanceTimersByTime(milliseconds)
    })
  const seen = (text: string) => screen.queryByText(text) !== null

  it('goes after five seconds, and not a moment before', () => {
    act(() => void toast.success('Your vote is counted.'))
    pass(4999)
    expect(seen('Your vote is counted.')).toBe(true)
    pass(1)
    expect(seen('Your vote is counted.')).toBe(false)
  })

  it('stays as long as it says, and for good with a duration of 0', () => {
    act(() => {
      toast.info('seven', 7000)
      toast.warning('for good', 0)
    })
    pass(6999)
    expect(seen('seven')).toBe(true)
    pass(1)
    expect(seen('seven')).toBe(false)
    pass(3_600_000)
    expect(seen('for good')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(seen('for good')).toBe(false)
  })

  it('waits while it is read', () => {
    act(() => void toast.error('Something went wrong'))
    const card = screen.getByText('Something went wrong').parentElement!
    fireEvent.pointerEnter(card)
    pass(60_000)
    expect(seen('Something went wrong')).toBe(true)
    fireEvent.pointerLeave(card)
    pass(5000)
    expect(seen('Something went wrong')).toBe(false)
  })
})

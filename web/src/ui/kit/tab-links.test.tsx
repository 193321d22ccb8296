import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { TabLinks } from './TabLinks'

afterEach(() => vi.restoreAllMocks())

it('A bar of tabs that is wider than the screen says on which sides it has more', () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(500)
  const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id, to: `/${id}` }))
  render(
    <MemoryRouter>
      <TabLinks label="Numbers" tabs={tabs} current="one" />
    </MemoryRouter>,
  )
  const bar = screen.getByRole('navigation', { name: 'Numbers' })
  const edges = () => ['data-before', 'data-after'].filter((edge) => bar.hasAttribute(edge))
  bar.scrollLeft = 0
  fireEvent.scroll(bar)
  expect(edges()).toEqual(['data-after'])
  bar.scrollLeft = 100
  fireEvent.scroll(bar)
  expect(edges()).toEqual(['data-before', 'data-after'])
  bar.scrollLeft = 200
  fireEvent.scroll(bar)
  expect(edges()).toEqual(['data-before'])
})

it('A bar of tabs marks its edges anew when tabs are added to it', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.children.length * 150
  })
  const observed = vi.spyOn(ResizeObserver.prototype, 'observe')
  const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id, to: `/${id}` }))
  const bar = (count: number) => (
    <MemoryRouter>
      <TabLinks label="Numbers" tabs={tabs.slice(0, count)} current="one" />
    </MemoryRouter>
  )
  const { rerender } = render(bar(2))
  expect(screen.getByRole('navigation', { name: 'Numbers' }).hasAttribute('data-after')).toBe(false)
  rerender(bar(3))
  expect(screen.getByRole('navigation', { name: 'Numbers' }).hasAttribute('data-after')).toBe(true)
  expect(observed.mock.calls.map(([element]) => element)).toContain(screen.getByRole('link', { name: 'three' }))
})

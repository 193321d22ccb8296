import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation } from '../testing/fake-nation'
import type { FakeOptions } from '../testing/fake-nation'
import { renderAt } from '../testing/render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

async function open(as: NonNullable<FakeOptions['as']>) {
  const { router, sent } = renderAt('/rules', fakeNation({ now: NOW, as }), NOW)
  const bar = within(await screen.findByRole('navigation', { name: 'Main' }))
  const button = bar.getByRole('button', { name: 'Ways to take part' })
  return { router, sent, bar, button, group: button.parentElement!, under: () => bar.getByRole('list') }
}

const isOpen = (button: HTMLElement) => button.getAttribute('aria-expanded') === 'true'

describe('The menu’s ways to take part', () => {
  it('unfold by their button, and fold by Escape, which gives the focus back', async () => {
    const { bar, button, under } = await open('visitor')
    expect(isOpen(button)).toBe(false)
    fireEvent.click(button)
    expect(isOpen(button)).toBe(true)
    expect(button.getAttribute('aria-controls')).toBe(under().id)
    expect(
      within(under())
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Elections', '/elections'],
      ['Vote Hub', '/vote'],
      ['Interviews', '/interviews'],
    ])
    const link = bar.getByRole('link', { name: 'Vote Hub' })
    act(() => link.focus())
    fireEvent.keyDown(link, { key: 'Escape' })
    expect(isOpen(button)).toBe(false)
    expect(document.activeElement).toBe(button)
  })

  it('fold when the focus leaves them, and not while it moves among them', async () => {
    const { bar, button } = await open('visitor')
    fireEvent.click(button)
    fireEvent.blur(button, { relatedTarget: bar.getByRole('link', { name: 'Elections' }) })
    expect(isOpen(button)).toBe(true)
    fireEvent.blur(bar.getByRole('link', { name: 'Interviews' }), {
      relatedTarget: bar.getByRole('link', { name: 'BANK' }),
    })
    expect(isOpen(button)).toBe(false)
  })

  it('unfold for a mouse that points at them, whose press folds nothing; a finger’s does', async () => {
    const { button, group } = await open('visitor')
    fireEvent.pointerEnter(group, { pointerType: 'touch' })
    expect(isOpen(button)).toBe(false)
    fireEvent.pointerEnter(group, { pointerType: 'mouse' })
    expect(isOpen(button)).toBe(true)
    fireEvent.pointerLeave(group, { pointerType: 'mouse' })
    expect(isOpen(button)).toBe(false)
    fireEvent.click(button)
    fireEvent.click(button)
    expect(isOpen(button)).toBe(false)
  })

  it('fold when the visitor goes there', async () => {
    const { bar, button, router } = await open('visitor')
    fireEvent.click(button)
    fireEvent.click(bar.getByRole('link', { name: 'Interviews' }))
    // The address changes first; what is drawn follows.
    await waitFor(() => expect([router.state.location.pathname, isOpen(button)]).toEqual(['/interviews', false]))
  })

  it('fold by the link of the page that one is on, which gives the focus back', async () => {
    const { bar, button, router } = await open('visitor')
    await act(() => router.navigate('/interviews'))
    const link = bar.getByRole('link', { name: 'Interviews' })
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'))
    fireEvent.click(button)
    act(() => link.focus())
    fireEvent.click(link)
    expect(isOpen(button)).toBe(false)
    expect(document.activeElement).toBe(button)
  })

  it('carry how much waits for a citizen, in words, too; nothing for visitors', async () => {
    const { bar } = await open('citizen')
    expect(await bar.findByRole('link', { name: 'PARTICIPATION , 7 wait for you' })).toBeTruthy()
    expect(bar.getByRole('link', { name: 'Elections , 3 wait for you' })).toBeTruthy()
    expect(bar.getByRole('link', { name: 'Interviews , one waits for you' })).toBeTruthy()
    expect(bar.getByRole('link', { name: 'MESSENGER' })).toBeTruthy()
  })

  it('and what waits elsewhere, in the messenger and on the page of the day; the closed menu carries their sum', async () => {
    const { bar } = await open('admin')
    expect(await bar.findByRole('link', { name: 'MESSENGER , 2 wait for you' })).toBeTruthy()
    expect(bar.getByRole('link', { name: 'HOME , 7 wait for you' })).toBeTruthy()
    expect(bar.getByRole('link', { name: 'PARTICIPATION , 7 wait for you' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Menu , 16 wait for you' })).toBeTruthy()
  })

  it('ask for no day where no citizen is signed in', async () => {
    const { bar, sent } = await open('visitor')
    expect(bar.getByRole('link', { name: 'PARTICIPATION' })).toBeTruthy()
    expect(sent.filter(({ url }) => url.includes('day'))).toEqual([])
  })
})

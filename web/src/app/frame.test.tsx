import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { fakeNation } from '../testing/fake-nation'
import { renderAt } from '../testing/render-at'
import { NationTheme } from '../ui'
import { ErrorScreen } from './ErrorScreen'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

describe('the frame', () => {
  it('greets visitors with what the nation is and how to join', async () => {
    renderAt('/', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Connect with Twitter' }).length).toBeGreaterThan(0)
    expect(screen.getAllByRole('link', { name: 'Learn More' }).length).toBeGreaterThan(0)
    for (const step of ['Hold $ON', 'Vote Weekly', 'See Change'])
      expect(screen.getByRole('heading', { name: step })).toBeTruthy()
    expect((await screen.findAllByText('1,284')).length).toBeGreaterThan(0)
  })

  it('offers citizens the elections, and marks the page they are on', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    expect(await screen.findByRole('button', { name: 'PROFILE' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'GOV STAFF' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'HOME' }).getAttribute('aria-current')).toBeNull()
  })

  it('seats nine offices around the table, vacant ones too', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByText('Position Vacant')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(9)
    expect(screen.getByRole('link', { name: 'Run for Office' }).getAttribute('href')).toBe('/elections')
  })

  it('opens the ID card with the citizen number and the way out', async () => {
    const nation = fakeNation({ now: NOW, as: 'citizen' })
    renderAt('/gov-staff', nation, NOW)
    fireEvent.click(await screen.findByRole('button', { name: 'PROFILE' }))
    expect(await screen.findByText('Citizen number', {}, { timeout: 5000 })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByRole('button', { name: 'CONNECT' })).toBeTruthy()
  })

  it('goes round the colour schemes and remembers the choice', async () => {
    renderAt('/gov-staff', fakeNation({ now: NOW }), NOW)
    const scheme = await screen.findByRole('button', { name: /^Colour scheme: System/ })
    fireEvent.click(scheme)
    fireEvent.click(await screen.findByRole('button', { name: /^Colour scheme: Light/ }))
    expect(await screen.findByRole('button', { name: /^Colour scheme: Dark/ })).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('ui')!)).toMatchObject({ state: { darkMode: 'dark' }, version: 2 })
  })

  it('says so where there is nothing', async () => {
    renderAt('/nowhere', fakeNation({ now: NOW }), NOW)
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  })

  it('stands by when a screen breaks', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {})
    const Broken = () => {
      throw new Error('broken')
    }
    const router = createMemoryRouter([{ path: '/', Component: Broken, errorElement: <ErrorScreen /> }])
    render(
      <NationTheme env="test">
        <RouterProvider router={router} />
      </NationTheme>,
    )
    expect(await screen.findByText('Oops! Something went wrong')).toBeTruthy()
    expect(screen.getByText('The republic encountered an unexpected error')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go Home' })).toBeTruthy()
    silence.mockRestore()
  })
})

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { watchImports } from '../lib/missing-code'
import { createMemoryRouter as screensAt } from '../lib/router'
import { ErrorBoundary, NationTheme } from '../ui'
import { Island } from './Island'
import { App } from './App'
import { Screens } from './Screens'

watchImports()

/** Fails as an import does in a built client: the build announces the error, and the import is refused with it. */
function missing(): Error {
  const error = new TypeError('Failed to fetch dynamically imported module')
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  return error
}

let answers = false
const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  history.replaceState(null, '')
  vi.stubGlobal('fetch', (url: string) => {
    if (!answers) return Promise.reject(new TypeError('offline'))
    return Promise.resolve(new Response('{}', { status: url.includes('participation') ? 404 : 200 }))
  })
})

function open(error: () => Error) {
  const lazy = () => Promise.reject(error())
  return render(
    <App>
      <Screens router={screensAt([{ path: '*', lazy }], '/bank')} />
    </App>,
  )
}

describe('a screen whose code does not come', () => {
  it('says that it is not on this device while the nation does not answer, and is loaded once it does', async () => {
    answers = false
    open(missing)
    expect(await screen.findByRole('heading', { name: 'This page is not on this device' })).toBeTruthy()
    expect(screen.queryByText(/Oops|cache/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try Again' }).dataset.loading).toBeUndefined())
    expect(reload).not.toHaveBeenCalled()
    answers = true
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('says so, too, when the nation is asked and says nothing, as behind a wall', async () => {
    // The limit is the browser's own; here it passes at once.
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    vi.stubGlobal(
      'fetch',
      (url: string, { signal }: RequestInit = {}) =>
        new Promise((_, reject) => {
          if (url.includes('health') && signal?.aborted) reject(new DOMException('The time is over.', 'TimeoutError'))
        }),
    )
    open(missing)
    expect(await screen.findByRole('heading', { name: 'This page is not on this device' })).toBeTruthy()
    expect(limits).toHaveBeenCalledWith(8_000)
    expect(reload).not.toHaveBeenCalled()
  })

  it('is loaded again once when the nation answers, and then the error is shown', async () => {
    answers = true
    const { unmount } = open(missing)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(screen.queryByRole('heading')).toBeNull()
    unmount()
    open(missing)
    expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeTruthy()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is not loaded again while another page is on its way: Firefox breaks off what this one loads', async () => {
    vi.useFakeTimers()
    answers = true
    dispatchEvent(new Event('beforeunload'))
    open(missing)
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(reload).not.toHaveBeenCalled()
    // It was a download, say: the page has stayed.
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(reload).toHaveBeenCalledOnce()
    dispatchEvent(new Event('pageshow'))
  })

  it('is no reason to reload for any other error', async () => {
    answers = true
    open(() => new Error('a part is broken'))
    expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeTruthy()
    expect(reload).not.toHaveBeenCalled()
  })

  it('leaves the rest of the page standing when it is a part', async () => {
    answers = false
    const error = missing()
    const Part = () => {
      throw error
    }
    const router = createMemoryRouter([
      {
        path: '*',
        element: (
          <ErrorBoundary fallback="everything broke">
            <Island>
              <Part />
            </Island>
          </ErrorBoundary>
        ),
      },
    ])
    render(
      <NationTheme>
        <RouterProvider router={router} />
      </NationTheme>,
    )
    expect(await screen.findByText('This part of the page is not on this device.')).toBeTruthy()
    expect(screen.queryByText('everything broke')).toBeNull()
  })
})

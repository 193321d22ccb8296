import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary'
import { onDemand } from './on-demand'
import { NationTheme } from './theme/NationTheme'
import { Toasts } from './toasts/Toasts'

interface Props {
  onClose: () => void
}
const Opened = () => <p>The dialog</p>

function open(load: () => Promise<{ default: (props: Props) => React.ReactNode }>) {
  const Part = onDemand<Props>(load)
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <input aria-label="Text" defaultValue="Half a sentence" />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Part onClose={() => setOpen(false)} />}
      </>
    )
  }
  render(
    <NationTheme>
      <ErrorBoundary fallback="The page broke.">
        <Page />
      </ErrorBoundary>
      <Toasts />
    </NationTheme>,
  )
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  press()
  return press
}

describe('a dialog whose code is loaded when it is opened', () => {
  it('leaves the page standing when the code does not come, says so, and opens once it does', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const load = vi
      .fn<() => Promise<{ default: typeof Opened }>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockResolvedValue({ default: Opened })
    const press = open(load)
    await screen.findByText('This could not be opened. Check your connection, or reload the page.')
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('Half a sentence')
    press()
    await screen.findByText('The dialog')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is the page’s where it breaks itself', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    open(() =>
      Promise.resolve({
        default: () => {
          throw new Error('a part is broken')
        },
      }),
    )
    await waitFor(() => expect(screen.getByText('The page broke.')).toBeTruthy())
    expect(screen.queryByText(/could not be opened/)).toBeNull()
  })
})

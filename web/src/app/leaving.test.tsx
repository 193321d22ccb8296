import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createMemoryRouter } from '../lib/router'
import { fakeNation } from '../testing/fake-nation'
import { renderAt } from '../testing/render-at'
import { confirm } from '../ui'
import { Dialog } from '../ui/Dialog'
import { App } from './App'
import { Screens } from './Screens'

const NOW = Date.UTC(2026, 1, 3, 12)

function Form() {
  const [isOpen, setOpen] = useState(true)
  const [text, write] = useState('')
  if (!isOpen) return <p>The form is closed</p>
  return (
    <Dialog title="A form" onClose={() => setOpen(false)} unsaved={text !== ''}>
      <input aria-label="Text" value={text} onChange={(event) => write(event.currentTarget.value)} />
    </Dialog>
  )
}

/** Opens a page, and from there the page of the form. */
async function open() {
  const router = createMemoryRouter(
    [
      { path: 'before', Component: () => <p>The page before</p> },
      { path: 'form', Component: Form },
    ],
    '/before',
  )
  render(
    <App>
      <Screens router={router} />
    </App>,
  )
  await screen.findByText('The page before')
  await act(() => router.navigate('/form'))
  const field = await screen.findByLabelText<HTMLInputElement>('Text')
  const back = () => act(async () => router.navigator.go(-1))
  const at = () => router.state.location.pathname + router.state.location.search
  return { router, field, back, at }
}

const closesUnasked = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
const question = () => screen.findByRole('dialog', { name: 'Discard what you wrote?' })

it('a page whose code is long under way is announced by a line, and one that is there at once is not', async () => {
  let arrive = () => {}
  const code = new Promise<{ Component: () => string }>((resolve) => {
    arrive = () => resolve({ Component: () => 'The bank' })
  })
  const router = createMemoryRouter(
    [
      { index: true, Component: () => 'The first page' },
      { path: 'bank', lazy: () => code },
    ],
    '/',
  )
  render(
    <App>
      <Screens router={router} />
    </App>,
  )
  await screen.findByText('The first page')
  act(() => void router.navigate('/bank'))
  expect(screen.queryByRole('progressbar')).toBeNull()
  await screen.findByRole('progressbar', { name: 'Loading the next page' })
  expect(screen.getByText('The first page')).toBeTruthy()
  arrive()
  await screen.findByText('The bank')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

describe('a step back in the history', () => {
  it('asks before it takes away what was written in a dialog, and so does the end of the tab', async () => {
    const { field, back, at } = await open()
    expect(closesUnasked()).toBe(true)
    fireEvent.change(field, { target: { value: 'Twenty questions' } })
    expect(closesUnasked()).toBe(false)
    await back()
    fireEvent.click(within(await question()).getByRole('button', { name: 'Keep writing' }))
    await waitFor(() => expect(screen.queryByText('Discard what you wrote?')).toBeNull())
    expect([at(), field.isConnected, field.value]).toEqual(['/form', true, 'Twenty questions'])
    await back()
    fireEvent.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await screen.findByText('The page before')
    expect([at(), screen.queryByRole('dialog')]).toEqual(['/before', null])
    expect(closesUnasked()).toBe(true)
  })

  it('closes a dialog in which nothing was written, also where the page stays', async () => {
    const { router, at, back } = await open()
    await act(() => router.navigate('/form?tab=2', { preventScrollReset: true }))
    expect(screen.getByRole('dialog', { name: 'A form' })).toBeTruthy()
    await back()
    await screen.findByText('The form is closed')
    expect(at()).toBe('/form')
  })

  it('takes a question with it: what it asked does not happen', async () => {
    const { back } = await open()
    const answer = confirm({ title: 'Delete Poll?', message: 'It is gone then.', confirm: 'Delete', danger: true })
    await screen.findByRole('dialog', { name: 'Delete Poll?' })
    await back()
    expect(await answer).toBe(false)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes the ID card, which belongs to the frame', async () => {
    const { router } = renderAt('/rules', fakeNation({ now: NOW, as: 'citizen' }), NOW)
    fireEvent.click(await screen.findByRole('button', { name: 'PROFILE' }))
    await screen.findByRole('dialog', { name: 'Citizen ID' })
    await act(() => router.navigate('/bank'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Citizen ID' })).toBeNull())
  })
})

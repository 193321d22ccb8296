import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect, useState, type ComponentType } from 'react'
import { Router, useSearchParams } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryRouter, type ScreenRouter } from './router'
import { RouterContext } from './use-router'
import { useTypedSearch } from './use-typed-search'

const PAUSE = 250

function Field() {
  const [parameters, setParameters] = useSearchParams()
  const write = (q: string) => setParameters({ q }, { replace: true, preventScrollReset: true })
  const { typed, type } = useTypedSearch(parameters.get('q') ?? '', write, PAUSE)
  return <input aria-label="Search" value={typed} onChange={(event) => type(event.currentTarget.value)} />
}

function At({ router }: { router: ScreenRouter }) {
  const [state, setState] = useState(router.state)
  useEffect(() => router.subscribe(setState), [router])
  return (
    <RouterContext value={{ router, state }}>
      <Router location={state.location} navigationType={state.action} navigator={router.navigator}>
        {state.location.pathname === '/' && <Field />}
      </Router>
    </RouterContext>
  )
}

let arrive: (page: { Component: ComponentType }) => void = () => {}

function open() {
  const lazy = () => new Promise<{ Component: ComponentType }>((resolve) => (arrive = resolve))
  const router = createMemoryRouter(
    [
      { index: true, Component: Field },
      { path: 'bank', lazy },
    ],
    '/',
  )
  render(<At router={router} />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: 'harbour' } })
  return { router, field, at: () => router.state.location.pathname + router.state.location.search }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it('What is typed is written into the address after a pause', async () => {
  const { field, at } = open()
  await pass(PAUSE - 1)
  expect(at()).toBe('/')
  await pass(1)
  expect([at(), field.value]).toEqual(['/?q=harbour', 'harbour'])
})

it('It is dropped by a link to the same page', async () => {
  const { router, field, at } = open()
  await pass(PAUSE - 1)
  await act(() => router.navigate('/', { replace: true }))
  await pass(1_000)
  expect([at(), field.value]).toEqual(['/', ''])
})

it('It calls nobody back who goes to another page whose code loads', async () => {
  const { router, at } = open()
  const going = router.navigate('/bank')
  expect(router.isLeaving).toBe(true)
  await pass(1_000)
  expect(at()).toBe('/')
  arrive({ Component: () => null })
  await act(() => going)
  await pass(1_000)
  expect([at(), router.isLeaving]).toEqual(['/bank', false])
})

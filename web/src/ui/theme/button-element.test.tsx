import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Button } from '..'
import { Switch } from '../kit/Switch'
import { NationTheme } from './NationTheme'

const button = (props: { loading?: boolean; disabled?: boolean; 'data-disabled'?: boolean }) => {
  const [pressed, sent, around] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <NationTheme env="test">
      <div onClick={around}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            sent()
          }}
        >
          <Button type="submit" onClick={pressed} {...props}>
            Save
          </Button>
        </form>
      </div>
    </NationTheme>,
  )
  const element = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  // So does Enter in a field.
  fireEvent.click(element)
  const times = [pressed, sent, around].map((one) => one.mock.calls.length)
  return { times, disabled: element.disabled, held: element.getAttribute('aria-disabled') }
}

it.each([
  ['loads', { loading: true }],
  ['is off for a moment', { 'data-disabled': true }],
])('a button that %s can keep the focus, and neither acts nor sends its form', (_, props) => {
  expect(button(props)).toEqual({ times: [0, 0, 0], disabled: false, held: 'true' })
})

it.each([
  ['is off', { disabled: true }],
  ['is off and loads', { disabled: true, loading: true }],
])('a button that %s takes no focus', (_, props) => {
  expect(button(props)).toMatchObject({ times: [0, 0, 0], disabled: true })
})

it('a button that waits for nothing acts and sends its form', () => {
  expect(button({ loading: false })).toMatchObject({ times: [1, 1, 1], disabled: false })
})

it.each([
  [true, 0],
  [false, 1],
])('a switch can keep the focus, also while it is busy (%s), and then does nothing', (busy, times) => {
  const set = vi.fn()
  render(
    <NationTheme env="test">
      <Switch label="Polls" on={false} busy={busy} set={set} />
    </NationTheme>,
  )
  const control = screen.getByRole<HTMLInputElement>('switch', { name: 'Polls' })
  fireEvent.click(control)
  expect([control.disabled, control.checked]).toEqual([false, false])
  expect(set).toHaveBeenCalledTimes(times)
})

import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { InstantField } from './InstantField'
import { localOf } from './local-instant'
import { NationTheme } from './theme/NationTheme'

const NOON = Date.UTC(2026, 0, 8, 12)

function Example() {
  const [value, setValue] = useState('')
  return (
    <NationTheme>
      <InstantField
        label="Ends"
        description="Then it is over."
        value={value}
        between={[NOON - 1_000, NOON + 86_400_000]}
        onChange={setValue}
      />
    </NationTheme>
  )
}

it('A date and a time are written in local time, and said in the nation’s time beside it', () => {
  const options = Intl.DateTimeFormat().resolvedOptions()
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  zone.mockReturnValue({ ...options, timeZone: 'Asia/Tokyo' })
  render(<Example />)
  const field = screen.getByLabelText('Ends')
  const said = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(said()).toBe('Then it is over. In your local time (Asia/Tokyo). All times that are shown are UTC.')
  fireEvent.change(field, { target: { value: localOf(NOON) } })
  expect(said()).toBe('Then it is over. In your local time (Asia/Tokyo): that is Thu 8 Jan, 12:00 UTC.')
  zone.mockReturnValue({ ...options, timeZone: 'UTC' })
  fireEvent.change(field, { target: { value: '' } })
  expect(said()).toBe('Then it is over. In UTC, as all times here.')
})

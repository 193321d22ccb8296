import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { blankFields } from './field-list'
import { FieldRows } from './FieldRows'
import { NationTheme } from './theme/NationTheme'

function Form() {
  const [fields, setFields] = useState(blankFields(2))
  return (
    <FieldRows name="Option" field="options" problems={{}} fields={fields} change={setFields} fewest={2} most={4}>
      {({ label, name, value, onChange }) => <input aria-label={label} {...{ name, value, onChange }} />}
    </FieldRows>
  )
}

const open = () =>
  render(
    <NationTheme>
      <Form />
    </NationTheme>,
  )
const values = () =>
  within(screen.getByRole('list', { name: 'Options' }))
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value)
const write = (place: number, value: string) =>
  fireEvent.change(screen.getByLabelText(`Option ${place}`), { target: { value } })
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add Option' })

describe('fields that come and go', () => {
  it('are as many as allowed, and not less than needed', () => {
    open()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
    fireEvent.click(add())
    fireEvent.click(add())
    expect(values()).toHaveLength(4)
    expect(add().disabled).toBe(true)
  })

  it('are numbered by their place, each with what was written into it, and keep the focus among them', async () => {
    open()
    fireEvent.click(add())
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Option 3')
    write(1, 'North')
    write(2, 'South')
    write(3, 'Neither')
    fireEvent.click(screen.getByRole('button', { name: 'Remove option 2' }))
    expect(values()).toEqual(['North', 'Neither'])
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Option 1')
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  })
})

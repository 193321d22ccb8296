import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { labelOf } from '../ui/form-errors/fields-of'

/** A field as the screen calls it, and what is said to be wrong with it. */
export type WrongField = readonly [label: string | RegExp, message: string | RegExp]

/**
 * Holds a form that was sent wrong to what every form owes: these fields are wrong, and no others, in this order; the first one has
 * the focus; each is described by its message. Where there are several, an alert lists them, and its links lead to them.
 */
export async function expectFormErrors(form: HTMLElement, ...wrong: readonly WrongField[]): Promise<void> {
  const fields = await waitFor(() => {
    const found = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')]
    expect(found.map(labelOf)).toEqual(wrong.map(([label]) => expect.stringMatching(exact(label)) as string))
    return found
  })
  await waitFor(() => expect(hasFocus(fields[0]!), `the focus is in ${labelOf(fields[0]!)}`).toBe(true))
  for (const [place, field] of fields.entries()) expect(descriptionOf(field)).toMatch(wrong[place]![1])
  const links = linksOf(form)
  expect(links.map(({ textContent }) => textContent)).toEqual(fields.length > 1 ? fields.map(labelOf) : [])
  // From the last to the first, so that each link moves the focus.
  for (const [place, link] of [...links.entries()].reverse()) {
    fireEvent.click(link)
    expect(hasFocus(fields[place]!), `the focus is in ${labelOf(fields[place]!)}`).toBe(true)
  }
}

const exact = (label: string | RegExp): RegExp =>
  typeof label === 'string' ? new RegExp(`^${label.replace(/[()?]/g, '\\$&')}$`) : label

/** The field has it, or what is chosen in the group. */
const hasFocus = (field: HTMLElement): boolean => field.contains(document.activeElement)

const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

/** The links of the form's summary; none where the form has no room for one. */
function linksOf(form: HTMLElement): HTMLElement[] {
  const summary = form.querySelector<HTMLElement>('[data-form-errors]')
  if (!summary) return []
  expect(summary.getAttribute('role')).toBe('alert')
  return within(summary).queryAllByRole('link')
}

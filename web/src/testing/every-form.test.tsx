import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeNation } from './fake-nation'
import { renderAt } from './render-at'

const NOW = Date.UTC(2026, 10, 18, 15, 20)

/** Forms that are sent blank: where they are, who sees them, and the fields that are wrong, the first one first. */
const forms = [
  {
    path: '/elections/create-profile',
    as: 'citizen',
    send: 'Create',
    wrong: ['Position (required)', 'Bio', 'Campaign slogan', 'Vision', 'Why vote for me'],
  },
  { path: '/vote', as: 'admin', open: 'Create Poll', send: 'Create Poll', wrong: ['Question', 'Option 1', 'Option 2'] },
  {
    path: '/government?tab=interviews',
    as: 'admin',
    open: 'Create Interview',
    send: 'Create Interview',
    wrong: ['Title', 'Description', 'Question 1'],
  },
] as const

describe.each(forms)('the form at $path, sent blank', ({ path, as, send, wrong, ...rest }) => {
  it('focuses its first wrong field, lists all, and describes each', async () => {
    renderAt(path, fakeNation({ now: NOW, as }), NOW)
    let form: HTMLElement
    if ('open' in rest) {
      fireEvent.click(await screen.findByRole('button', { name: rest.open }))
      form = await screen.findByRole('dialog', { name: rest.open })
    } else {
      form = await screen.findByRole('form')
    }
    fireEvent.click(within(form).getByRole('button', { name: send }))
    await within(form).findByRole('link', { name: wrong[0] })
    const links = within(form.querySelector<HTMLElement>('[data-form-errors]')!).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(wrong)
    const invalid = [...form.querySelectorAll('[aria-invalid="true"]')]
    expect(invalid).toHaveLength(wrong.length)
    expect(invalid[0]!.contains(document.activeElement)).toBe(true)
    for (const field of invalid) {
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
      expect(ids.map((id) => document.getElementById(id)?.textContent ?? '').join('')).toMatch(/^.*Please/)
    }
    fireEvent.click(links.at(-1)!)
    expect(document.activeElement).toBe(invalid.at(-1))
  })
})

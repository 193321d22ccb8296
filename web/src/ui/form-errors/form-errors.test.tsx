import { Textarea, TextInput } from '@mantine/core'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api/api-error'
import { NationTheme } from '../theme/NationTheme'
import { FormErrors } from './FormErrors'
import { useFormErrors, type Problems } from './use-form-errors'

interface Props {
  problems?: Problems
  sentence?: string
  refusal?: Error
}

function Form({ problems = {}, sentence, refusal }: Props) {
  const errors = useFormErrors()
  return (
    <form
      aria-label="Form"
      {...errors.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (refusal) errors.fail(refusal, 'It was refused.')
        else errors.refuse(problems, sentence)
      }}
    >
      <FormErrors errors={errors} />
      <fieldset data-field="seat" aria-describedby="seat-problem">
        <legend>Seat</legend>
        <input type="radio" name="one" disabled aria-label="North" />
        <input type="radio" name="one" aria-label="South" />
        <p id="seat-problem">{errors.problems.seat}</p>
      </fieldset>
      <TextInput label="Title" required {...errors.of('title')} />
      <Textarea label="Text" {...errors.of('text')} />
      <section>
        <h3>More</h3>
        <TextInput label="Motto" {...errors.of('motto')} />
        <TextInput label="Song" {...errors.of('song')} />
      </section>
      <button>Send</button>
    </form>
  )
}

/** A form with a title of its own, and no parts. */
function Whole({ problems = {} }: Props) {
  const errors = useFormErrors()
  return (
    <form
      aria-label="Form"
      {...errors.form}
      onSubmit={(event) => {
        event.preventDefault()
        errors.refuse(problems)
      }}
    >
      <h3>Funding</h3>
      <FormErrors errors={errors} />
      <TextInput label="Amount" {...errors.of('amount')} />
      <TextInput label="Note" {...errors.of('note')} />
    </form>
  )
}

function send(props: Props, Tried = Form) {
  render(
    <NationTheme>
      <Tried {...props} />
    </NationTheme>,
  )
  fireEvent.submit(screen.getByRole('form'))
}
const links = () =>
  within(screen.getByRole('alert'))
    .queryAllByRole('link')
    .map((link) => link.textContent)
const described = (label: string) => {
  const field = screen.getByLabelText(label, { exact: false })
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return { invalid: field.getAttribute('aria-invalid'), by: ids.map((id) => document.getElementById(id)?.textContent) }
}
const refused = (...paths: string[]) =>
  new ApiError(400, 'invalid_input', 'It was refused.', {
    details: paths.map((path) => ({ path, code: 'invalid_input', message: `Wrong: ${path}` })),
  })

describe('a form that was sent wrong', () => {
  it('focuses the first wrong field as the screen has them, and lists all by their labels', () => {
    send({ problems: { text: 'Too long.', title: 'Missing.' } })
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Title/ }))
    expect(screen.getByRole('heading', { name: '2 fields need another look' })).toBeTruthy()
    expect(links()).toEqual(['Title', 'Text'])
    expect(described('Title')).toEqual({ invalid: 'true', by: ['Missing.'] })
    expect(screen.getAllByText(/Missing|Too long/)).toHaveLength(2)
    fireEvent.click(screen.getByRole('link', { name: 'Text' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }))
  })

  it('is summarized in one sentence above its links, where there is one', () => {
    send({ problems: { text: 'Missing.', title: 'Missing.' }, sentence: 'Please fill in everything' })
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('Please fill in everythingTitleText')
    expect(screen.getByRole('form').firstElementChild).toBe(alert)
  })

  it('tells its fields how high the summary is, so that none comes into view below it', () => {
    const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(72)
    send({ problems: { text: 'Missing.', title: 'Missing.' } })
    expect(screen.getByRole('form').style.getPropertyValue('--form-errors')).toBe('72px')
    height.mockRestore()
  })

  it('says one wrong thing at its field alone; in a group, the first choice that can be made has the focus', () => {
    send({ problems: { seat: 'Choose one.' } })
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'South' }))
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(screen.getByText('Choose one.')).toBeTruthy()
  })

  it.each([
    ['the beginning of a group that fills the window', innerHeight, 'start'],
    ['a field that is lower', 40, 'nearest'],
  ] as const)('shows %s', (_, height, block) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, height))
    send({ problems: { seat: 'Choose one.' } })
    expect(scrolled).toHaveBeenLastCalledWith({ block })
    vi.restoreAllMocks()
  })

  it.each([
    ['the title of a part whose first field it is', 'motto', 'section', 'start'],
    ['another of its fields alone', 'song', 'input', 'nearest'],
  ] as const)('shows %s', (_, field, shown, block) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    send({ problems: { [field]: 'Missing.' } })
    expect((scrolled.mock.contexts.at(-1) as Element).localName).toBe(shown)
    expect(scrolled).toHaveBeenLastCalledWith({ block })
    vi.restoreAllMocks()
  })

  it.each([
    ['the title of a part that is above the window', { part: -100, field: 0 }, 'section'],
    ['a field alone whose title one sees', { part: 40, field: 80 }, 'input'],
    ['a field alone that is far below its title', { part: -100, field: innerHeight / 3 - 99 }, 'input'],
    ['the title of a field that is nearly as far', { part: -100, field: innerHeight / 3 - 101 }, 'section'],
  ] as const)('shows %s', (_, tops, shown) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const style = vi
      .spyOn(window, 'getComputedStyle')
      .mockReturnValue({ scrollMarginTop: '16px' } as CSSStyleDeclaration)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return new DOMRect(0, this.localName === 'section' ? tops.part : tops.field, 300, 40)
    })
    send({ problems: { motto: 'Missing.' } })
    expect((scrolled.mock.contexts.at(-1) as Element).localName).toBe(shown)
    style.mockRestore()
    vi.restoreAllMocks()
  })

  it.each([
    ['the whole form, with its title above the window', 'amount', { form: -100, field: 0 }, 'form'],
    ['a field alone that is not the first', 'note', { form: -100, field: 0 }, 'input'],
    ['a field alone whose title one sees', 'amount', { form: 40, field: 80 }, 'input'],
    ['the whole form, below the summary', 'amount', { form: -100, field: innerHeight / 2 - 101 }, 'form'],
    ['a field alone that is far below', 'amount', { form: -100, field: innerHeight / 2 - 99 }, 'input'],
  ] as const)('shows %s', (_, field, tops, shown) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const style = vi
      .spyOn(window, 'getComputedStyle')
      .mockReturnValue({ scrollMarginTop: '16px' } as CSSStyleDeclaration)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return new DOMRect(0, this.localName === 'form' ? tops.form : tops.field, 300, 40)
    })
    send({ problems: { [field]: 'Missing.' } }, Whole)
    expect((scrolled.mock.contexts.at(-1) as Element).localName).toBe(shown)
    style.mockRestore()
    vi.restoreAllMocks()
  })

  it('no longer calls a field wrong that is written again', () => {
    send({ problems: { title: 'Missing.', text: 'Missing.' }, sentence: 'Please fill in everything' })
    fireEvent.change(screen.getByRole('textbox', { name: /Title/ }), { target: { value: 'A' } })
    expect(described('Title').invalid).not.toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Please fill in everything')
    fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'A' } })
    expect(screen.getByRole('alert').textContent).toBe('')
  })
})

describe('a form that the nation refused', () => {
  it('says it at the fields that were named', () => {
    send({ refusal: refused('text.0', 'title') })
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Title/ }))
    expect(described('Text').by).toEqual(['Wrong: text.0'])
    expect(links()).toEqual(['Title', 'Text'])
  })

  it.each([
    ['no field', refused()],
    ['a field that is not there', refused('other')],
    ['nothing at all', new Error('network')],
  ])('says it in a sentence where it names %s', (_, refusal) => {
    send({ refusal })
    expect(screen.getByRole('alert').textContent).toBe('It was refused.')
  })
})

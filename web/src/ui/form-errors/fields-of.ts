const controls = 'input:not([type=file]):not(:disabled), textarea, select, button'

/** The field of a form by its name: a control, or a group that bears it as `data-field`. */
export function fieldOf(form: HTMLFormElement, name: string): HTMLElement | null {
  const quoted = JSON.stringify(name)
  return form.querySelector<HTMLElement>(`[data-field=${quoted}], [name=${quoted}]`)
}

/** What takes the focus for a field: itself, or the first control of the group. */
export const takesFocus = (field: HTMLElement): HTMLElement =>
  field.matches(controls) ? field : (field.querySelector<HTMLElement>(controls) ?? field)

/** What the screen calls a field. */
export function labelOf(field: HTMLElement): string {
  const by = field.getAttribute('aria-labelledby')
  const label =
    field.getAttribute('aria-label') ??
    (by === null ? null : textOf(document.getElementById(by))) ??
    textOf(field.querySelector('legend')) ??
    textOf((field as HTMLInputElement).labels?.[0])
  return (label ?? '').trim().replace(/ ?(\*|\(required\))$/, '')
}

const textOf = (element: Element | null | undefined): string | null => element?.textContent ?? null

/**
 * Brings it into view, below what is fixed to the top; smoothly only where people want movement (`base.css`). Of a group that fills
 * more than half of the window the beginning is shown: what is wrong with it is said there. The first field of a part of the form
 * brings that part's title with it.
 */
export function inView(element: HTMLElement): void {
  const part = partBegunBy(element)
  if (part) return part.scrollIntoView({ block: 'start' })
  const isTall = element.getBoundingClientRect().height > innerHeight / 2
  element.scrollIntoView({ block: isTall ? 'start' : 'nearest' })
}

/**
 * The part of a form, or the whole of it, with a title of its own, whose first field this is; undefined where one sees that title
 * already, or the field is far below it.
 */
function partBegunBy(field: HTMLElement): Element | undefined {
  const form = field.closest('form')
  const section = field.closest('form section')
  const isPart = section !== null && form?.contains(section) === true
  const part = isPart ? section : form
  if (part?.querySelector('[data-field], [name]') !== field) return undefined
  if (!part.querySelector(isPart ? 'h2, h3, h4' : ':scope > :is(h2, h3, h4)')) return undefined
  const [top, fieldTop] = [part, field].map((one) => one.getBoundingClientRect().top) as [number, number]
  const isTitleSeen = top >= Number.parseFloat(getComputedStyle(part).scrollMarginTop) && fieldTop < innerHeight / 2
  // The summary of the errors stands between a form's own title and its fields.
  const farthest = isPart ? innerHeight / 3 : innerHeight / 2
  return isTitleSeen || fieldTop - top > farthest ? undefined : part
}

import { expect, type Locator } from '@playwright/test'

/** Where the words of a part are drawn, which may take less room than the part; of one without words, where it is itself. */
const placeOf = (part: Locator) =>
  part.evaluate((element) => {
    const words = document.createRange()
    words.selectNodeContents(element)
    const { left, right, top, bottom } = (element.textContent ? words : element).getBoundingClientRect()
    return { left, right, top, bottom }
  })

/** Two parts of a page lie beside each other: neither lies over the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await placeOf(one), await placeOf(other)]
  const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
  expect(isApart, `${JSON.stringify(a)} lies over ${JSON.stringify(b)}`).toBe(true)
}

/** Texts of a part that are cut off, because they are wider than what holds them. */
export const cutTexts = (part: Locator): Promise<string[]> =>
  part.evaluate((root) =>
    [
      root,
      ...root.querySelectorAll<HTMLElement>('*:not([aria-hidden="true"], [aria-hidden="true"] *, .visually-hidden)'),
    ]
      .filter(({ childNodes }) =>
        [...childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
      )
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline',
      )
      .map((element) => element.textContent ?? ''),
  )

/** The smallest size of what is written on a part to be read, in CSS pixels. */
export const smallestType = (part: Locator): Promise<number> =>
  part.evaluate((root) =>
    Math.min(
      ...[...root.querySelectorAll<HTMLElement>('*')]
        .filter((element) => element.closest('[aria-hidden="true"]') === null)
        .filter(({ childNodes }) =>
          [...childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
        )
        .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ),
  )

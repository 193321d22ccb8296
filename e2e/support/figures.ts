import { expect, type Locator } from '@playwright/test'

/** What stands beside a term, in a list of terms and values. */
export function valueOf(within: Locator, term: string): Locator {
  const named = within.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) })
  return named.locator('..').getByRole('definition').first()
}

/**
 * Expects figures under their names: `figures(main, { Votes: '3.5', Supporters: '2' })`. Read as a screen reader does, for
 * which a number that runs to its new value says it once.
 */
export async function figures(within: Locator, wanted: Readonly<Record<string, string>>): Promise<void> {
  for (const [term, value] of Object.entries(wanted)) {
    await expect(valueOf(within, term), term).toMatchAriaSnapshot(`- definition: ${JSON.stringify(value)}`)
  }
}

/** The first number that a screen reader gets. */
export async function numberIn(shown: Locator): Promise<number> {
  const text = await shown.ariaSnapshot()
  const [figure] = /\d[\d,]*(\.\d+)?/.exec(text) ?? []
  if (!figure) throw new Error(`There is no number in: ${text}`)
  return Number(figure.replaceAll(',', ''))
}

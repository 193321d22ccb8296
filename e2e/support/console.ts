import type { RunningConsole } from '@nation/dev/console'
import type { RunningNation } from '@nation/dev/nation'
import { expect, type Page } from '@playwright/test'

/** The newest window of a console, once it has this heading. */
export async function opened(console: RunningConsole, heading: string): Promise<Page> {
  await expect
    .poll(async () => (await console.newest()).getByRole('heading', { name: heading }).count())
    .toBeGreaterThan(0)
  return console.newest()
}

/** Gives the panel's password of a nation at the gate. */
export async function enterPanel(page: Page, { admin }: RunningNation): Promise<void> {
  await page.getByLabel('Username').fill(admin?.username ?? '')
  await page.getByLabel('Password').fill(admin?.password ?? '')
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
}
